from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from tests.unit.systems.otelcol.support import facts_of, indented, shown


def listening(receivers: str, used: str) -> FactBase:
    text = (
        f"receivers:\n{indented(receivers)}exporters:\n  debug: {{}}\n"
        f"service:\n  pipelines:\n    traces: {{receivers: [{used}], exporters: [debug]}}\n"
    )
    return facts_of({"a.yaml": text})


def two(one: str, other: str) -> str:
    protocols = (
        "protocols:\n    grpc:" + (f"\n      endpoint: '{endpoint}'" if endpoint else "") for endpoint in (one, other)
    )
    return "\n".join(f"otlp/{name}:\n  {text}" for name, text in zip("ab", protocols, strict=True))


@pytest.mark.parametrize(
    ("one", "other", "clash"),
    [
        ("0.0.0.0:4317", "0.0.0.0:4317", True),
        ("localhost:4317", "0.0.0.0:4317", True),
        (":4317", "10.0.0.1:4317", True),
        ("[::]:4317", "127.0.0.1:4317", True),
        ("", "", True),
        ("${env:POD_IP}:4317", "${env:POD_IP}:4317", True),
        ("0.0.0.0:4317", "0.0.0.0:4318", False),
        ("127.0.0.1:4317", "10.0.0.1:4317", False),
        ("", "0.0.0.0:4317", False),
        ("localhost:0", "localhost:0", False),
        ("unix:///a:4317", "unix:///a:4317", False),
        ("localhost:${env:PORT}", "localhost:${env:PORT}", False),
    ],
)
def test_when_two_listeners_exclude_each_other(one: str, other: str, clash: bool) -> None:
    found = listening(two(one, other), "otlp/a, otlp/b").of("otelcol.listener")
    assert any(shown(listener, "other") is not None for listener in found) is clash


def test_one_that_is_not_used_takes_nothing() -> None:
    found = listening(two("a:1", "a:1"), "otlp/b").of("otelcol.listener")
    assert [shown(listener, "other") for listener in found] == [None, None]


def test_grpc_and_http_of_one_receiver_are_two() -> None:
    receivers = "otlp:\n  protocols:\n    grpc: {endpoint: 'a:4317'}\n    http: {endpoint: 'a:4317'}"
    found = listening(receivers, "otlp").of("otelcol.listener")
    assert len([listener for listener in found if shown(listener, "other") is not None]) == 1
