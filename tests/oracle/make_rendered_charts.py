"""Writes ``tests/oracle/rendered-charts.jsonl``: what Helm makes of values, with what is recorded of charts' defaults.

    PYTHONPATH=. python tests/oracle/make_rendered_charts.py OPENTELEMETRY_HELM_CHARTS SPLUNK_OTEL_COLLECTOR_CHART

Both arguments are git clones with their tags, as for ``make_chart_defaults.py``; ``helm`` (3.16.4 was used) has to be
on the path. Each chart is taken from its tag without its dependencies, whose values are filled in where templates ask.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import yaml

from tests.oracle.make_chart_defaults import OUT as DEFAULTS
from tests.oracle.make_chart_defaults import settings

OUT = Path(__file__).with_name("rendered-charts.jsonl")
Settings = dict[tuple[str, ...], str]
PATHS = {
    "opentelemetry-collector": "charts/opentelemetry-collector",
    "opentelemetry-kube-stack": "charts/opentelemetry-kube-stack",
    "splunk-otel-collector": "helm-charts/splunk-otel-collector",
}

COLLECTOR = {
    "own exporter": """\
mode: deployment
image: {repository: otel/opentelemetry-collector-contrib}
command: {name: otelcol-contrib}
config:
  exporters:
    otlp/backend: {endpoint: "backend:4317"}
  service:
    pipelines:
      traces: {exporters: [otlp/backend]}
""",
    "nulls take away": """\
mode: deployment
image: {repository: otel/opentelemetry-collector-contrib}
command: {name: otelcol-contrib}
config:
  receivers:
    jaeger: null
    zipkin: null
    prometheus: null
  processors:
    batch: {timeout: 5s}
  service:
    pipelines:
      metrics: null
      logs: null
      traces: {receivers: [otlp]}
""",
    "own settings of a default": """\
mode: deployment
image: {repository: otel/opentelemetry-collector-contrib}
command: {name: otelcol-contrib}
config:
  receivers:
    otlp:
      protocols:
        grpc: {max_recv_msg_size_mib: 16}
        http: null
    otlp/second:
      protocols: {grpc: {endpoint: "0.0.0.0:5317"}}
  service:
    pipelines:
      traces/second: {receivers: [otlp/second], exporters: [EXPORTER]}
""",
    "presets": """\
mode: daemonset
image: {repository: otel/opentelemetry-collector-contrib}
command: {name: otelcol-contrib}
presets:
  hostMetrics: {enabled: true}
  kubernetesAttributes: {enabled: true}
config:
  exporters:
    otlp/backend: {endpoint: "backend:4317"}
  service:
    pipelines:
      logs: {exporters: [otlp/backend]}
""",
}
STACK = {
    "daemon": """\
clusterName: demo
collectors:
  daemon:
    config:
      receivers:
        otlp: {protocols: {http: null}}
      exporters:
        otlp/backend: {endpoint: "backend:4317"}
      service:
        pipelines:
          traces: {exporters: [otlp/backend]}
""",
    "gateway": """\
clusterName: demo
collectors:
  gateway:
    enabled: true
    suffix: gateway
    replicas: 1
    mode: deployment
    config:
      receivers:
        otlp: {protocols: {grpc: {endpoint: "0.0.0.0:4317"}}}
      exporters:
        otlp/backend: {endpoint: "backend:4317"}
      service:
        pipelines:
          traces: {receivers: [otlp], exporters: [otlp/backend]}
""",
}
SPLUNK = {
    role: f"""\
clusterName: demo
splunkObservability: {{realm: us0, accessToken: "x"}}
gateway: {{enabled: true}}
{role}:
  enabled: true
  config:
    receivers:
      otlp: {{protocols: {{grpc: {{max_recv_msg_size_mib: 16}}}}}}
    exporters:
      debug/own: {{verbosity: basic}}
    service:
      pipelines:
        traces/own: {{receivers: [otlp], exporters: [debug/own]}}
""".replace("gateway: {enabled: true}\ngateway:", "gateway:")
    for role in ("agent", "gateway")
}
CASES = (
    ("opentelemetry-collector", COLLECTOR, "0.24.0 0.43.2 0.60.0 0.69.1 0.71.0 0.86.0 0.97.1 0.111.0 0.130.0 0.170.0"),
    ("opentelemetry-kube-stack", STACK, "0.4.2 0.11.1 0.20.3"),
    ("splunk-otel-collector", SPLUNK, "0.105.5 0.141.0 0.158.0"),
)


def chart_at(clone: str, chart: str, release: str, folder: Path) -> Path:
    """The chart at its tag, in ``folder`` and without its dependencies."""
    tag, path = f"{chart}-{release}", PATHS[chart]
    archive = subprocess.run(["git", "-C", clone, "archive", tag, path], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    told = folder / path / "Chart.yaml"
    about = yaml.safe_load(told.read_text(encoding="utf-8"))
    about.pop("dependencies", None)
    told.write_text(yaml.safe_dump(about), encoding="utf-8")
    for name in ("Chart.lock", "requirements.yaml", "requirements.lock"):
        (folder / path / name).unlink(missing_ok=True)
    return folder / path


def rendered(chart: Path, values: str) -> list[Any]:
    """The objects that Helm makes."""
    words = ["helm", "template", "demo", str(chart), "--namespace", "demo", "--skip-schema-validation", "-f", "-"]
    done = subprocess.run(words, input=values, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{chart}: {done.stderr}")
    return [document for document in yaml.safe_load_all(done.stdout) if document]


def configuration(objects: list[Any], case: str) -> Any:
    """The Collector's configuration: the only one, or that of the role or Collector ``case``."""
    found = []
    for one in objects:
        name = one["metadata"]["name"]
        if one["kind"] == "OpenTelemetryCollector" and case in name:
            found.append(one["spec"]["config"])
        elif one["kind"] == "ConfigMap" and "relay" in one.get("data", {}):
            role = {"agent": "-otel-agent", "gateway": "-otel-collector"}.get(case)
            if role is None or name.endswith(role):
                found.append(yaml.safe_load(one["data"]["relay"]))
    if len(found) != 1:
        raise SystemExit(f"{case}: {len(found)} configurations")
    return found[0]


def _own(chart: str, case: str, text: str) -> Any:
    """The configuration in the values."""
    values = yaml.safe_load(text)
    if chart == "opentelemetry-kube-stack":
        values = values["collectors"]
    return (values if chart == "opentelemetry-collector" else values[case])["config"]


def recorded(config: Settings, own: Settings) -> dict[str, str]:
    """The settings of what the values or the charts define; of what templates add only that it is there."""
    table = DEFAULTS.read_text(encoding="utf-8").splitlines()
    defaults = {tuple(line.split("\t")[2].split("::")[:2]) for line in table if not line.startswith("#")}
    known = defaults | {steps[:2] for steps in own}
    return {
        "::".join(steps): value
        for steps, value in sorted(config.items())
        if steps[0] == "service" or steps[:2] in known or len(steps) == 2
    }


def main(upstream: str, splunks: str) -> None:
    lines = []
    for chart, cases, releases in CASES:
        for release in releases.split():
            with tempfile.TemporaryDirectory() as folder:
                path = chart_at(splunks if chart.startswith("splunk") else upstream, chart, release, Path(folder))
                for case, values in cases.items():
                    own = re.search(r"\n {2}exporters:\n {4}(\w+)", (path / "values.yaml").read_text(encoding="utf-8"))
                    text = values.replace("EXPORTER", own[1] if own else "debug")
                    config = configuration(rendered(path, text), case)
                    flat = recorded(settings(config), settings(_own(chart, case, text)))
                    record = {"chart": chart, "release": release, "case": case, "values": text, "config": flat}
                    lines.append(json.dumps(record))
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
