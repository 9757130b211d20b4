"""Clients that reach a server by the address of their own machine."""

from __future__ import annotations

import textwrap

import pytest

from linter.facts.value import Ref, Unknown
from tests.unit.systems.helm.support import facts_of
from tests.unit.systems.otelcol.support import CONTRIB, collector, only

AGENT = """\
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: obs}
spec:
  template:
    metadata: {labels: {app: agent}}
    spec:
      hostNetwork: false
      containers:
      - name: otel
        image: IMAGE
        args: [--config=/conf/a.yaml]
        ports: [{containerPort: 4317, hostPort: 14317}, {containerPort: 8888, hostPort: 4317, protocol: UDP}]
        volumeMounts: [{name: c, mountPath: /conf}]
      volumes: [{name: c, configMap: {name: agent}}]
"""
CONFIG = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME, namespace: obs}\ndata:\n  a.yaml: |\n"
CLIENT = (
    AGENT.replace("DaemonSet", "Deployment")
    .replace("agent", "app")
    .replace(
        "        ports:",
        "        env: [{name: HOST_IP, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}]\n        ports:",
    )
)
SDK = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  template:
    spec:
      containers:
      - name: shop
        image: shop:1
        env:
        - {name: NODE, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}
        - {name: OTEL_EXPORTER_OTLP_ENDPOINT, value: 'http://$(NODE):4317'}
        - {name: OTEL_EXPORTER_OTLP_PROTOCOL, value: grpc}
"""
NETWORK = AGENT.replace("hostNetwork: false", "hostNetwork: true")


def manifest(workload: str, name: str, config: str) -> str:
    image = workload.replace("IMAGE", f"{CONTRIB}:0.155.0")
    return image + CONFIG.replace("NAME", name) + textwrap.indent(config, "    ")


def agent(workload: str = AGENT) -> str:
    return manifest(workload, "agent", collector())


def application(endpoint: str = "${env:HOST_IP}:14317") -> str:
    return manifest(CLIENT, "app", collector(f"otlp:\n  endpoint: '{endpoint}'"))


def linked(files: dict[str, str]) -> list[str]:
    return [
        server.id.partition("#")[0] if isinstance(server := link.fields["server"].data, Ref) else "?"
        for link in facts_of(files).of("grpc.link")
    ]


@pytest.mark.parametrize(
    ("client", "server", "expected"),
    [
        (application(), agent(), ["k/agent.yaml"]),
        (application("${env:HOST_IP}:4317"), agent(), []),
        (application("${env:OTHER_IP}:14317"), agent(), []),
        (application("${env:HOST_IP}:4317"), agent(NETWORK), ["k/agent.yaml"]),
        (application(), agent(AGENT.replace("DaemonSet", "Deployment")), []),
        (SDK, agent(NETWORK), ["k/agent.yaml"]),
        (SDK.replace("$(NODE)", "$(LATER)"), agent(NETWORK), []),
        (SDK.replace("status.hostIP", "status.podIP"), agent(NETWORK), []),
    ],
)
def test_a_port_of_the_node_leads_to_its_daemon_set(client: str, server: str, expected: list[str]) -> None:
    assert linked({"k/app.yaml": client, "k/agent.yaml": server}) == expected


@pytest.mark.parametrize(
    ("client", "server", "expected"),
    [
        ("k/app/x.yaml", "k/agent/a.yaml", True),
        ("k/app.yaml", "k/agent/a.yaml", True),
        ("one/app.yaml", "two/agent.yaml", False),
        ("app.yaml", "agent.yaml", True),
        ("conf/app.yaml", "agent.yaml", True),
        ("app.yaml", "k/agent.yaml", False),
    ],
)
def test_only_what_is_kept_nearby_is_on_the_same_machine(client: str, server: str, expected: bool) -> None:
    assert bool(linked({client: application(), server: agent()})) is expected


def test_a_build_is_one_machine_wherever_its_files_are() -> None:
    files = {
        "one/app.yaml": application(),
        "two/agent.yaml": agent(),
        "b/kustomization.yaml": "resources: [../one/app.yaml, ../two/agent.yaml]\n",
    }
    assert linked(files) == ["two/agent.yaml"]


def test_two_that_may_be_meant_are_named() -> None:
    other = agent().replace("name: agent", "name: other")
    files = {"k/app.yaml": application(), "k/agent.yaml": agent(), "k/other.yaml": other}
    (link,) = facts_of(files).of("grpc.link")
    server = link.fields["server"].data
    assert isinstance(server, Unknown)
    assert "k/other.yaml" in server.why


def test_the_operators_daemon_set_is_reached_at_its_node() -> None:
    resource = (
        "apiVersion: opentelemetry.io/v1beta1\nkind: OpenTelemetryCollector\nmetadata: {name: a}\nspec:\n"
        "  mode: daemonset\n  ports: [{name: x, port: 4317, hostPort: 14317}]\n  config:\n"
    ) + textwrap.indent(collector(), "    ")
    assert linked({"k/app.yaml": application(), "k/a.yaml": resource}) == ["k/a.yaml"]
    assert not linked({"k/app.yaml": application(), "k/a.yaml": resource.replace("daemonset", "deployment")})
    network = resource.replace("  ports: [{name: x, port: 4317, hostPort: 14317}]\n", "  hostNetwork: true\n")
    assert linked({"k/app.yaml": application("${env:HOST_IP}:4317"), "k/a.yaml": network}) == ["k/a.yaml"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("mode: daemonset\n", True),
        ("mode: deployment\n", False),
        ("mode: daemonset\nports: {otlp: {hostPort: 5555}}\n", False),
        ("mode: daemonset\nports: {otlp: {hostPort: null}}\n", False),
        ("mode: daemonset\nports: {otlp: {enabled: false}}\n", False),
        ("mode: daemonset\nhostNetwork: true\nports: {otlp: {enabled: false}}\n", True),
    ],
)
def test_the_charts_daemon_set_is_reached_at_its_node(values: str, expected: bool) -> None:
    written = values + "image: {repository: otel/opentelemetry-collector-contrib}\nconfig:\n"
    files = {"k/values.yaml": written + textwrap.indent(collector(), "  "), "k/app.yaml": SDK}
    assert bool(linked(files)) is expected


COMPOSE = """\
services:
  gateway:
    image: IMAGE
    volumes: ['./gateway.yaml:/etc/otelcol-contrib/config.yaml']
    PORTS
"""
APP = COMPOSE.replace("gateway", "agent")


@pytest.mark.parametrize(
    ("ports", "expected"),
    [
        ("ports: ['5317:4317']", True),
        ("ports: ['${P:-5317}:4317/tcp']", True),
        ("ports: ['5316-5318:4316-4318']", True),
        ("ports: [{published: '5317', target: 4317}]", True),
        ("ports: [{published: 5317, target: 4317, protocol: udp}]", False),
        ("ports: ['127.0.0.1:5317:4317']", False),
        ("ports: ['4317']", False),
        ("ports: ['5317:4318', {a: b}, text, 1-9:2]", False),
        ("network_mode: none", False),
    ],
)
def test_a_published_port_is_reached_through_the_host(ports: str, expected: bool) -> None:
    compose = (COMPOSE.replace("PORTS", ports)).replace("IMAGE", f"{CONTRIB}:0.155.0")
    files = {
        "app/compose.yaml": APP.replace("PORTS", "restart: always").replace("IMAGE", f"{CONTRIB}:0.155.0"),
        "app/agent.yaml": collector("otlp:\n  endpoint: host.docker.internal:5317"),
        "app/o11y/compose.yaml": compose,
        "app/o11y/gateway.yaml": collector(),
    }
    assert linked(files) == (["app/o11y/gateway.yaml:receivers/otlp"] if expected else [])


def test_a_configuration_in_a_folder_below_the_root_is_beside_its_compose_file() -> None:
    gateway = COMPOSE.replace("PORTS", "ports: ['5317:4317']")
    agent = APP.replace("services:\n", "").replace("./agent", "./conf/agent").replace("PORTS", "restart: always")
    files = {
        "compose.yaml": (gateway + agent).replace("IMAGE", f"{CONTRIB}:0.155.0"),
        "gateway.yaml": collector(),
        "conf/agent.yaml": collector("otlp:\n  endpoint: host.docker.internal:5317"),
    }
    assert linked(files) == ["gateway.yaml:receivers/otlp"]


def test_the_address_of_the_node_is_shown_as_it_is_called() -> None:
    facts = facts_of({"k/app.yaml": application(), "k/agent.yaml": agent()})
    client = only(facts, "grpc.client")
    assert client.fields["endpoint"].data == "status.hostip:14317"
    slot = client.fields["endpoint"].slot
    assert slot is not None
    assert slot.locked


def test_the_charts_variables_are_filled_in() -> None:
    written = "mode: deployment\nimage: {repository: otel/opentelemetry-collector-contrib}\n"
    env = "extraEnvs: [{name: HOST_IP, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}, {name: P, value: '14317'}]\n"
    config = collector("otlp:\n  endpoint: ${env:HOST_IP}:${env:P}")
    files = {"k/values.yaml": f"{written}{env}config:\n" + textwrap.indent(config, "  "), "k/agent.yaml": agent()}
    assert linked(files) == ["k/agent.yaml"]
