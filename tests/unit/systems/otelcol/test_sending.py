"""Queues, retries, and how long a load balancer stands still while a removed backend's queue is emptied."""

from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed, facts_of, fields, only, shown, why

NAMES = ("queue_size", "queue_consumers", "retry_for")


def client(settings: str, version: str = "0.155.0") -> Entity:
    text = collector(f"otlp:\n  endpoint: x:4317{settings}")
    return only(facts_of({"a.yaml": text, "compose.yaml": composed(a=f"{CONTRIB}:{version}")}), "grpc.client")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", (1000, 10, "5m")),
        ("\n  sending_queue:", (1000, 10, "5m")),
        ("\n  sending_queue: {enabled: false}", (None, None, "5m")),
        ("\n  sending_queue: {queue_size: 20, num_consumers: 3}", (20, 3, "5m")),
        ("\n  sending_queue: {queue_size: many}", ("?", 10, "5m")),
        ("\n  sending_queue: {enabled: '${env:Q}'}", ("?", "?", "5m")),
        ("\n  retry_on_failure: {enabled: false}", (1000, 10, None)),
        ("\n  retry_on_failure: {max_elapsed_time: 1m}", (1000, 10, "1m")),
        ("\n  retry_on_failure: {max_elapsed_time: 0}", (1000, 10, "for ever")),
        ("\n  retry_on_failure: {max_elapsed_time: '${env:R}'}", (1000, 10, "?")),
    ],
)
def test_what_waits_and_how_long(settings: str, expected: tuple[object, ...]) -> None:
    assert fields(client(settings), *NAMES) == expected


@pytest.mark.parametrize(("version", "size"), [("0.76.1", 5000), ("0.77.0", 1000), ("latest", "?")])
def test_the_default_size_depends_on_the_release(version: str, size: object) -> None:
    found = client("", version)
    assert shown(found, "queue_size") == size
    if size == "?":
        assert why(found, "queue_size") == "1000 from 0.77.0 on, 5000 before"


def test_other_components_have_defaults_of_their_own() -> None:
    text = collector("otelarrow:\n  endpoint: x:4317")
    found = only(facts_of({"a.yaml": text, "compose.yaml": composed(a=f"{CONTRIB}:0.155.0")}), "grpc.client")
    assert "queue_size" not in found.fields


def balanced(settings: str, version: str) -> FactBase:
    front = f"load_balancing:\n  resolver: {{static: {{hostnames: [gateway]}}}}\n  protocol:\n    otlp: {{{settings}}}"
    files = {"front.yaml": collector(front.replace("load_balancing", "loadbalancing")), "gateway.yaml": collector()}
    files["compose.yaml"] = composed(front=f"{CONTRIB}:{version}", gateway=f"{CONTRIB}:0.155.0")
    return facts_of(files)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", "8m25s"),  # 100 times 5s, and 5s for what is under way
        ("timeout: 2s", "3m22s"),
        ("sending_queue: {queue_size: 25, num_consumers: 10}", "20s"),
        ("sending_queue: {enabled: false}", "5s"),
        ("timeout: 0", "for ever"),
        ("retry_on_failure: {enabled: false}", "8m25s"),
        ("sending_queue: {storage: file_storage}", "?"),
        ("sending_queue: {queue_size: '${env:Q}'}", "?"),
        ("sending_queue: {num_consumers: 0}", "?"),
    ],
)
def test_routing_stands_still_while_the_queue_is_emptied(settings: str, expected: str) -> None:
    facts = balanced(settings, "0.96.0")
    link = only(facts, "grpc.link")
    assert shown(link, "drain") == shown(only(facts, "grpc.client", load_balancing=True), "drain") == expected
    if expected != "?":
        steps = " | ".join(step.text for step in link.fields["drain"].evidence)
        assert "#31602" in steps
        assert "assumes a full queue" in steps


@pytest.mark.parametrize("version", ["0.97.0", "0.155.0", "latest"])
def test_later_releases_shut_it_down_aside(version: str) -> None:
    facts = balanced("", version)
    assert "drain" not in only(facts, "grpc.link").fields
    assert "drain" not in only(facts, "grpc.client", load_balancing=True).fields


def test_an_exporter_without_balancing_blocks_nobody() -> None:
    assert "drain" not in client("", "0.95.0").fields
