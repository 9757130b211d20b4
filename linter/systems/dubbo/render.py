"""Data as Dubbo's configuration writes it."""

from __future__ import annotations

from linter.facts.duration import Duration
from linter.facts.render import render as render_yaml
from linter.facts.value import Data, Slot

_MILLION = 1_000_000
_FOR_EVER = 2**31 - 1


def render(data: Data, slot: Slot) -> str:
    """``data`` as text: durations are whole milliseconds; YAML gets quotes where it needs them."""
    if isinstance(data, Duration):
        return str(_FOR_EVER if data.nanoseconds is None else data.nanoseconds // _MILLION)
    if slot.place.doc.syntax == "yaml":
        return render_yaml(data, slot)
    if isinstance(data, bool):
        return "true" if data else "false"
    return "" if data is None else str(data)
