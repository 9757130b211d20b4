from __future__ import annotations

import pytest

from linter.systems.otelcol.absence import absence, instead
from linter.versions.version import Version
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed, facts_of, fields, only, shown


@pytest.mark.parametrize(
    ("section", "kind", "distribution", "version", "expected"),
    [
        ("exporter", "logging", "otelcol-contrib", "0.111.0", "it was removed after 0.110.0"),
        ("exporter", "logging", "otelcol-contrib", "0.110.0", None),
        ("exporter", "debug", "otelcol-contrib", "0.85.0", "it exists from 0.86.0 on"),
        (
            "processor",
            "k8s_attributes",
            "otelcol-contrib",
            "0.145.0",
            "the name exists from 0.146.0 on, before that it is `k8sattributes`",
        ),
        ("processor", "tail_sampling", "otelcol", None, "it is only in otelcol-contrib, otelcol-k8s"),
        ("exporter", "logging", "otelcol-contrib", None, None),
    ],
)
def test_why_a_component_is_absent(
    section: str, kind: str, distribution: str, version: str | None, expected: str | None
) -> None:
    assert absence(section, kind, distribution, Version("semver", version) if version else None) == expected


def test_what_to_use_instead() -> None:
    assert instead("exporter", "logging") == "the exporter `debug`"
    assert instead("exporter", "otlp") is None


@pytest.mark.parametrize(
    ("version", "expected"),
    [("0.60.0", "?"), ("0.64.0", True), ("0.110.0", True), ("0.111.0", False), ("latest", "?")],
)
def test_core_components_are_not_held_absent_before_they_were_listed(version: str, expected: object) -> None:
    files = {"a.yaml": collector("logging: {}"), "compose.yaml": composed(a=f"{CONTRIB}:{version}")}
    assert shown(only(facts_of(files), "otelcol.component", id="logging"), "available") == expected


ADDRESS = "service:\n  telemetry:\n    metrics:\n      address: 0.0.0.0:8888\n"


@pytest.mark.parametrize(
    ("version", "args", "read", "refused"),
    [
        ("0.122.1", "", True, False),
        ("0.123.0", "", False, False),
        ("0.127.0", "--feature-gates=-telemetry.x", "?", False),
        ("0.127.0", "--feature-gates=-other.x", False, False),
        ("0.128.0", "--feature-gates=-telemetry.x", False, True),
        ("latest", "", "?", "?"),
    ],
)
def test_what_becomes_of_the_metrics_address(version: str, args: str, read: object, refused: object) -> None:
    text = collector().replace("service:\n", ADDRESS)
    compose = composed(a=f"{CONTRIB}:{version}") + (f"    command: {args}\n" if args else "")
    config = only(facts_of({"a.yaml": text, "compose.yaml": compose}), "otelcol.config")
    assert fields(config, "metrics_address", "metrics_address_read", "metrics_address_refused") == (
        "0.0.0.0:8888",
        read,
        refused,
    )


@pytest.mark.parametrize(
    ("text", "version", "refused", "literal", "alone"),
    [
        ("$HOST", "0.103.0", False, False, True),
        ("$HOST", "0.104.0", True, False, True),
        ("$HOST", "0.107.0", False, True, True),
        ("a:$HOST", "0.107.0", False, True, False),
        ("pa$SWORD", "0.107.0", False, False, False),
        ("$2y$05$NaCl", "0.107.0", False, False, False),
        ("$host", "0.107.0", False, False, True),
        ("$host", "0.105.0", True, False, True),
        ("$HOST", "latest", "?", "?", True),
    ],
)
def test_names_without_braces(text: str, version: str, refused: object, literal: object, alone: bool) -> None:
    files = {
        "a.yaml": collector(f"debug:\n  verbosity: '{text}'"),
        "compose.yaml": composed(a=f"{CONTRIB}:{version}"),
    }
    assert fields(only(facts_of(files), "otelcol.variable"), "refused", "literal", "alone") == (refused, literal, alone)


@pytest.mark.parametrize("text", ["$$HOST", "${HOST}", "${env:HOST}", "a$", "$1", "^x$"])
def test_other_dollar_signs_are_no_names(text: str) -> None:
    files = {"a.yaml": collector(f"debug:\n  verbosity: '{text}'"), "compose.yaml": composed(a=f"{CONTRIB}:0.105.0")}
    assert facts_of(files).of("otelcol.variable") == ()
