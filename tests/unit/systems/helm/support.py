"""Files through the reading and the joins of all systems."""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.base import FactBase
from linter.run.joining import join_all
from linter.run.reading import Reader
from linter.system import Setup, load_all

CHART = """\
apiVersion: v2
name: observability
version: 1.0.0
dependencies:
  - name: opentelemetry-collector
    alias: gateway
    version: VERSION
    repository: https://open-telemetry.github.io/opentelemetry-helm-charts
"""

VALUES = """\
gateway:
  mode: deployment
  fullnameOverride: gw
  image:
    repository: otel/opentelemetry-collector-contrib
  config:
    exporters:
      otlp:
        endpoint: backend:4317
        keepalive:
          time: 30s
    receivers:
      otlp:
        protocols:
          grpc:
    service:
      pipelines:
        traces:
          receivers: [otlp, zipkin]
          exporters: [otlp]
"""


def chart(version: str) -> str:
    return CHART.replace("VERSION", version)


def facts_of(files: Mapping[str, str]) -> FactBase:
    """The facts of ``files`` as a run has them."""
    systems = load_all()
    reader = Reader(systems)
    readings = [reader.read(path, text.encode()) for path, text in sorted(files.items())]
    return join_all(systems, [reading for reading in readings if reading is not None], Setup())
