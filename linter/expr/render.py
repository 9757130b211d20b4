"""Values as the text of messages."""

from __future__ import annotations

from linter.expr.scope import Result
from linter.facts.entity import Entity
from linter.facts.value import Items, Ref, Unknown

_MOST_BITS = 4096
"""Python refuses to write thousands of digits."""


def text_of(data: Result) -> str:
    """``data`` as people write it.

    Bools are ``true`` and ``false``, durations Go's text (``1m30s``), null is ``unset``, what can't be known
    ``unknown``; an entity is its name, a list its items with commas, and ``…`` where there may be more.
    """
    if data is None:
        return "unset"
    if isinstance(data, Unknown):
        return "unknown"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, Entity):
        return data.name
    if isinstance(data, Ref):
        return data.id
    if isinstance(data, Items):
        return ", ".join([text_of(value.data) for value in data.values] + ([] if data.complete else ["…"]))
    if isinstance(data, int) and data.bit_length() > _MOST_BITS:
        return hex(data)
    return str(data)
