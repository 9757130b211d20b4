from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.value import Ref, Unknown
from linter.options import Flags
from tests.harness import run_files
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed, facts_of, only, shown, why

IMAGE = f"{CONTRIB}:0.155.0"
SERVER = collector()


def client_to(endpoint: str) -> str:
    return collector(f"otlp:\n  endpoint: {endpoint}")


def balancer(resolver: str) -> str:
    return collector(f"load_balancing:\n  resolver:\n    {resolver}")


def linked(facts: FactBase, client: str = "") -> list[str]:
    """Where the servers stand that are linked to the clients of a file; ``?`` for one that is not known."""
    return [
        server.id.partition(":receivers")[0] if isinstance(server := link.fields["server"].data, Ref) else "?"
        for link in facts.of("grpc.link")
        if client in str(link.fields["client"].data)
    ]


def pair(endpoint: str, server: str = SERVER) -> FactBase:
    files = {
        "agent.yaml": client_to(endpoint),
        "gateway.yaml": server,
        "compose.yaml": composed(agent=IMAGE, gateway=IMAGE),
    }
    return facts_of(files)


@pytest.mark.parametrize(
    "endpoint",
    [
        "gateway:4317",
        "GATEWAY:4317",
        "http://gateway:4317",
        "https://gateway:4317/",
        "dns:///gateway:4317",
        "dns://resolver/gateway:4317",
        "passthrough:///gateway:4317",
        "gateway.:4317",
    ],
)
def test_ways_to_write_an_address(endpoint: str) -> None:
    facts = pair(f'"{endpoint}"')
    assert linked(facts) == ["gateway.yaml"]
    assert only(facts, "grpc.client").fields["targets_known"].data is True


@pytest.mark.parametrize(
    "endpoint",
    [
        "gateway:4318",
        "gateway",
        "elsewhere:4317",
        "unix:///run/a.sock",
        "unix-abstract:a",
        "${env:GATEWAY}",
        "gateway:${env:P}",
        "",
    ],
)
def test_addresses_that_lead_nowhere(endpoint: str) -> None:
    facts = pair(f'"{endpoint}"')
    assert linked(facts) == []
    assert only(facts, "grpc.client").fields["targets_known"].data is False


def test_a_link_names_both_ends_from_both_ends() -> None:
    facts = pair("gateway:4317")
    link = only(facts, "grpc.link")
    assert shown(only(facts, "grpc.client"), "links") == (link.ref,)
    server = next(found for found in facts.of("grpc.server") if shown(found, "links"))
    assert shown(server, "links") == (link.ref,)
    assert link.fields["server"].data == server.ref
    assert (shown(link, "target"), shown(link, "direct")) == ("gateway:4317", True)
    assert shown(only(facts, "grpc.client"), "servers") == "receiver otlp in gateway.yaml"


@pytest.mark.parametrize(
    ("server", "found"),
    [
        (collector(receivers="otlp:\n  protocols:\n    grpc: {endpoint: 'localhost:4317'}"), False),
        (collector(receivers="otlp:\n  protocols:\n    grpc:"), False),
        (collector(receivers="otlp:\n  protocols:\n    grpc: {endpoint: '${env:IP}:4317'}"), True),
        (collector(receivers="zipkin:\notlp:\n  protocols:\n    grpc: {endpoint: '0.0.0.0:4317'}"), False),
        (collector(receivers="otelarrow:"), True),
    ],
)
def test_only_what_listens_there_is_a_server(server: str, found: bool) -> None:
    assert linked(pair("gateway:4317", server)) == (["gateway.yaml"] if found else [])


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "'[::1]", "localhost"])
def test_nobody_else_reaches_a_loopback_address(host: str) -> None:
    end = "'" if host.startswith("'") else ""
    receivers = f"otlp:\n  protocols:\n    grpc:\n      endpoint: {host}:4317{end}"
    assert linked(pair("gateway:4317", collector(receivers=receivers))) == []


def test_projects_do_not_see_each_other() -> None:
    files = {}
    for project in ("a", "b"):
        files[f"{project}/agent.yaml"] = client_to("gateway:4317")
        files[f"{project}/gateway.yaml"] = SERVER
        files[f"{project}/compose.yaml"] = composed(agent=IMAGE, gateway=IMAGE)
    facts = facts_of(files)
    assert linked(facts, "a/agent") == ["a/gateway.yaml"]
    assert linked(facts, "b/agent") == ["b/gateway.yaml"]


@pytest.mark.parametrize(
    ("resolver", "expected", "known"),
    [
        ("static: {hostnames: [gateway, 'other:4317']}", ["gateway.yaml", "other.yaml"], True),
        ("static: {hostnames: ['gateway:4317', 'elsewhere:4317']}", ["gateway.yaml"], False),
        ("static: {hostnames: ['${env:A}']}", [], False),
        ("static: {hostnames: []}", [], False),
        ("dns: {hostname: gateway}", ["gateway.yaml"], True),
        ("dns: {hostname: gateway, port: '4317'}", ["gateway.yaml"], True),
        ("dns: {hostname: gateway, port: '4318'}", [], False),
        ("dns: {hostname: '${env:H}'}", [], False),
        ("aws_cloud_map: {namespace: n, service_name: s}", [], False),
        ("dns:", [], False),
    ],
)
def test_resolvers_lead_to_servers(resolver: str, expected: list[str], known: bool) -> None:
    files = {"front.yaml": balancer(resolver), "gateway.yaml": SERVER, "other.yaml": SERVER}
    facts = facts_of({**files, "compose.yaml": composed(front=IMAGE, gateway=IMAGE, other=IMAGE)})
    assert linked(facts) == expected
    assert only(facts, "grpc.client").fields["targets_known"].data is known


def test_a_host_outside_the_cluster_that_is_called_like_a_service_is_not_known() -> None:
    front = balancer("static: {hostnames: ['gateway:4317', 'gateway.example.com:4317']}")
    facts = facts_of({"all.yaml": "---\n".join((manifest("front", front), manifest("gateway", SERVER, PLAIN)))})
    assert only(facts, "grpc.client").fields["targets_known"].data is False
    assert linked(facts) == ["all.yaml#2/data/c.yaml"]


def manifest(name: str, config: str, service: str = "", namespace: str = "", labels: str = "", ports: str = "") -> str:
    """A ConfigMap, a Deployment that runs it, and a Service with further lines in its ``spec``."""
    space = f", namespace: {namespace}" if namespace else ""
    inner = "".join(f"    {line}\n" for line in config.splitlines())
    labels = labels or name
    found = f"""\
apiVersion: v1
kind: ConfigMap
metadata: {{name: {name}{space}}}
data:
  c.yaml: |
{inner}---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: {name}{space}}}
spec:
  template:
    metadata:
      labels: {{app: {labels}}}
    spec:
      containers:
        - name: collector
          image: {IMAGE}
          args: ["--config=/conf/c.yaml"]
          ports: [{ports}]
          volumeMounts: [{{name: config, mountPath: /conf}}]
      volumes: [{{name: config, configMap: {{name: {name}}}}}]
"""
    if service:
        head = f"---\napiVersion: v1\nkind: Service\nmetadata: {{name: {name}{space}}}\nspec:\n"
        found += f"{head}  selector: {{app: {labels}}}\n{service}"
    return found


HEADLESS = "  clusterIP: None\n"
MAPPED = "  ports: [{port: 80, targetPort: 4317}]\n"
NAMED = "  ports: [{port: 80, targetPort: grpc}]\n"
PLAIN = "  ports: [{port: 4317}]\n"
FOUND = ["gateway.yaml#0/data/c.yaml"]


@pytest.mark.parametrize(
    ("endpoint", "service", "here", "there", "expected"),
    [
        ("gateway:4317", PLAIN, "", "", FOUND),
        ("gateway:80", MAPPED, "", "", FOUND),
        ("gateway:80", NAMED, "", "", FOUND),
        ("gateway:4317", MAPPED, "", "", []),
        ("gateway:4317", HEADLESS, "", "", FOUND),
        ("gateway:4317", PLAIN, "obs", "obs", FOUND),
        ("gateway.obs:4317", PLAIN, "obs", "obs", FOUND),
        ("gateway.obs.svc.cluster.local:4317", PLAIN, "web", "obs", FOUND),
        ("gateway.obs.svc.cluster.local.:4317", PLAIN, "web", "obs", FOUND),
        ("dns:///gateway.obs.svc.cluster.local:4317", HEADLESS, "web", "obs", FOUND),
        ("gateway:4317", PLAIN, "web", "obs", []),
        ("gateway.obs.svc:4317", PLAIN, "", "", FOUND),
        ("gateway:4317", PLAIN, "web", "", FOUND),
        ("gateway.web:4317", PLAIN, "web", "obs", []),
        ("gateway.obs.svc.corp.internal:4317", PLAIN, "", "", FOUND),
        ("gateway.example.com:4317", PLAIN, "", "", []),
        ("gateway.example.com:4317", PLAIN, "web", "", []),
        ("gateway.svc.example.com:4317", PLAIN, "", "", []),
        ("gateway:4317", "", "", "", []),
    ],
)
def test_kubernetes_names(endpoint: str, service: str, here: str, there: str, expected: list[str]) -> None:
    files = {
        "agent.yaml": manifest("agent", client_to(endpoint), namespace=here),
        "gateway.yaml": manifest("gateway", SERVER, service, there, ports="{name: grpc, containerPort: 4317}"),
    }
    assert linked(facts_of(files)) == expected


@pytest.mark.parametrize(
    ("endpoint", "expected"),
    [("gateway.obs.svc.cluster.local:4317", FOUND), ("gateway.obs:4317", FOUND), ("gateway:4317", [])],
)
def test_a_client_that_nothing_runs_is_linked_by_full_names_only(endpoint: str, expected: list[str]) -> None:
    files = {"agent.yaml": client_to(endpoint), "gateway.yaml": manifest("gateway", SERVER, PLAIN, "obs")}
    assert linked(facts_of(files)) == expected


@pytest.mark.parametrize(
    ("resolver", "service", "expected"),
    [
        ("k8s: {service: gateway}", MAPPED, FOUND),
        ("k8s: {service: gateway, ports: [4317]}", HEADLESS, FOUND),
        ("k8s: {service: gateway, ports: [80]}", MAPPED, []),
        ("k8s: {service: gateway.obs}", MAPPED, FOUND),
        ("k8s: {service: '${env:S}'}", MAPPED, []),
        ("dns: {hostname: gateway, port: '80'}", MAPPED, FOUND),
    ],
)
def test_the_k8s_resolver_connects_to_pods(resolver: str, service: str, expected: list[str]) -> None:
    files = {
        "front.yaml": manifest("front", balancer(resolver), namespace="obs"),
        "gateway.yaml": manifest("gateway", SERVER, service, "obs"),
    }
    assert linked(facts_of(files)) == expected


TOGETHER = "resources: [../agent.yaml, ../gateway.yaml, ../edge.yaml]\n"


def alias(name: str, to: str, namespace: str = "web") -> str:
    head = f"apiVersion: v1\nkind: Service\nmetadata: {{name: {name}, namespace: {namespace}}}\n"
    return f"{head}spec: {{type: ExternalName, externalName: {to}}}\n"


def test_what_an_external_name_stands_for_is_first_looked_for_in_the_build() -> None:
    files = {
        "agent.yaml": manifest("agent", client_to("edge:80"), namespace="web"),
        "gateway.yaml": manifest("gateway", SERVER, MAPPED, "obs"),
        "edge.yaml": alias("edge", "gateway.obs.svc.cluster.local"),
        **{f"{name}/kustomization.yaml": TOGETHER for name in "ab"},
    }
    found = [
        [str(link.fields[end].data).partition("@")[2][:1] for end in ("client", "server")]
        for link in facts_of(files).of("grpc.link")
    ]
    assert found == [["a", "a"], ["b", "b"]]


@pytest.mark.parametrize(
    ("endpoint", "to", "expected"),
    [
        ("edge:80", "gateway.obs.svc.cluster.local", FOUND),
        ("edge.web.svc:80", "Gateway.obs.svc.cluster.local.", FOUND),
        ("edge:4317", "gateway.obs.svc.cluster.local", []),
        ("edge:80", "second.web.svc.cluster.local", FOUND),
        ("edge:80", "gateway", ["?"]),
        ("edge:80", "edge.web.svc.cluster.local", ["?"]),
        ("edge:80", "collector.example.com", ["?"]),
    ],
)
def test_an_external_name_stands_for_another_service(endpoint: str, to: str, expected: list[str]) -> None:
    files = {
        "agent.yaml": manifest("agent", client_to(endpoint), namespace="web"),
        "gateway.yaml": manifest("gateway", SERVER, MAPPED, "obs"),
        "edge.yaml": alias("edge", to) + "---\n" + alias("second", "gateway.obs.svc.cluster.local"),
    }
    facts = facts_of(files)
    assert linked(facts) == expected
    if expected == FOUND:
        assert "`edge" in str(shown(only(facts, "grpc.link"), "matched_by"))
    else:
        assert shown(only(facts, "grpc.client", endpoint=endpoint), "alone")


def test_an_external_name_may_stand_for_what_the_operator_makes() -> None:
    resource = (
        "apiVersion: opentelemetry.io/v1beta1\nkind: OpenTelemetryCollector\nmetadata: {name: gw, namespace: obs}\n"
        f"spec:\n  image: {IMAGE}\n  config:\n" + "".join(f"    {line}\n" for line in SERVER.splitlines())
    )
    files = {
        "agent.yaml": manifest("agent", client_to("edge:4317"), namespace="web"),
        "edge.yaml": alias("edge", "gw-collector.obs.svc.cluster.local"),
        "gw.yaml": resource,
    }
    assert linked(facts_of(files)) == ["gw.yaml#0/spec/config"]


UNIX = "otlp:\n  protocols:\n    grpc: {transport: unix, endpoint: /run/otel.sock}"


@pytest.mark.parametrize(
    ("endpoint", "receivers", "expected"),
    [
        ("unix:///run/otel.sock", UNIX, ["agent.yaml#0/data/c.yaml"]),
        ("unix:/run/otel.sock", UNIX, ["agent.yaml#0/data/c.yaml"]),
        ("unix:///run/other.sock", UNIX, []),
        ("unix:///run/otel.sock", UNIX.replace("transport: unix, ", ""), []),
    ],
)
def test_a_unix_socket_leads_to_its_holder_in_the_same_pod(endpoint: str, receivers: str, expected: list[str]) -> None:
    text = collector(f"otlp:\n  endpoint: {endpoint}", receivers)
    facts = facts_of({"agent.yaml": manifest("agent", text), "other.yaml": manifest("other", SERVER)})
    assert linked(facts) == expected
    client = only(facts, "grpc.client")
    assert (shown(client, "detection"), shown(client, "idle_detection")) == ("0s", "0s")
    assert (client.fields["alone"].data is None) is bool(expected)


def test_a_unix_socket_needs_no_keepalive() -> None:
    text = collector("otlp:\n  endpoint: unix:///run/otel.sock", UNIX)
    found = run_files({"agent.yaml": manifest("agent", text)}, flags=Flags(no_config=True, profile="pedantic")).result
    assert "otelcol/keepalive-unset" not in {finding.policy for finding in found.findings}
    over_tcp = {"agent.yaml": manifest("agent", text.replace("unix:///run/otel.sock", "localhost:1"))}
    found = run_files(over_tcp, flags=Flags(no_config=True, profile="pedantic")).result
    assert "otelcol/keepalive-unset" in {finding.policy for finding in found.findings}


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "'[::1]:4317'", "0.0.0.0"])  # noqa: S104
def test_localhost_is_the_own_pod(host: str) -> None:
    sidecar = SERVER.replace("endpoint: 0.0.0.0", "endpoint: localhost")
    text = collector(
        f"otlp:\n  endpoint: {host if host.startswith(chr(39)) else f'{host}:4317'}",
        receivers="otlp/own:\n  protocols:\n    grpc: {endpoint: 'localhost:4317'}",
    )
    facts = facts_of({"agent.yaml": manifest("agent", text), "other.yaml": manifest("other", sidecar, PLAIN)})
    assert linked(facts) == ["agent.yaml#0/data/c.yaml"]


def test_several_workloads_behind_one_service_are_all_linked() -> None:
    both = manifest("gateway", SERVER, PLAIN, labels="both") + "---\n" + manifest("second", SERVER, labels="both")
    facts = facts_of({"agent.yaml": manifest("agent", client_to("gateway:4317")), "gateway.yaml": both})
    assert linked(facts) == [*FOUND, "gateway.yaml#3/data/c.yaml"]
    assert only(facts, "grpc.client", id="otlp").fields["targets_known"].data is True


def test_equally_near_services_of_one_name_are_named_and_not_guessed() -> None:
    files = {
        "x/agent.yaml": manifest("agent", client_to("gateway:4317")),
        "x/base/gateway.yaml": manifest("gateway", SERVER, PLAIN),
        "x/other/gateway.yaml": manifest("gateway", SERVER.replace("traces", "logs"), PLAIN),
    }
    facts = facts_of(files)
    link = only(facts, "grpc.link")
    assert "x/base/gateway.yaml" in why(link, "server")
    assert "x/other/gateway.yaml" in why(link, "server")
    client = only(facts, "grpc.client", id="otlp")
    assert client.fields["targets_known"].data is False
    assert shown(client, "links") == ()


def test_the_nearest_service_of_a_name_is_meant() -> None:
    files = {
        "x/agent.yaml": manifest("agent", client_to("gateway:4317")),
        "x/gateway.yaml": manifest("gateway", SERVER, PLAIN),
        "y/gateway.yaml": manifest("gateway", SERVER, PLAIN),
    }
    assert linked(facts_of(files)) == ["x/gateway.yaml#0/data/c.yaml"]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([("agent.yaml", "gateway.yaml")], ["gateway.yaml"]),
        ([("agent.yaml#otlp", "gateway.yaml#otlp")], ["gateway.yaml"]),
        ([("*.yaml#otlp", "gate*#otlp/x")], []),
        ([("agent.yaml#otlp/x", "gateway.yaml")], []),
    ],
)
def test_pairs_of_the_settings(pairs: list[tuple[str, str]], expected: list[str]) -> None:
    facts = facts_of({"agent.yaml": client_to("${env:GATEWAY}"), "gateway.yaml": SERVER}, pairs=pairs)
    assert linked(facts) == expected
    assert only(facts, "grpc.client").fields["targets_known"].data is bool(expected)


def test_what_terminates_http2_makes_a_link_indirect() -> None:
    files = {
        "agent.yaml": manifest("agent", client_to("gateway:4317")),
        "gateway.yaml": manifest("gateway", SERVER, PLAIN).replace(
            "    metadata:\n      labels:",
            "    metadata:\n      annotations: {sidecar.istio.io/inject: 'true'}\n      labels:",
        ),
    }
    direct = only(facts_of(files), "grpc.link").fields["direct"].data
    assert direct is False or isinstance(direct, Unknown)


NAMESPACE = "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: edge, labels: {istio-injection: enabled}}\n"


@pytest.mark.parametrize(
    ("annotations", "namespace", "direct"),
    [
        ("{}", "", True),
        ("{sidecar.istio.io/inject: 'true'}", "", False),
        ("{linkerd.io/inject: enabled}", "", False),
        ("{}", NAMESPACE, False),
        ("{sidecar.istio.io/inject: 'false'}", NAMESPACE, True),
    ],
)
def test_a_proxy_beside_the_client_makes_a_link_indirect(annotations: str, namespace: str, direct: bool) -> None:
    agent = manifest("agent", client_to("gateway.obs:4317"), namespace="edge").replace(
        "      labels:", f"      annotations: {annotations}\n      labels:"
    )
    files = {"agent.yaml": agent + namespace, "gateway.yaml": manifest("gateway", SERVER, PLAIN, namespace="obs")}
    facts = facts_of(files)
    assert only(facts, "grpc.link").fields["direct"].data is direct
    assert only(facts, "grpc.client").fields["proxied"].data is not direct
    unset = [
        found.policy
        for found in run_files(files, flags=Flags(profile="pedantic", no_config=True)).result.findings
        if found.policy.endswith("keepalive-unset")
    ]
    assert bool(unset) is direct


@pytest.mark.parametrize(
    "annotations", ["{sidecar.istio.io/inject: '{{ .Values.mesh }}'}", "{linkerd.io/inject: '${MESH}'}"]
)
@pytest.mark.parametrize("side", ["agent", "gateway"])
def test_a_proxy_that_something_fills_in_leaves_a_link_open(annotations: str, side: str) -> None:
    files = {
        "agent.yaml": manifest("agent", client_to("gateway:4317")),
        "gateway.yaml": manifest("gateway", SERVER, PLAIN),
    }
    marked = files[f"{side}.yaml"].replace("      labels:", f"      annotations: {annotations}\n      labels:", 1)
    facts = facts_of(files | {f"{side}.yaml": marked})
    assert isinstance(only(facts, "grpc.link").fields["direct"].data, Unknown)
    proxied = only(facts, "grpc.client").fields["proxied"].data
    assert isinstance(proxied, Unknown) if side == "agent" else proxied is False


def test_a_server_that_may_listen_on_localhost_only_is_not_known_to_be_reached() -> None:
    server = collector(receivers="otlp:\n  protocols: {grpc: }")
    image = f"{CONTRIB}:latest"
    files = {"agent.yaml": client_to("gateway:4317"), "gateway.yaml": server}
    facts = facts_of({**files, "compose.yaml": composed(agent=IMAGE, gateway=image)})
    assert "`latest` names no release" in why(only(facts, "grpc.link"), "server")
    assert only(facts, "grpc.client").fields["targets_known"].data is False
    older = facts_of({**files, "compose.yaml": composed(agent=IMAGE, gateway=f"{CONTRIB}:0.95.0")})
    assert linked(older) == ["gateway.yaml"]


def test_a_server_on_the_pods_address_is_reached() -> None:
    server = collector(receivers="otlp:\n  protocols: {grpc: {endpoint: '${env:MY_POD_IP}:4317'}}")
    assert linked(pair("gateway:4317", server)) == ["gateway.yaml"]


@pytest.mark.parametrize(
    "image", ["nginx:1.27", "docker.io/envoyproxy/envoy:v1.30", "haproxy", "registry:5000/x/Traefik"]
)
def test_a_proxy_is_no_server_and_says_so(image: str) -> None:
    files = {
        "agent.yaml": client_to("edge:4317"),
        "gateway.yaml": SERVER,
        "compose.yaml": composed(agent=IMAGE, gateway=IMAGE) + f"  edge: {{image: '{image.lower()}'}}\n",
    }
    facts = facts_of(files)
    assert linked(facts) == []
    name = image.lower().removesuffix(":1.27").removesuffix(":v1.30")
    assert shown(only(facts, "grpc.client"), "alone") == (
        f"behind `edge:4317` runs a proxy (`{name}`), which answers pings by rules of its own"
    )


BASE = f"""\
  base:
    image: {IMAGE}
    volumes: [./gateway.yaml:/etc/otelcol-contrib/config.yaml]
    networks: {{back: {{aliases: [collector]}}}}
"""


@pytest.mark.parametrize(
    ("services", "more", "endpoint", "expected"),
    [
        ("  gw: {extends: base, networks: [front]}\n", "", "gw:4317", True),
        ("  gw: {extends: {service: base}, networks: [front]}\n", "", "gw:4317", True),
        (
            "  gw: {extends: {service: base, file: more/base.yaml}, networks: [front]}\n",
            "more/base.yaml",
            "gw:4317",
            True,
        ),
        ("  gw: {extends: base}\n", "", "gw:4317", False),
        ("  gw: {extends: second, networks: [front]}\n  second: {extends: {service: base}}\n", "", "gw:4317", True),
        ("  gw: {extends: base, networks: {front: {aliases: [otel]}}}\n", "", "otel:4317", True),
        ("  gw: {extends: gone, networks: [front]}\n", "", "gw:4317", False),
        ("  gw: {extends: gw, networks: [front]}\n", "", "gw:4317", False),
    ],
)
def test_a_compose_service_may_extend_another(services: str, more: str, endpoint: str, expected: bool) -> None:
    agent = (
        f"  agent: {{image: '{IMAGE}', networks: [front], volumes: ['./a.yaml:/etc/otelcol-contrib/config.yaml']}}\n"
    )
    files = {"a.yaml": client_to(endpoint), "gateway.yaml": SERVER}
    files["compose.yaml"] = f"services:\n{agent}{'' if more else BASE}{services}networks: {{front: , back: }}\n"
    if more:
        files[more] = f"services:\n{BASE}".replace("./gateway", "../gateway")
    facts = facts_of(files)
    assert linked(facts) == (["gateway.yaml"] if expected else [])


def test_the_version_of_a_service_that_extends_another_is_changed_where_it_is_written() -> None:
    files = {"gateway.yaml": balancer("static: {hostnames: [a]}")}
    image = f"{CONTRIB}:0.95.0"
    base = BASE.replace(IMAGE, image)
    files["compose.yaml"] = f"services:\n{base}  gw: {{extends: base}}\n"
    run = run_files(files)
    about = [found for found in run.result.findings if found.policy.startswith("otelcol/loadbalancing")]
    assert about
    fixed = run.fix("unsafe")
    assert fixed["compose.yaml"].count("image:") == 1
    assert "0.95.0" not in fixed["compose.yaml"]


@pytest.mark.parametrize(
    ("agent", "gateway", "expected"),
    [
        ("network_mode: 'service:gateway'", "", True),
        ("", "network_mode: 'service:agent'", True),
        ("network_mode: 'service:other'", "network_mode: 'service:other'", True),
        ("network_mode: host", "network_mode: host", True),
        ("network_mode: host", "", False),
        ("network_mode: 'service:other'", "", False),
        ("network_mode: 'service:agent'", "", False),
        ("", "", False),
    ],
)
def test_what_shares_a_network_shares_localhost(agent: str, gateway: str, expected: bool) -> None:
    run = "image: '{image}', volumes: ['./{name}.yaml:/etc/otelcol-contrib/config.yaml']"
    services = "".join(
        f"  {name}: {{{', '.join(filter(None, (run.format(image=IMAGE, name=name), mode)))}}}\n"
        for name, mode in (("agent", agent), ("gateway", gateway))
    )
    files = {"agent.yaml": client_to("localhost:4317").replace("0.0.0.0:4317", "0.0.0.0:4000"), "gateway.yaml": SERVER}
    files["compose.yaml"] = f"services:\n{services}  other: {{image: i}}\n"
    facts = facts_of(files)
    assert linked(facts) == (["gateway.yaml"] if expected else [])
    if expected:
        assert shown(only(facts, "grpc.link"), "matched_by") == "the same network"
