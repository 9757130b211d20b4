"""Fixes go to the file and place that a value comes from, whatever form the configuration has."""

from __future__ import annotations

import pytest

from linter.options import Flags
from tests.harness import run_files
from tests.unit.systems.otelcol.support import CONTRIB, collector, indented

POLICY = "otelcol/keepalive-time-below-floor"
EXPORTER = "otlp:\n  endpoint: gateway:4317\n  keepalive:\n    time: 2s\n    timeout: 3s"


def fixed(files: dict[str, str], policy: str = POLICY) -> dict[str, str]:
    """The files that the policy's fix changes."""
    after = run_files(files, flags=Flags(no_config=True)).fix("unsafe", policy)
    return {path: text for path, text in after.items() if text != files[path]}


@pytest.mark.parametrize("form", ["v1alpha1", "v1beta1"])
@pytest.mark.parametrize("listed", [False, True])
def test_in_a_custom_resource(form: str, listed: bool) -> None:
    text = (
        f"apiVersion: opentelemetry.io/{form}\nkind: OpenTelemetryCollector\nmetadata: {{name: a}}\nspec:\n"
        f"  config:{' |' if form == 'v1alpha1' else ''}\n{indented(collector(EXPORTER).rstrip(), 4)}"
    )
    if listed:
        text = f"apiVersion: v1\nkind: List\nitems:\n  -\n{indented(text.rstrip(), 4)}"
    assert fixed({"a.yaml": text}) == {"a.yaml": text.replace("time: 2s", "time: 10s")}


def test_in_one_of_several_files() -> None:
    files = {
        "a.yaml": collector("otlp:\n  endpoint: gateway:4317\n  keepalive:\n    time: 30s\n    timeout: 3s"),
        "b.yaml": "exporters:\n  otlp:\n    keepalive:\n      time: 2s\n",
        "compose.yaml": f"services:\n  c:\n    image: {CONTRIB}:0.155.0\n"
        "    volumes: ['./a.yaml:/a.yaml', './b.yaml:/b.yaml']\n"
        "    command: ['--config=/a.yaml', '--config=/b.yaml']\n",
    }
    assert fixed(files) == {"b.yaml": files["b.yaml"].replace("2s", "10s")}


def test_not_in_an_argument_or_a_variable() -> None:
    files = {
        "a.yaml": collector(EXPORTER.replace("2s", "${env:TIME:-2s}")),
        "compose.yaml": f"services:\n  c:\n    image: {CONTRIB}:0.155.0\n"
        "    volumes: ['./a.yaml:/a.yaml']\n"
        "    command: ['--config=/a.yaml', '--set=exporters.otlp.keepalive.timeout=20s']\n",
    }
    found = run_files(files, flags=Flags(no_config=True)).result.findings
    places = {finding.policy: finding.place for finding in found}
    time, timeout = places[POLICY], places["otelcol/keepalive-timeout-too-long"]
    assert files["a.yaml"][time.start : time.end] == "${env:TIME:-2s}"
    assert "--set=exporters.otlp" in files["compose.yaml"][timeout.start : timeout.end]
    assert fixed(files) == {}
    assert fixed(files, "otelcol/keepalive-timeout-too-long") == {}
