from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from tests.unit.systems.otelcol.support import facts_of, fields, indented, only, shown


def processed(processors: str, order: str) -> FactBase:
    text = (
        f"receivers:\n  otlp:\nprocessors:\n{indented(processors)}exporters:\n  debug: {{}}\n"
        f"service:\n  pipelines:\n    traces: {{receivers: [otlp], processors: {order}, exporters: [debug]}}\n"
    )
    return facts_of({"a.yaml": text})


def of(facts: FactBase, id_: str) -> tuple[object, ...]:
    return fields(only(facts, "otelcol.processor", id=id_), "first", "batch", "regrouping")


def name(ref: object) -> str:
    return str(ref).partition("processors/")[2].partition("'")[0]


def test_what_stands_before_a_processor_counts() -> None:
    facts = processed("memory_limiter:\nbatch:\ntail_sampling:", "[memory_limiter, batch, tail_sampling]")
    assert of(facts, "memory_limiter") == (True, None, None)
    first, batch, regrouping = of(facts, "tail_sampling")
    assert (first, name(batch), name(regrouping)) == (False, "batch", "batch")


def test_the_order_is_that_of_each_pipeline() -> None:
    text = (
        "receivers: {otlp: }\nprocessors: {batch: , memory_limiter: }\nexporters: {debug: }\n"
        "service:\n  pipelines:\n"
        "    traces: {receivers: [otlp], processors: [batch], exporters: [debug]}\n"
        "    logs: {receivers: [otlp], processors: [memory_limiter, batch], exporters: [debug]}\n"
    )
    found = only(facts_of({"a.yaml": text}), "otelcol.processor", id="memory_limiter")
    assert fields(found, "pipeline", "signal", "first", "batch") == ("logs", "logs", True, None)


def test_a_named_or_renamed_type_counts_by_its_newest_name() -> None:
    facts = processed("batch/big:\nk8sattributes/x:", "[batch/big, k8sattributes/x]")
    found = only(facts, "otelcol.processor", id="k8sattributes/x")
    assert shown(found, "type") == "k8s_attributes"
    assert name(shown(found, "batch")) == "batch/big"


def test_a_gap_in_the_list_leaves_open_what_stands_before() -> None:
    facts = processed("memory_limiter:\nbatch:", "['${env:X}', memory_limiter, batch]")
    assert of(facts, "memory_limiter") == ("?", "?", "?")
    assert of(facts, "batch") == (False, "?", "?")


@pytest.mark.parametrize(
    ("settings", "asks", "only_way"),
    [
        ("", True, False),
        ("pod_association: []", True, False),
        ("passthrough: true", True, True),
        ("pod_association: [{sources: [{from: connection}]}]", True, True),
        ("pod_association: [{from: connection}]", True, True),
        ("pod_association: [{sources: [{from: resource_attribute, name: k8s.pod.ip}]}]", False, False),
        (
            "pod_association: [{sources: [{from: resource_attribute, name: a}]}, {sources: [{from: connection}]}]",
            True,
            False,
        ),
        ("pod_association: '${env:RULES}'", "?", "?"),
        ("pod_association: ['${env:RULE}', {from: connection}]", "?", "?"),
        ("passthrough: '${env:PASS}'", "?", "?"),
    ],
)
def test_how_k8s_attributes_finds_the_pod(settings: str, asks: object, only_way: object) -> None:
    facts = processed(f"k8s_attributes:\n  {settings}" if settings else "k8s_attributes:", "[k8s_attributes]")
    found = only(facts, "otelcol.processor", id="k8s_attributes")
    assert fields(found, "asks_connection", "by_connection") == (asks, only_way)


def test_other_processors_ask_for_no_connection() -> None:
    assert fields(only(processed("batch:", "[batch]"), "otelcol.processor"), "asks_connection") == (None,)
