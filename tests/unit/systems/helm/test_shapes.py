from __future__ import annotations

import pytest

from linter.syntax.document import Route
from linter.systems.helm import SYSTEM
from linter.systems.helm.claim import claim
from linter.systems.helm.shapes import collectors
from tests.unit.systems.helm.support import VALUES, chart
from tests.unit.systems.support import documents

CONFIG = "{receivers: {otlp: }, exporters: {otlp: }}"


def found(text: str) -> list[tuple[str, Route, Route]]:
    (document,) = documents("values.yaml", text)
    return [(one.chart, one.route, one.config) for one in collectors(document.root)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"mode: daemonset\nconfig: {CONFIG}", [("opentelemetry-collector", (), ("config",))]),
        ("mode: daemonset\nconfig: {exporters: }", [("opentelemetry-collector", (), ("config",))]),
        ("a: {config: {exporters: }}", []),
        (f"a: {{config: {CONFIG}}}", [("", ("a",), ("a", "config"))]),
        (f"a: {{config: {CONFIG[:-1]}, other: 1}}}}", []),
        (f"a: {{config: {CONFIG[:-1]}, processors: [a]}}}}", []),
        (
            f"x: {{opentelemetry-collector: {{config: {CONFIG}}}}}",
            [
                (
                    "opentelemetry-collector",
                    ("x", "opentelemetry-collector"),
                    ("x", "opentelemetry-collector", "config"),
                )
            ],
        ),
        (
            f"presets: {{}}\nalternateConfig: {CONFIG}\nconfig: {CONFIG}",
            [("opentelemetry-collector", (), ("alternateConfig",))],
        ),
        (f"mode: deployment\nalternateConfig: {{}}\nconfig: {CONFIG}", [("opentelemetry-collector", (), ("config",))]),
        ("mode: deployment\nconfig: |\n  receivers:\n    otlp:", [("opentelemetry-collector", (), ("config",))]),
        ("mode: deployment\nconfig: receivers", []),
        (
            f"clusterName: a\nagent: {{config: {CONFIG}}}\ngateway: {{enabled: true}}",
            [("splunk-otel-collector", ("agent",), ("agent", "config"))],
        ),
        (
            f"collectors: {{one: {{config: {CONFIG}}}}}\ndefaultCRConfig: {{config: {CONFIG}}}",
            [
                ("opentelemetry-kube-stack", ("collectors", "one"), ("collectors", "one", "config")),
                ("opentelemetry-kube-stack", ("defaultCRConfig",), ("defaultCRConfig", "config")),
            ],
        ),
        (
            f"- values: [{{mode: deployment, config: {CONFIG}}}]",
            [("opentelemetry-collector", (0, "values", 0), (0, "values", 0, "config"))],
        ),
    ],
)
def test_values_are_told_by_their_shape(text: str, expected: list[tuple[str, Route, Route]]) -> None:
    assert found(text) == expected


def test_the_shared_configuration_of_a_stack_is_the_base_of_the_others() -> None:
    (document,) = documents("v.yaml", f"collectors: {{a: {{config: {CONFIG}}}}}\ndefaultCRConfig: {{config: {CONFIG}}}")
    assert [one.base for one in collectors(document.root)] == [frozenset({"receivers/otlp", "exporters/otlp"}), None]


@pytest.mark.parametrize("kind", ["OpenTelemetryCollector", "ConfigMap", "Deployment"])
def test_the_settings_of_other_objects_are_no_values(kind: str) -> None:
    text = f"apiVersion: x/v1\nkind: {kind}\nspec:\n  mode: deployment\n  config: {CONFIG}\n"
    (document,) = documents("v.yaml", text)
    assert list(SYSTEM.inside(document)) == []
    assert list(SYSTEM.local(document)) == []


@pytest.mark.parametrize(
    ("name", "text", "claimed"),
    [
        ("Chart.yaml", chart("0.86.0"), True),
        ("Chart.yaml", "name: a\nversion: 1.0.0\n", True),
        ("Chart.lock", "dependencies: []\n", False),
        ("values.yaml", VALUES, True),
        ("values.yaml", "config:\n  a: 1\n", False),
        ("a.yaml", "receivers:\n  otlp:\nexporters:\n  otlp:\n", False),
    ],
)
def test_a_claim_needs_a_configuration_or_a_chart(name: str, text: str, claimed: bool) -> None:
    assert (claim(name, text.encode()) is not None) == claimed
