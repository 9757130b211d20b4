"""Placeholders that the Collector, or something before it, replaces."""

from __future__ import annotations

from linter.facts.holes import unfilled
from linter.facts.value import Unknown
from linter.pattern import pattern

# `$$` is a literal dollar sign. `$NAME` without braces was replaced up to 0.106 and is an error since
# (open-telemetry/opentelemetry-collector confmap/README.md).
_DOLLAR = pattern(r"\$\$|\$\{[^}]*\}?|\$[A-Za-z_]\w*")


def placeholder(text: str) -> Unknown | None:
    """Why ``text`` is not known, if it holds a placeholder."""
    if "$" in text:
        for found in _DOLLAR.finditer(text):
            if found.group() != "$$":
                return Unknown(f"`{found.group()}` is known only where the Collector runs")
    if "{" in text or "<%" in text or "@" in text or "$(" in text:
        return unfilled(text.replace("$$", ""))
    return None
