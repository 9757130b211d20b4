from __future__ import annotations

import pytest

from tests.unit.systems.otelcol.support import collector, facts_of, fields, only


def telemetry(text: str) -> str:
    return collector() + f"  telemetry: {text}\n"


@pytest.mark.parametrize(
    ("text", "level", "reader"),
    [
        ("{}", None, None),
        ("{metrics: {level: none}}", "none", None),
        ("{metrics: {level: '${env:LEVEL}'}}", "?", None),
        ("{metrics: {readers: [{periodic: {}}]}}", None, "periodic"),
        ("{metrics: {readers: [{pull: {}}, {periodic: {}}]}}", None, "pull"),
        ("{metrics: {readers: []}}", None, "?"),
        ("{metrics: {readers: '${env:READERS}'}}", None, "?"),
    ],
)
def test_the_own_metrics(text: str, level: object, reader: object) -> None:
    found = only(facts_of({"a.yaml": telemetry(text)}), "otelcol.service")
    assert fields(found, "metrics_level", "first_reader") == (level, reader)


def test_the_resource_detectors_are_listed() -> None:
    text = telemetry("{resource: {detection/development: {detectors: [{host: }, {process: }]}}}")
    assert fields(only(facts_of({"a.yaml": text}), "otelcol.service"), "detectors") == (("host", "process"),)


@pytest.mark.parametrize(("text", "balances"), [("load_balancing: {}", True), ("debug: {}\nload_balancing: {}", False)])
def test_only_a_load_balancer_in_use_counts(text: str, balances: bool) -> None:
    found = only(facts_of({"a.yaml": collector(text)}), "otelcol.service")
    assert fields(found, "balances") == (balances,)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{}", ()),
        ("{resource: {detection/development: {}}}", ()),
        ("{resource: '${file:a.yaml}'}", "?"),
        ("{resource: {detection/development: '${file:a.yaml}'}}", "?"),
    ],
)
def test_detectors_that_stand_elsewhere_are_unknown(text: str, found: object) -> None:
    assert fields(only(facts_of({"a.yaml": telemetry(text)}), "otelcol.service"), "detectors") == (found,)
