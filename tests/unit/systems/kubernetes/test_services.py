from __future__ import annotations

from collections.abc import Sequence

import pytest

from linter.facts.value import Unknown
from linter.systems.kubernetes import SYSTEM
from tests.unit.systems.support import facts_of, one, row, rows

WORKLOAD = """\
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: gw, namespace: obs}
spec:
  serviceName: gw
  replicas: 2
  template:
    metadata: {labels: {app: gw}}
    spec:
      containers:
      - {name: side, image: i}
      - {name: otel, image: i, ports: [{containerPort: 1}, {name: otlp, containerPort: 4317}]}
"""


def service(spec: str, namespace: str = "obs", name: str = "gw") -> str:
    meta = f"name: {name}, namespace: {namespace}" if namespace else f"name: {name}"
    return f"apiVersion: v1\nkind: Service\nmetadata: {{{meta}}}\nspec: {{{spec}}}\n"


def endpoints(spec: str, *names: str, workload: str = WORKLOAD) -> Sequence[tuple[object, ...]]:
    return rows(facts_of({"a.yaml": service(spec) + workload}, SYSTEM), "net.endpoint", *names)


def test_a_service_has_four_names() -> None:
    found = endpoints(
        "selector: {app: gw}, ports: [{port: 80, targetPort: 4317}]", "host", "scope", "port", "target_port"
    )

    assert found == [
        ("gw", "obs", 80, 4317),
        ("gw.obs", None, 80, 4317),
        ("gw.obs.svc", None, 80, 4317),
        ("gw.obs.svc.cluster.local", None, 80, 4317),
    ]


def test_an_endpoint_leads_to_its_workload_and_service() -> None:
    facts = facts_of({"a.yaml": service("selector: {app: gw}, ports: [{port: 80}]") + WORKLOAD}, SYSTEM)

    found = row(facts.of("net.endpoint")[0], "platform", "workload", "service", "headless", "direct")
    workload, stated = one(facts.of("deploy.workload")), one(facts.of("deploy.service"))
    assert found == ("kubernetes", workload.ref, stated.ref, False, True)
    assert row(stated, "name", "namespace", "headless") == ("gw", "obs", False)


def test_without_a_namespace_only_the_bare_name_holds() -> None:
    text = service("selector: {app: gw}, ports: [{port: 80}]", namespace="", name="GW")

    assert rows(facts_of({"a.yaml": text}, SYSTEM), "net.endpoint", "host", "scope") == [("gw", "")]


@pytest.mark.parametrize(
    ("port", "expected"),
    [
        ("{port: 4317}", (4317, 4317)),
        ("{port: 4317, targetPort: 0}", (4317, 4317)),
        ('{port: "80", targetPort: "55681"}', (80, 55681)),
        ("{port: 80, targetPort: otlp}", (80, 4317)),
        ("{port: 80, targetPort: gone}", (80, Unknown("no container of StatefulSet gw has a port called `gone`"))),
        ("{port: http, targetPort: 1}", (Unknown("`http` is not a number"), 1)),
    ],
)
def test_ports_lead_to_target_ports(port: str, expected: tuple[object, object]) -> None:
    assert endpoints(f"selector: {{app: gw}}, ports: [{port}]", "port", "target_port")[0] == expected


def test_a_named_port_without_its_workload_is_unknown() -> None:
    ((target,), *_) = endpoints("selector: {app: other}, ports: [{port: 80, targetPort: otlp}]", "target_port")

    assert target == Unknown("`otlp` names a port of a container that isn't in the input")


def test_only_tcp_counts() -> None:
    found = endpoints(
        "selector: {app: gw}, ports: [{port: 53, protocol: UDP}, {port: 54, protocol: TCP}, {}, a]", "port"
    )

    assert {port for (port,) in found} == {54}


def test_a_headless_service_passes_any_port_and_names_its_pods() -> None:
    found = endpoints(
        "clusterIP: None, selector: {app: gw}, ports: [{port: 80, targetPort: 4317}]",
        "host",
        "port",
        "target_port",
        "headless",
    )

    assert {row[1:] for row in found} == {(None, None, True)}
    assert [host for host, *_ in found] == [
        "gw",
        "gw.obs",
        "gw.obs.svc",
        "gw.obs.svc.cluster.local",
        *(f"gw-{pod}.{name}" for pod in "01" for name in ("gw", "gw.obs", "gw.obs.svc", "gw.obs.svc.cluster.local")),
    ]


def test_pods_of_a_service_that_does_not_govern_them_have_no_names() -> None:
    found = endpoints("clusterIP: None, selector: {app: gw}", "host", workload=WORKLOAD.replace("serviceName: gw", ""))

    assert len(found) == 4


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("ports: [{port: 1}]", "Service gw has no selector"),
        ("selector: {}, ports: [{port: 1}]", "Service gw has no selector"),
        ("type: ExternalName, externalName: a.b", "Service gw leads out of the cluster, to a.b"),
        ("type: ExternalName, externalName: a.b.svc.cluster.local.", "Service gw stands for a.b.svc.cluster.local"),
    ],
)
def test_where_nothing_is_selected_the_workload_is_unknown(spec: str, why: str) -> None:
    assert endpoints(spec, "workload")[0] == (Unknown(why),)


def test_a_templated_cluster_ip_leaves_the_target_open() -> None:
    spec = 'clusterIP: "{{ .x }}", selector: {app: gw}, ports: [{port: 80, targetPort: 4317}, {port: 90}]'

    found = endpoints(spec, "port", "target_port", "headless")

    assert [type(target) for _, target, _ in found[::4]] == [Unknown, int]
    assert isinstance(found[0][2], Unknown)


def test_a_templated_name_is_no_host() -> None:
    text = service("selector: {app: gw}, ports: [{port: 1}]", name='"{{ .Release.Name }}"')

    facts = facts_of({"a.yaml": text}, SYSTEM)

    assert isinstance(row(one(facts.of("deploy.service")), "name")[0], Unknown)
    assert not facts.of("net.endpoint")


@pytest.mark.parametrize("spec", ["selector: text", "selector: [a]", "ports: {a: b}, selector: {app: gw}", "type: [a]"])
def test_wrong_types_count_as_absent(spec: str) -> None:
    assert endpoints(spec, "port") == []


def test_a_mesh_is_not_direct() -> None:
    for labels, notes, expected in (
        ("app: gw", "linkerd.io/inject: enabled", False),
        ('app: gw, sidecar.istio.io/inject: "true"', "a: b", False),
        ("app: gw", "linkerd.io/inject: disabled", True),
        ("app: gw", "a: b", True),
    ):
        workload = WORKLOAD.replace("{labels: {app: gw}}", f"{{labels: {{{labels}}}, annotations: {{{notes}}}}}")
        found = endpoints("selector: {app: gw}, ports: [{port: 1}]", "direct", workload=workload)
        assert found[0] == (expected,), (labels, notes)


def test_a_namespace_may_put_its_pods_into_a_mesh() -> None:
    namespace = "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: obs, labels: {istio-injection: enabled}}\n"
    spec = "selector: {app: gw}, ports: [{port: 1}]"

    assert endpoints(spec, "direct", workload=WORKLOAD + namespace)[0] == (False,)
    out = WORKLOAD.replace("{app: gw}}", '{app: gw, sidecar.istio.io/inject: "false"}}')
    assert endpoints(spec, "direct", workload=out + namespace)[0] == (True,)
    dumped = WORKLOAD.replace("name: side", "name: istio-proxy")
    assert endpoints(spec, "direct", workload=dumped)[0] == (False,)


INGRESS = """\
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, namespace: obs}
spec:
  rules:
  - host: Otel.example.com
    http: {paths: [{backend: {service: {name: gw, port: {PORT}}}}, {backend: {service: {name: gone}}}]}
  - host: "*.example.com"
    http: {paths: [{backend: {service: {name: gw, port: {number: 80}}}}]}
  - http: {paths: [{backend: {service: {name: gw, port: {number: 80}}}}]}
"""


@pytest.mark.parametrize(("port", "target"), [("number: 80", 4317), ("name: grpc", 4317), ("name: gone", Unknown)])
def test_an_ingress_terminates_http2(port: str, target: object) -> None:
    spec = "selector: {app: gw}, ports: [{port: 53, protocol: UDP}, {name: grpc, port: 80, targetPort: otlp}]"

    found = endpoints(
        spec, "host", "scope", "port", "target_port", "direct", workload=WORKLOAD + INGRESS.replace("PORT", port)
    )

    host, scope, number, leads, direct = found[-1]
    assert (host, scope, number, direct) == ("otel.example.com", None, None, False)
    assert (type(leads) if isinstance(leads, Unknown) else leads) == target
    assert [row[0] for row in found].count("otel.example.com") == 1


def test_a_grpc_route_terminates_http2() -> None:
    route = """\
---
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: r, namespace: edge}
spec:
  hostnames: [a.example, b.example]
  rules: [{backendRefs: [{name: gw, namespace: obs, port: 80}, {kind: Other, name: gw}]}]
"""

    found = endpoints(
        "selector: {app: gw}, ports: [{port: 80, targetPort: 9}]",
        "host",
        "target_port",
        "direct",
        workload=WORKLOAD + route,
    )

    assert found[-2:] == [("a.example", 9, False), ("b.example", 9, False)]
