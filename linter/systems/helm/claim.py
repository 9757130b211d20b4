"""Whether a text is Helm values with a Collector's configuration, or a chart that brings a Collector."""

from __future__ import annotations

import re

from linter.system import Claim

CHARTS = ("opentelemetry-collector", "opentelemetry-kube-stack", "splunk-otel-collector")
"""The charts whose values are read."""

CHART_FILES = ("chart.yaml", "chart.yml", "chart.lock", "requirements.yaml", "requirements.lock")
"""Lower-case names of the files that say what a chart is and depends on."""

NEEDLES = tuple(name.encode() for name in CHARTS)

_CONFIG = re.compile(rb"(?m)^[ \t-]*[\"']?(?:config|alternateConfig)[\"']?[ \t]*:")
_SECTION = re.compile(
    rb"(?m)^[ \t]+[\"']?(?:receivers|processors|exporters|connectors|extensions|service)[\"']?[ \t]*:"
)
_VALUES = re.compile(rb"(?m)^[ \t]+(?:values|valuesObject|valuesContent)[ \t]*:")


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for chart files that name one of the charts, and for texts with a configuration below ``config``.

    Never sure: both keys are everyday words.
    """
    if name.lower() in CHART_FILES:
        return Claim("yaml") if any(needle in data for needle in NEEDLES) else None
    if _CONFIG.search(data) and _SECTION.search(data):
        return Claim("yaml")
    if any(needle in data for needle in NEEDLES) and (_VALUES.search(data) or b"{" in data):
        return Claim("yaml")
    return None
