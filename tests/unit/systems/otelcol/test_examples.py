"""The bundled examples: what is found, what the patch leaves, and that the healthy ones are silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import Run, run_files

EXAMPLES = Path(__file__).parents[4] / "examples"


def run(name: str) -> Run:
    folder = EXAMPLES / name
    return run_files({path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.yaml"))})


def found(result: Run) -> set[tuple[str, str, str]]:
    return {
        (finding.place.path, finding.policy.partition("/")[2], finding.severity.word)
        for finding in result.result.findings
    }


VERSION = {
    ("gateway.yaml", "loadbalancing-shutdown-blocks", "error"),
    ("gateway.yaml", "loadbalancing-used-after-shutdown", "error"),
    ("gateway.yaml", "loadbalancing-removed-backend-queue-lost", "error"),
    ("gateway.yaml", "grpc-decompression-bomb", "warning"),
    ("gateway.yaml", "grpc-rapid-reset", "warning"),
    ("sampling.yaml", "grpc-decompression-bomb", "warning"),
    ("sampling.yaml", "grpc-rapid-reset", "warning"),
}


def test_node_death() -> None:
    before = run("otelcol-node-death")
    assert found(before) == {*VERSION, ("gateway.yaml", "keepalive-unset", "warning")}
    unset = next(finding for finding in before.result.findings if finding.policy.endswith("keepalive-unset"))
    assert "`min_time` of 10s at most and `permit_without_stream: true`" in unset.message
    after = before.fix("safe")
    for setting in ("time: 10s\n", "timeout: 3s\n", "permit_without_stream: true\n"):
        assert after["gateway.yaml"].count(setting) == before.files["gateway.yaml"].count(setting) + 1
    assert "min_time: 8s\n                permit_without_stream: true\n" in after["sampling.yaml"]
    left = run_files(after)
    assert found(left) == VERSION
    for finding in left.result.findings:
        assert ("0.155.0" if finding.place.path == "gateway.yaml" else "0.103.0") in finding.message


def test_mismatch() -> None:
    before = run("otelcol-mismatch")
    assert found(before) == {
        ("agent.yaml", "keepalive-time-below-floor", "warning"),
        ("agent.yaml", "keepalive-timeout-too-long", "warning"),
        ("agent.yaml", "keepalive-without-stream-refused", "error"),
        ("agent.yaml", "keepalive-faster-than-server-allows", "warning"),
    }
    pair = [finding for finding in before.result.findings if "stream" in finding.policy or "faster" in finding.policy]
    assert all("gateway.yaml" in {related.place.path for related in finding.related} for finding in pair)
    assert found(run_files(before.fix("safe"))) == set()


@pytest.mark.parametrize("name", ["healthy/otelcol-node-death", "healthy/otelcol-mismatch"])
def test_healthy(name: str) -> None:
    healthy = run(name)
    assert found(healthy) == set()
    assert not healthy.result.unjudged
