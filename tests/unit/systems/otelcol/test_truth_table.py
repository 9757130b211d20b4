"""Which pairs of keepalive settings end in GOAWAY, as measured with grpc-go, against what is reported.

The rows are those of a table of runs over idle and busy connections: client time and permit against server ``min_time``
and permit.
"""

from __future__ import annotations

import pytest

from tests.harness import run_files
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed

REFUSED = "otelcol/keepalive-without-stream-refused"
FASTER = "otelcol/keepalive-faster-than-server-allows"
ONE_SIDED = "otelcol/keepalive-without-stream-one-sided"
PAIR = (REFUSED, FASTER, ONE_SIDED)

PERMIT = "permit_without_stream: true"


def judged(client: str, server: str, exporter: str = "otlp", rest: str = "") -> dict[str, str]:
    """The severity of each policy about the pair."""
    keepalive = f"\n  keepalive: {{timeout: 3s, {client}}}" if client else ""
    policy = f"\n      keepalive: {{enforcement_policy: {{{server}}}}}" if server else ""
    grpc = f"otlp:\n  protocols:\n    grpc:\n      endpoint: 0.0.0.0:4317{policy}"
    files = {
        "agent.yaml": collector(f"{exporter}:\n  endpoint: gateway:4317{rest}{keepalive}"),
        "gateway.yaml": collector(receivers=grpc),
        "compose.yaml": composed(agent=f"{CONTRIB}:0.143.0", gateway=f"{CONTRIB}:0.143.0"),
    }
    found = run_files(files).result.findings
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
