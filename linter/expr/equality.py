"""``==`` over data: two-valued for null, unknown for what is unknown."""

from __future__ import annotations

from typing import Any

from linter.facts.entity import Entity
from linter.facts.value import Items, Unknown


def same(one: Any, other: Any) -> bool | Unknown:
    """Whether both are equal; the first unknown if that can't be said. Entities are equal if their refs are."""
    if isinstance(one, Unknown):
        return one
    if isinstance(other, Unknown):
        return other
    if isinstance(one, Entity) and isinstance(other, Entity):
        return one.ref == other.ref
    if isinstance(one, Items) and isinstance(other, Items):
        return _same_items(one, other)
    return bool(one == other)


def _same_items(one: Items, other: Items) -> bool | Unknown:
    """Item by item; one certain difference is enough."""
    if not (one.complete and other.complete):
        return Unknown("a list may have more items than the input shows")
    if len(one.values) != len(other.values):
        return False
    open_pair: Unknown | None = None
    for left, right in zip(one.values, other.values, strict=True):
        found = same(left.data, right.data)
        if found is False:
            return False
        if isinstance(found, Unknown):
            open_pair = open_pair or found
    return True if open_pair is None else open_pair
