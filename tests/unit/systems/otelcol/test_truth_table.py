"""Which pairs of keepalive settings end in GOAWAY, as measured with grpc-go, against what is reported.

The rows are those of a table of runs over idle and busy connections: client time and permit against server ``min_time``
and permit.
"""

from __future__ import annotations

import pytest

from tests.harness import run_files
from tests.pairs import kubernetes
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed

REFUSED = "otelcol/keepalive-without-stream-refused"
FASTER = "otelcol/keepalive-faster-than-server-allows"
ONE_SIDED = "otelcol/keepalive-without-stream-one-sided"
PAIR = (REFUSED, FASTER, ONE_SIDED)

PERMIT = "permit_without_stream: true"


def paired(client: str, server: str, exporter: str = "otlp", rest: str = "") -> dict[str, str]:
    """Files that hold such a client, such a server, and what runs them."""
    keepalive = f"\n  keepalive: {{timeout: 3s, {client}}}" if client else ""
    policy = f"\n      keepalive: {{enforcement_policy: {{{server}}}}}" if server else ""
    grpc = f"otlp:\n  protocols:\n    grpc:\n      endpoint: 0.0.0.0:4317{policy}"
    return {
        "agent.yaml": collector(f"{exporter}:\n  endpoint: gateway:4317{rest}{keepalive}"),
        "gateway.yaml": collector(receivers=grpc),
        "compose.yaml": composed(agent=f"{CONTRIB}:0.143.0", gateway=f"{CONTRIB}:0.143.0"),
    }


def judged(client: str, server: str, exporter: str = "otlp", rest: str = "") -> dict[str, str]:
    """The severity of each policy about the pair."""
    found = run_files(paired(client, server, exporter, rest)).result.findings
    return {finding.policy: finding.severity.word for finding in found if finding.policy in PAIR}


@pytest.mark.parametrize(
    ("client", "server", "expected"),
    [
        # Permitted on both sides, but sooner than min_time: GOAWAY while idle.
        (f"time: 10s, {PERMIT}", f"min_time: 30s, {PERMIT}", {FASTER: "error"}),
        (f"time: 29s, {PERMIT}", f"min_time: 30s, {PERMIT}", {FASTER: "error"}),
        (f"time: 10s, {PERMIT}", PERMIT, {FASTER: "error"}),
        # Not permitted by the server: GOAWAY while idle, whatever the times.
        (f"time: 10s, {PERMIT}", "min_time: 10s", {REFUSED: "error"}),
        (f"time: 10s, {PERMIT}", "", {REFUSED: "error"}),
        (PERMIT, "", {REFUSED: "error"}),
        (f"time: 10m, {PERMIT}", "", {REFUSED: "error"}),
        (f"time: 1h59m59s, {PERMIT}", "", {REFUSED: "error"}),
        (f"time: 10s, {PERMIT}", "min_time: 30s", {REFUSED: "error", FASTER: "warning"}),
        # Two hours are enough for any server.
        (f"time: 2h, {PERMIT}", "", {}),
        # Permitted and slow enough, equality included.
        (f"time: 10s, {PERMIT}", f"min_time: 10s, {PERMIT}", {}),
        (f"time: 1s, {PERMIT}", f"min_time: 10s, {PERMIT}", {}),
        (f"time: 5m, {PERMIT}", PERMIT, {}),
        # The client stays silent while idle; short RPCs clear the strikes.
        ("time: 10s", "", {FASTER: "note"}),
        ("time: 10s", "min_time: 10s", {}),
        ("time: 10s", "min_time: 11s", {FASTER: "warning"}),
        ("time: 5m", "", {}),
        # The server only allows more than the client asks for.
        ("time: 10s", f"min_time: 10s, {PERMIT}", {ONE_SIDED: "warning"}),
        # No keepalive at all.
        ("", "", {}),
        ("", f"min_time: 30s, {PERMIT}", {}),
        (f"enabled: false, time: 1s, {PERMIT}", "", {}),
    ],
)
def test_pairs(client: str, server: str, expected: dict[str, str]) -> None:
    assert judged(client, server) == expected


@pytest.mark.parametrize(
    ("rest", "expected"), [("\n  timeout: 40s", "note"), ("\n  timeout: 41s", "warning"), ("\n  timeout: 0", "warning")]
)
def test_long_rpcs_make_a_short_time_matter(rest: str, expected: str) -> None:
    assert judged("time: 10s", "", rest=rest) == {FASTER: expected}


@pytest.mark.parametrize(("exporter", "expected"), [("otelarrow", "warning"), ("stef", "warning"), ("otlp", "note")])
def test_streams_are_long_rpcs(exporter: str, expected: str) -> None:
    assert judged("time: 10s", "", exporter) == {FASTER: expected}


CERTAIN_REFUSED = "it closes an idle connection at the third or fourth ping in a row (`too_many_pings`)"
CERTAIN_FASTER = "it closes idle connections at the third ping too many (`too_many_pings`), again and again"
POSSIBLE = "ordinary exports are practically safe, as each response clears the strikes, but an RPC that hangs"
LONG = "an RPC that stays open without an answer for more than three pings is cut off with its connection"
HARMLESS = "permits pings while no RPC is open, but exporter otlp does not send them"


@pytest.mark.parametrize(
    ("client", "server", "rest", "expected"),
    [
        (f"time: 10s, {PERMIT}", f"min_time: 30s, {PERMIT}", "", {FASTER: CERTAIN_FASTER}),
        (f"time: 10s, {PERMIT}", "min_time: 10s", "", {REFUSED: CERTAIN_REFUSED}),
        (f"time: 10s, {PERMIT}", "", "", {REFUSED: "(it has no `enforcement_policy`)"}),
        (f"time: 10s, {PERMIT}", PERMIT, "", {FASTER: "(grpc-go's default, as `min_time` is left out)"}),
        ("time: 10s", "", "", {FASTER: POSSIBLE}),
        ("time: 10s", "min_time: 30s", "", {FASTER: POSSIBLE}),
        ("time: 10s", "", "\n  timeout: 60s", {FASTER: LONG}),
        ("time: 10s", f"min_time: 10s, {PERMIT}", "", {ONE_SIDED: HARMLESS}),
    ],
)
def test_the_certainty_is_said_in_words(client: str, server: str, rest: str, expected: dict[str, str]) -> None:
    found = run_files(paired(client, server, rest=rest)).result.findings
    said = {finding.policy: finding.message for finding in found if finding.policy in PAIR}
    assert list(said) == list(expected)
    for policy, words in expected.items():
        assert words in said[policy]


def test_without_keepalive_only_tcp_notices() -> None:
    """Safe between the two, so no finding about the pair; that a dead backend is found late is said of the client."""
    text = collector("loadbalancing:\n  resolver: {static: {hostnames: [gateway]}}")
    files = {**paired("", ""), "agent.yaml": text}
    found = {finding.policy: finding.message for finding in run_files(files).result.findings}
    assert not set(PAIR) & set(found)
    assert "noticed by TCP alone, about 15 minutes after the next send on Linux" in found["otelcol/keepalive-unset"]


def test_the_servers_own_pings_allow_the_client_nothing() -> None:
    files = paired(f"time: 10s, {PERMIT}", "")
    files["gateway.yaml"] = collector(
        receivers="otlp:\n  protocols:\n    grpc:\n      endpoint: 0.0.0.0:4317\n"
        "      keepalive: {server_parameters: {time: 10s, timeout: 5s}}"
    )
    found = {finding.policy: finding.severity.word for finding in run_files(files).result.findings}
    assert found[REFUSED] == "error"


ROUTE = """\
---
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: r, namespace: core}
spec:
  hostnames: [gateway.example.com]
  rules: [{backendRefs: [{name: gateway, port: 4317}]}]
"""


@pytest.mark.parametrize(("host", "expected"), [("gateway.core", {REFUSED}), ("gateway.example.com", set())])
def test_behind_what_terminates_http2_nothing_is_certain(host: str, expected: set[str]) -> None:
    """A proxy in between has rules of its own; straight to the Service the same two are wrong."""
    both = paired(f"time: 10s, {PERMIT}", "")
    make = kubernetes("ports: [{port: PORT}]", host, more=ROUTE)
    files, address = make(both["agent.yaml"].replace("gateway:4317", f"{host}:4317"), both["gateway.yaml"], 4317)
    assert address == f"{host}:4317"
    result = run_files(files).result
    assert {finding.policy for finding in result.findings} & set(PAIR) == expected
    assert (result.checked or {})["gRPC links"] == 1
