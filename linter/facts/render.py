"""Data as plain YAML."""

from __future__ import annotations

from linter.facts.duration import Duration
from linter.facts.value import Data, Items, Ref, Slot, Unknown
from linter.syntax.yaml.quote import quoted
from linter.versions.version import Version


def render(data: Data, slot: Slot) -> str:
    """``data`` as a YAML scalar, in quotes only where it needs them; a part of a scalar (an image's tag) bare.

    For formats whose texts every YAML reader has to understand; durations are texts as Go writes them.
    """
    if data is None:
        return "null"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, (int, float)):
        return str(data)
    if isinstance(data, Items):
        shown = (render(item.data, slot) for item in data.values if not isinstance(item.data, Unknown))
        return f"[{', '.join(shown)}]"
    text = _text(data)
    return text if slot.part else quoted(text)


def _text(data: str | Duration | Version | Ref) -> str:
    if isinstance(data, str):
        return data
    if isinstance(data, Version):
        return data.text
    return data.id if isinstance(data, Ref) else str(data)
