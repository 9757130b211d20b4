"""Keys that a keepalive block does not know: the only finding, until they are mended; then the rest is judged."""

from __future__ import annotations

import pytest

from tests.harness import Run, run_files
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed, facts_of, only, shown, why

IMAGE = f"{CONTRIB}:0.158.0"
PERMIT = "permit_without_stream: true"
CLIENT = f"time: 10s, timeout: 3s, {PERMIT}"
SERVER = f"enforcement_policy: {{min_time: 10s, {PERMIT}}}"


def pair(client: str, server: str) -> dict[str, str]:
    grpc = f"otlp:\n  protocols:\n    grpc:\n      endpoint: 0.0.0.0:4317\n      keepalive: {{{server}}}"
    return {
        "agent.yaml": collector(f"otlp:\n  endpoint: gateway:4317\n  keepalive: {{{client}}}"),
        "gateway.yaml": collector(receivers=grpc),
        "compose.yaml": composed(agent=IMAGE, gateway=IMAGE),
    }


def found(result: Run) -> set[str]:
    return {finding.policy.partition("/")[2] for finding in result.result.findings}


@pytest.mark.parametrize(
    ("client", "server", "policy"),
    [
        (CLIENT, f"server_parameters: {{max_connection_age: 5m, {SERVER}}}", "keepalive-misplaced"),
        (CLIENT, f"min_time: 10s, {PERMIT}", "keepalive-misplaced"),
        (f"client_parameters: {{{CLIENT}}}", SERVER, "keepalive-misplaced"),
        (f"time: 10s, timout: 3s, {PERMIT}", SERVER, "unknown-key"),
        (f"Time: 10s, timeout: 3s, {PERMIT}", SERVER, "unknown-key"),
        ("time: 10s, timeout: 3s, permit-without-stream: true", SERVER, "unknown-key"),
        (CLIENT, f"enforcement_policy: {{minTime: 10s, {PERMIT}}}", "unknown-key"),
    ],
)
def test_only_the_stray_key_is_reported_and_its_fix_leaves_a_sound_pair(client: str, server: str, policy: str) -> None:
    before = run_files(pair(client, server))
    assert found(before) == {policy}
    after = run_files(before.fix("unsafe"))
    assert found(after) == set()
    assert not after.result.unjudged


BALANCER = """load_balancing:
  brand_new: 1
  protocol: {otlp: {keepalive: {time: 10s, timeout: 3s, brand_new: 1}}}
  resolver: {static: {hostnames: ["a:4317"]}}"""


@pytest.mark.parametrize(
    ("release", "refused", "ends"),
    [("0.161.0", 2, ()), ("0.165.0", 1, ("0.161.0",)), ("0.165.1", 0, ("0.161.0", "0.165.0"))],
)
def test_a_key_that_no_known_release_has_may_be_one_of_a_later_release(
    release: str, refused: int, ends: tuple[str, ...]
) -> None:
    files = {"agent.yaml": collector(BALANCER), "compose.yaml": composed(agent=f"{CONTRIB}:{release}")}
    result = run_files(files).result
    assert sum(one.policy == "otelcol/unknown-key" for one in result.findings) == refused
    silent = {one.why for one in result.unjudged if "otelcol/unknown-key" in one.policies}
    assert silent == {f"{release} is later than the releases whose settings are known (up to {end})" for end in ends}


def test_what_is_wrong_besides_is_judged_afterwards() -> None:
    misplaced = pair("time: 10s, timeout: 3s", f"min_time: 10s, {PERMIT}")
    assert found(run_files(misplaced)) == {"keepalive-misplaced"}
    assert found(run_files(pair("time: 10s, timeout: 3s", SERVER))) == {"keepalive-without-stream-one-sided"}


def test_the_reason_names_the_key() -> None:
    facts = facts_of(pair(f"timout: 3s, {CLIENT}", f"server_parameters: {{{SERVER}}}"))
    client = only(facts, "grpc.client")
    for name in ("enabled", "time", "timeout", "permit_without_stream", "configured_time", "detection"):
        assert "`timout`" in why(client, name)
    server = next(one for one in facts.of("grpc.server") if one.place.path == "gateway.yaml")
    for name in ("enforcement_policy", "min_time", "permit_without_stream", "time", "recycles"):
        assert "`enforcement_policy`" in why(server, name)
    assert shown(server, "keepalive") is True


@pytest.mark.parametrize(
    "server",
    [
        f"enabled: false, {SERVER}",
        f"enforcement_policy: {{enabled: false, min_time: 10s, {PERMIT}}}",
    ],
)
def test_a_policy_that_is_switched_off_is_named_and_switched_on(server: str) -> None:
    files = pair(CLIENT, server)
    before = run_files(files)
    refused = next(one for one in before.result.findings if one.policy.endswith("without-stream-refused"))
    assert "`enabled: false`" in refused.message
    assert "it has no" not in refused.message
    marked = {files[one.place.path][one.place.start : one.place.end] for one in refused.related}
    assert "false" in marked
    assert "true" not in marked
    after = before.fix("safe")
    assert after["gateway.yaml"] == files["gateway.yaml"].replace("enabled: false", "enabled: true")
    assert found(run_files(after)) == set()


def test_a_keepalive_that_is_switched_off_and_has_no_policy_gets_one() -> None:
    before = run_files(pair(CLIENT, "enabled: false"))
    refused = next(one for one in before.result.findings if one.policy.endswith("without-stream-refused"))
    assert "it has no `enforcement_policy`" in refused.message
    assert found(run_files(before.fix("safe"))) == set()
