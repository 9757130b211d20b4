"""How long a dead peer stays unnoticed, with the steps that lead to the figure."""

from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed, facts_of, fields, indented, only, why

IMAGE = f"{CONTRIB}:0.155.0"


def pair(keepalive: str, policy: str = "") -> FactBase:
    server = "otlp:\n  protocols:\n    grpc:\n      endpoint: 0.0.0.0:4317"
    if policy:
        server += f"\n      keepalive: {{enforcement_policy: {policy}}}"
    client = "otlp:\n  endpoint: gateway:4317"
    files = {
        "agent.yaml": collector(client + (f"\n  keepalive: {keepalive}" if keepalive else "")),
        "gateway.yaml": collector(receivers=server),
        "compose.yaml": composed(agent=IMAGE, gateway=IMAGE),
    }
    return facts_of(files)


def steps(entity: Entity, name: str) -> str:
    return " | ".join(step.text for step in entity.fields[name].evidence)


@pytest.mark.parametrize(
    ("keepalive", "busy", "idle"),
    [
        ("", "15m24.6s", "for ever"),
        ("{enabled: false}", "15m24.6s", "for ever"),
        ("{time: 30s, timeout: 3s}", "33s", "for ever"),
        ("{time: 30s, timeout: 3s, permit_without_stream: true}", "33s", "33s"),
        ("{time: 1s, permit_without_stream: true}", "30s", "30s"),
        ("{time: '${env:T}', permit_without_stream: true}", "?", "?"),
        ("{time: '${env:T}'}", "?", "for ever"),
        ("{time: 30s, timeout: 3s, permit_without_stream: '${env:P}'}", "33s", "?"),
        ("{enabled: '${env:E}'}", "?", "?"),
    ],
)
def test_figures(keepalive: str, busy: str, idle: str) -> None:
    facts = pair(keepalive)
    for kind in ("grpc.link", "grpc.client"):
        entity = only(facts, kind)
        assert fields(entity, "detection", "idle_detection") == (busy, idle)


def test_every_figure_that_is_known_says_how_it_comes_about_and_what_it_assumes() -> None:
    for keepalive in ("", "{time: 30s}", "{permit_without_stream: true}"):
        link = only(pair(keepalive), "grpc.link")
        assert "assumes" in steps(link, "detection")
        assert steps(link, "idle_detection")
    assert "tcp_retries2" in steps(only(pair(""), "grpc.link"), "detection")
    assert "next send" in steps(only(pair(""), "grpc.link"), "detection")


def test_the_steps_name_their_places_where_they_are_written() -> None:
    facts = pair("{time: 30s}")
    time, answer, *_ = only(facts, "grpc.client").fields["detection"].evidence
    assert time.text == "30s without a sign of life"
    assert time.place is not None
    text = collector("otlp:\n  endpoint: gateway:4317\n  keepalive: {time: 30s}")
    assert text[time.place.start : time.place.end] == "30s"
    assert answer.text == "20s more for the answer to the ping (grpc-go uses 20s where it is not set)"
    assert answer.place is None


def test_a_raised_time_says_so() -> None:
    assert "10s without a sign of life (grpc-go raises anything below 10s to 10s)" in steps(
        only(pair("{time: 1s}"), "grpc.client"), "detection"
    )


@pytest.mark.parametrize("permit", ["true", "false"])
def test_without_pings_while_idle_it_counts_from_the_next_rpc(permit: str) -> None:
    told = steps(only(pair(f"{{time: 30s, permit_without_stream: {permit}}}"), "grpc.link"), "detection")
    assert ("counted from the start of the next RPC" in told) is (permit == "false")


@pytest.mark.parametrize(
    ("policy", "refused"),
    [
        ("", "the server closes idle connections"),
        ("{permit_without_stream: true}", "the server wants 5m between pings"),
        ("{permit_without_stream: true, min_time: 30s}", ""),
        ("{permit_without_stream: true, min_time: 31s}", "the server wants 31s"),
        ("{permit_without_stream: '${env:P}', min_time: 1s}", ""),
    ],
)
def test_a_server_that_refuses_the_pings_spoils_the_figure(policy: str, refused: str) -> None:
    link = only(pair("{time: 30s, timeout: 3s, permit_without_stream: true}", policy), "grpc.link")
    for name in ("detection", "idle_detection"):
        assert ("does not hold for long" in steps(link, name)) is bool(refused)
        assert refused in steps(link, name)
        assert ("assumes that the server accepts" in steps(link, name)) is not bool(refused)


def test_no_server_is_no_refusal() -> None:
    client = only(facts_of({"a.yaml": collector("otlp:\n  endpoint: x:4317\n  keepalive: {time: 1m}")}), "grpc.client")
    assert "assumes that the server accepts the pings" in steps(client, "detection")


@pytest.mark.parametrize(
    ("exporter", "reason"),
    [
        ("otlp:\n  endpoint: elsewhere:4317", "nothing in the files checked is called `elsewhere`"),
        ("otlp:\n  endpoint: gateway:9", "no server of a configuration that was read listens behind `gateway:9`"),
        ("otlp:\n  endpoint: localhost:9", "nothing that was read listens on port 9 of its own workload"),
        (
            "otlp:\n  endpoint: ${env:G:-${file:/h}:1}y",
            "`${file:/h}` is known only where the Collector runs",
        ),
        ("otlp:\n  endpoint: ${env:G", "`${env:G` names no port"),
        ("otlp:\n  endpoint: $GATEWAY", "`$GATEWAY` names no port"),
        ("otlp:\n  endpoint: a$$b:4317", "nothing in the files checked is called `a$b`"),
        ("otlp:\n  endpoint: $${env:G}:4317", "nothing in the files checked is called `${env:g}`"),
        (
            "otlp:\n  endpoint: ${GATEWAY:-gateway:4317}",
            (
                "the Collector refuses `${GATEWAY:-gateway:4317}` unless something fills it in before: what stands "
                "before a colon is a provider, so a default is written `${env:GATEWAY:-gateway:4317}`"
            ),
        ),
        ("otlp:\n  endpoint: ${env:G}", "`${env:G}` is known only where the Collector runs"),
        ("otlp:\n  endpoint: gateway", "`gateway` names no port"),
        (
            "loadbalancing:\n  resolver: {static: {hostnames: '${env:HOSTS}'}}",
            "`${env:HOSTS}` is known only where the Collector runs",
        ),
        ("loadbalancing:\n  resolver: {static: {hostnames: }}", "the static resolver lists no host names"),
        ("otlp: {}", "it has no endpoint"),
    ],
)
def test_why_a_client_is_alone(exporter: str, reason: str) -> None:
    files = {
        "agent.yaml": collector(exporter),
        "gateway.yaml": collector(),
        "compose.yaml": composed(agent=IMAGE, gateway=IMAGE),
    }
    client = only(facts_of(files), "grpc.client")
    assert client.fields["alone"].data == reason


def test_a_client_that_nothing_runs_does_not_know_its_own_host() -> None:
    client = only(facts_of({"a.yaml": collector("otlp:\n  endpoint: localhost:1")}), "grpc.client")
    assert "nothing in the files checked says what runs there" in str(client.fields["alone"].data)


def test_a_linked_client_is_not_alone_and_not_apart() -> None:
    facts = pair("")
    assert only(facts, "grpc.client").fields["alone"].data is None
    assert only(facts, "grpc.link").fields["apart"].data is None


def test_a_client_that_is_not_used_stands_apart() -> None:
    files = {
        "agent.yaml": collector(rest=f"  otlp:\n{indented('endpoint: gateway:4317', 4)}"),
        "gateway.yaml": collector(),
        "compose.yaml": composed(agent=IMAGE, gateway=IMAGE),
    }
    link = only(facts_of(files), "grpc.link")
    assert "no pipeline uses the client" in str(link.fields["apart"].data)


def test_why_an_unknown_figure_is_unknown() -> None:
    assert "`${env:T}`" in why(only(pair("{time: '${env:T}'}"), "grpc.link"), "detection")
