"""Data as the Collector's YAML."""

from __future__ import annotations

from linter.facts.duration import Duration
from linter.facts.render import render as render_yaml
from linter.facts.value import Data, Slot


def render(data: Data, slot: Slot) -> str:
    """``data`` as a YAML scalar that the Collector reads as this data.

    Durations are plain (``10s``); text is quoted only where it would be read as something else.
    """
    if isinstance(data, Duration):
        return "0s" if data.nanoseconds is None else str(data)
    return render_yaml(data, slot)
