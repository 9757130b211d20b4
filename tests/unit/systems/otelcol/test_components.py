from __future__ import annotations

import pytest

from linter.facts.value import Unknown
from linter.systems.otelcol.catalog import catalog
from linter.versions.version import Version, parse
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed, facts_of, fields, only, shown, why

UNSURE = Unknown("not known")


def version(text: str) -> Version | Unknown:
    return parse("semver", text) or UNSURE


@pytest.mark.parametrize(
    ("section", "kind", "distribution", "release", "expected"),
    [
        ("exporter", "loadbalancing", "otelcol-contrib", "0.42.0", True),
        ("exporter", "loadbalancing", "otelcol-contrib", "0.165.1", True),
        ("exporter", "loadbalancing", "otelcol-contrib", "0.41.0", "?"),
        ("exporter", "loadbalancing", "otelcol-k8s", "0.97.0", False),
        ("exporter", "loadbalancing", "otelcol-k8s", "0.98.0", True),
        ("exporter", "loadbalancing", "otelcol", "0.155.0", False),
        ("exporter", "loadbalancing", "otelcol", "", False),
        ("exporter", "loadbalancing", "otelcol-contrib", "", "?"),
        ("exporter", "loadbalancing", "otelcol-ebpf-profiler", "0.155.0", "?"),
        ("exporter", "loadbalancing", "", "0.155.0", "?"),
        ("exporter", "load_balancing", "otelcol-contrib", "0.152.1", False),
        ("exporter", "load_balancing", "otelcol-contrib", "0.153.0", True),
        ("exporter", "otlp", "otelcol", "0.165.0", True),
        ("exporter", "otlp_grpc", "otelcol", "0.143.0", False),
        ("exporter", "otlp_grpc", "otelcol", "0.144.0", True),
        ("exporter", "logging", "otelcol-contrib", "0.110.0", True),
        ("exporter", "logging", "otelcol-contrib", "0.111.0", False),
        ("exporter", "jaeger", "otelcol-contrib", "0.84.0", True),
        ("exporter", "jaeger", "otelcol-contrib", "0.85.0", False),
        ("exporter", "loadbalancing", "otelcol", "100.0.0", "?"),
        ("exporter", "loadbalancing", "otelcol-contrib", "100.0.0", True),
        ("exporter", "logging", "otelcol-contrib", "100.0.0", False),
        ("exporter", "mezmo", "otelcol-contrib", "0.160.0", True),
        ("exporter", "mezmo", "otelcol-contrib", "0.161.0", False),
        ("exporter", "mycompany", "otelcol-contrib", "0.155.0", "?"),
        ("receiver", "yang_grpc", "otelcol-contrib", "0.157.0", True),
        ("extension", "file_storage", "otelcol-contrib", "0.155.0", True),
    ],
)
def test_what_a_distribution_holds(section: str, kind: str, distribution: str, release: str, expected: object) -> None:
    found = catalog().available(section, kind, distribution or None, version(release))
    assert ("?" if isinstance(found, Unknown) else found) == expected


@pytest.mark.parametrize(
    ("kind", "canonical"),
    [
        ("loadbalancing", "load_balancing"),
        ("load_balancing", "load_balancing"),
        ("otlp", "otlp_grpc"),
        ("debug", "debug"),
    ],
)
def test_both_names_are_one_type_and_one_module(kind: str, canonical: str) -> None:
    component = only(
        facts_of({"a.yaml": collector(f"{kind}/x: {{endpoint: 'a:1'}}")}), "otelcol.component", section="exporter"
    )
    assert fields(component, "id", "type", "canonical") == (f"{kind}/x", kind, canonical)
    assert str(shown(component, "package")).endswith("exporter")


def test_the_otlp_receiver_keeps_its_name() -> None:
    component = only(facts_of({"a.yaml": collector()}), "otelcol.component", section="receiver")
    assert shown(component, "canonical") == "otlp"


EXPORTERS = "exporters: [debug]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (collector(), {"otlp": True, "debug": True}),
        (collector().replace(EXPORTERS, "exporters: [debug/b]"), {"otlp": True, "debug/b": False}),
        (collector().replace(EXPORTERS, "exporters: [' debug ']"), {"otlp": True, "debug": True}),
        (collector().replace(EXPORTERS, "exporters: [forward]"), {"otlp": True, "forward": False}),
        (
            collector(rest="connectors:\n  forward:\n").replace(EXPORTERS, "exporters: [forward]"),
            {"otlp": True, "forward": True},
        ),
        (
            collector(rest="connectors: ${file:c.yaml}\n").replace(EXPORTERS, "exporters: [forward]"),
            {"otlp": True, "forward": "?"},
        ),
        (collector().replace(EXPORTERS, "exporters: [debug, '${env:MORE}']"), {"otlp": True, "debug": True}),
        (collector().replace(EXPORTERS, "exporters: debug"), {"otlp": True}),
        (
            collector().replace("exporters:\n  debug: {}\n", "exporters:\n  '${env:NAME}': {}\n"),
            {"otlp": True, "debug": "?"},
        ),
        (
            collector().replace("exporters:\n  debug: {}\n", "exporters: &e\n  debug: {}\nprocessors: *e\n"),
            {"otlp": True, "debug": True},
        ),
    ],
)
def test_what_is_defined(text: str, expected: dict[str, object]) -> None:
    references = facts_of({"a.yaml": text}).of("otelcol.reference")
    assert {str(shown(found, "id")): shown(found, "defined") for found in references} == expected


def test_a_use_is_placed_at_the_id() -> None:
    text = collector()
    places = [found.place for found in facts_of({"a.yaml": text}).of("otelcol.reference")]
    assert [text[place.start : place.end] for place in places] == ["otlp", "debug"]


def test_extensions_are_used_by_the_service() -> None:
    text = collector(rest="extensions:\n  pprof:\n  zpages:\n").replace(
        "service:\n", "service:\n  extensions: [pprof]\n"
    )
    facts = facts_of({"a.yaml": text})
    assert shown(only(facts, "otelcol.component", id="pprof"), "in_pipelines") is True
    assert shown(only(facts, "otelcol.component", id="zpages"), "in_pipelines") is False


@pytest.mark.parametrize(
    ("into", "out_of", "expected"),
    [("forward", "otlp", (True, False)), ("debug", "forward", (False, True)), ("forward", "forward", (True, True))],
)
def test_the_sides_of_a_connector(into: str, out_of: str, expected: tuple[bool, bool]) -> None:
    text = collector(rest="connectors:\n  forward:\n").replace(
        "      receivers: [otlp]\n      exporters: [debug]\n",
        f"      receivers: [otlp]\n      exporters: [{into}]\n"
        f"    traces/b:\n      receivers: [{out_of}]\n      exporters: [debug]\n",
    )
    connector = only(facts_of({"a.yaml": text}), "otelcol.component", section="connector")
    assert fields(connector, "used_as_exporter", "used_as_receiver") == expected


def test_signals_are_those_of_the_pipelines() -> None:
    text = (
        collector()
        + "    metrics/b: {receivers: [otlp], exporters: [debug]}\n    logs: {receivers: [otlp], exporters: []}\n"
    )
    facts = facts_of({"a.yaml": text, "compose.yaml": composed(a=f"{CONTRIB}:0.155.0")})
    assert shown(only(facts, "otelcol.component", id="debug"), "signals") == ("traces", "metrics")
    assert shown(only(facts, "otelcol.component", id="otlp"), "signals") == ("traces", "metrics", "logs")


def test_a_part_in_the_same_folder_may_define_what_is_missing() -> None:
    whole = collector().replace("exporters: [debug]", "exporters: [debug]\n      processors: [batch]")
    part = "processors:\n  batch:\nextensions:\n  pprof:\n"
    reference = only(facts_of({"x/a.yaml": whole, "x/b.yaml": part}), "otelcol.reference", id="batch")
    assert "x/b.yaml beside it defines `batch`" in why(reference, "defined")
    apart = facts_of({"x/a.yaml": whole, "y/b.yaml": part})
    assert shown(only(apart, "otelcol.reference", id="batch"), "defined") is False
    run = facts_of({"a.yaml": whole, "b.yaml": part, "compose.yaml": composed(a=f"{CONTRIB}:0.155.0")})
    assert shown(only(run, "otelcol.reference", id="batch"), "defined") is False
