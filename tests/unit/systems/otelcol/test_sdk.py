"""Programs with an OpenTelemetry SDK as clients: told by the environment of their containers."""

from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Ref, Unknown
from tests.harness import run_files
from tests.unit.systems.otelcol.support import CONTRIB, collector, facts_of, shown, why

COLLECTOR = (
    f"  collector:\n    image: {CONTRIB}:0.155.0\n    volumes: [./gateway.yaml:/etc/otelcol-contrib/config.yaml]\n"
)


def compose(*environment: str, image: str = "shop/app:1") -> dict[str, str]:
    listed = "".join(f"      - '{one}'\n" for one in environment)
    app = f"  app:\n    image: {image}\n    environment:\n{listed}"
    return {"gateway.yaml": collector(), "compose.yaml": f"services:\n{COLLECTOR}{app}"}


def sdks(facts: FactBase) -> list[Entity]:
    return [client for client in facts.of("grpc.client") if shown(client, "section") == "SDK"]


def servers(facts: FactBase) -> list[str]:
    """The files of the servers that SDKs are linked to."""
    found = (link.fields["server"].data for link in facts.of("grpc.link") if "!OTEL" in str(link.ref.id))
    return [ref.id.partition(":")[0].partition("#")[0] if isinstance(ref, Ref) else "?" for ref in found]


GRPC = "OTEL_EXPORTER_OTLP_PROTOCOL=grpc"
TO = "OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4317"


def test_a_program_is_a_client_with_unknown_keepalive() -> None:
    facts = facts_of(compose(TO, GRPC))
    (client,) = sdks(facts)
    assert servers(facts) == ["gateway.yaml"]
    assert (client.name, shown(client, "endpoint")) == ("SDK in container of service app", "http://collector:4317")
    assert shown(client, "in_use") is True
    for name in ("enabled", "time", "timeout", "permit_without_stream", "detection", "rpc_timeout"):
        assert why(client, name) == "an SDK's keepalive is set in its program"


def test_it_stands_where_the_address_is_written() -> None:
    files = compose(TO, GRPC)
    (client,) = sdks(facts_of(files))
    assert files["compose.yaml"][client.place.start : client.place.end] == f"'{TO}'"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ((TO,), "maybe"),
        ((TO.replace("http", "https"),), "maybe"),
        ((TO + "/",), "maybe"),
        ((TO + "/v1/traces",), "none"),
        ((TO + "/v1/traces", GRPC), "sure"),
        ((TO.replace("http://", ""), GRPC), "sure"),
        ((TO, "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf"), "none"),
        ((TO, "OTEL_EXPORTER_OTLP_PROTOCOL=http/json"), "none"),
        ((TO, "OTEL_EXPORTER_OTLP_PROTOCOL="), "maybe"),
        ((TO.replace("4317", "4318"),), "none"),
        ((TO, GRPC, "OTEL_SDK_DISABLED=true"), "none"),
        ((TO, GRPC, "OTEL_TRACES_EXPORTER=none"), "sure"),
        ((TO, GRPC, *(f"OTEL_{one}_EXPORTER=none" for one in ("TRACES", "METRICS", "LOGS"))), "none"),
        ((TO, "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=grpc"), "sure"),
        ((TO, GRPC, "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf"), "sure"),
        (("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://collector:4317", GRPC), "sure"),
        (("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=http://collector:4317",), "maybe"),
        ((GRPC,), "none"),
        (("OTEL_EXPORTER_OTLP_ENDPOINT=", GRPC), "none"),
        (("OTEL_EXPORTER_OTLP_ENDPOINT=${COLLECTOR}", GRPC), "none"),
        (("OTEL_EXPORTER_OTLP_ENDPOINT=${COLLECTOR:-http://collector:4317}", GRPC), "sure"),
    ],
)
def test_what_speaks_grpc(environment: tuple[str, ...], expected: str) -> None:
    facts = facts_of(compose(*environment))
    found = sdks(facts)
    if expected == "none":
        assert not found
        return
    (client,) = found
    used = client.fields["in_use"].data
    assert (used is True) if expected == "sure" else isinstance(used, Unknown)
    assert servers(facts) == ["gateway.yaml"]


def test_signals_may_go_to_different_places() -> None:
    traces = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://elsewhere:4317"
    found = sdks(facts_of(compose(TO, traces, GRPC)))
    assert [client.name.removeprefix("SDK in container of service ") for client in found] == ["app (traces)", "app"]
    assert [shown(client, "targets_known") for client in found] == [False, True]


@pytest.mark.parametrize("image", [f"{CONTRIB}:0.155.0", "registry.example/otel/opentelemetry-collector:1"])
def test_a_collector_is_no_sdk(image: str) -> None:
    assert not sdks(facts_of(compose(TO, GRPC, image=image)))


def test_the_collector_that_was_read_is_no_sdk() -> None:
    files = compose(TO, GRPC)
    own = COLLECTOR.replace(CONTRIB, "shop/own") + f"    environment: ['{TO}', '{GRPC}']\n"
    files["compose.yaml"] = f"services:\n{own}"
    assert not sdks(facts_of(files))


POD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: app, namespace: shop}}
spec:
  template:
    spec:
      containers:
        - name: app
          image: shop/app:1
          env:
            - {{name: OTEL_EXPORTER_OTLP_ENDPOINT, value: "{endpoint}"}}
            - {{name: OTEL_EXPORTER_OTLP_PROTOCOL, value: grpc}}
"""
CR = """\
apiVersion: opentelemetry.io/v1beta1
kind: OpenTelemetryCollector
metadata: {name: gw, namespace: telemetry}
spec:
  image: otel/opentelemetry-collector-contrib:0.155.0
  config:
    receivers: {otlp: {protocols: {grpc: {endpoint: 0.0.0.0:4317}}}}
    exporters: {debug: {}}
    service: {pipelines: {traces: {receivers: [otlp], exporters: [debug]}}}
"""


@pytest.mark.parametrize(
    ("endpoint", "expected"),
    [
        ("http://gw-collector.telemetry:4317", True),
        ("http://gw-collector.telemetry.svc.cluster.local.:4317", True),
        ("http://gw-collector:4317", False),
        ("http://$(HOST_IP):4317", False),
    ],
)
def test_kubernetes(endpoint: str, expected: bool) -> None:
    facts = facts_of({"app.yaml": POD.format(endpoint=endpoint), "cr.yaml": CR})
    (client,) = sdks(facts)
    assert servers(facts) == (["cr.yaml"] if expected else [])
    assert client.name == "SDK in container app of Deployment app"
    alone = client.fields["alone"].data
    assert alone is None if expected else isinstance(alone, str)
    if "$(" in endpoint:
        assert alone == "`$(HOST_IP)` is known only where the program runs"


def test_without_a_server_there_is_nothing_to_say() -> None:
    files = compose(TO, GRPC)
    del files["gateway.yaml"]
    assert not facts_of(files).of("grpc.client")


def test_policies_stay_silent_and_say_so() -> None:
    """The server allows next to nothing; whether the program pings is not known."""
    files = compose(TO, GRPC)
    result = run_files(files, settings="profile: pedantic\n").result
    about = [found for found in result.findings if found.place.path == "compose.yaml" and "keepalive" in found.policy]
    assert not about
    silent = {policy for item in result.unjudged if "SDK" in item.subject for policy in item.policies}
    assert "otelcol/keepalive-without-stream-refused" in silent


def test_a_server_that_serves_programs_too_is_not_said_to_serve_collectors_only() -> None:
    """Links to programs stand among the server's links, so that nothing is concluded from the others alone."""
    files = compose(TO, GRPC)
    files["agent.yaml"] = collector("otlp:\n  endpoint: collector:4317")
    files["compose.yaml"] += (
        f"  agent:\n    image: {CONTRIB}:0.155.0\n    volumes: [./agent.yaml:/etc/otelcol-contrib/config.yaml]\n"
    )
    facts = facts_of(files)
    server = next(one for one in facts.of("grpc.server") if one.place.path == "gateway.yaml")
    links = shown(server, "links")
    assert isinstance(links, tuple)
    assert len(links) == 2
