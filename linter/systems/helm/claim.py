"""Whether a text is Helm values with a Collector's configuration, or a chart that brings a Collector."""

from __future__ import annotations

import re

from linter.pattern import pattern
from linter.system import Claim

CHARTS = ("opentelemetry-collector", "opentelemetry-kube-stack", "splunk-otel-collector")
"""The charts whose values are read."""

CHART_FILES = ("chart.yaml", "chart.yml", "chart.lock", "requirements.yaml", "requirements.lock")
"""Lower-case names of the files that say what a chart is and depends on."""

OWN_FILES = ("chart.yaml", "chart.yml")
"""Those of them that stand beside a chart's own values."""

NEEDLES = tuple(name.encode() for name in CHARTS)

LAID = tuple(
    f"{name}.{end}" for mark in "-._" for name in (f"values{mark}*", f"*{mark}values") for end in ("yaml", "yml")
)
"""Names of values that are laid over a chart's: ``values-prod.yaml``."""

_LAID = pattern(r"values[-._].+\.ya?ml|.+[-._]values\.ya?ml")
_IMAGE = pattern(rb"(?:^|[ \t{,\"'])(?:tag|digest)[\"']?[ \t]*:", re.MULTILINE)

# fixed bytes first: they are searched for many times faster than the start of a line
_CONFIG = tuple(pattern(key + rb"[\"']?[ \t]*:") for key in (b"config", b"alternateConfig"))
_BEFORE = (b"", b"'", b'"')
_SECTION = pattern(rb"(?m)^[ \t]+[\"']?(?:receivers|processors|exporters|connectors|extensions|service)[\"']?[ \t]*:")
_VALUES = pattern(rb"(?m)^[ \t]+(?:values|valuesObject|valuesContent)[ \t]*:")


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for chart files, locks only if they name one of the charts, and for texts with a configuration.

    That stands below ``config``. Never sure: both keys are everyday words. Values that say another image are read
    aside, for those they may be laid over.
    """
    if name.lower() in CHART_FILES:
        # any chart says that the values beside it are its own
        return Claim("yaml") if name.lower() in OWN_FILES or any(needle in data for needle in NEEDLES) else None
    if _has_config(data) and _SECTION.search(data):
        return Claim("yaml")
    if any(needle in data for needle in NEEDLES) and (b"{" in data or _VALUES.search(data)):
        return Claim("yaml")
    if b"image" in data and laid(name) and _IMAGE.search(data):
        return Claim("yaml", aside=True)
    return None


def laid(path: str) -> bool:
    """Whether the values at ``path`` are laid over others, by their name."""
    return _LAID.fullmatch(path.rpartition("/")[2].lower()) is not None


def _has_config(data: bytes) -> bool:
    """Whether one of the keys starts a line, dashes and a quote apart."""
    return any(
        data[data.rfind(b"\n", 0, found.start()) + 1 : found.start()].lstrip(b" \t-") in _BEFORE
        for key in _CONFIG
        for found in key.finditer(data)
    )
