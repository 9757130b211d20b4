"""Trees cut down to what is read of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from linter.facts.tree import Map, Seq, Tree
from linter.record import replace

Shape: TypeAlias = "Mapping[str, Shape] | None"
"""The keys to keep with the shapes of their values; ``None`` keeps a value whole, ``{}`` only that it is there."""


def pruned(tree: Tree, shape: Shape) -> Tree:
    """``tree`` without what ``shape`` doesn't name; a shape applies to each item of a sequence."""
    if shape is None:
        return tree
    if isinstance(tree, Seq):
        return replace(tree, items=tuple(pruned(item, shape) for item in tree.items))
    if isinstance(tree, Map):
        kept = [entry for entry in tree.entries if entry.key in shape]
        entries = tuple(replace(entry, value=pruned(entry.value, shape[entry.key])) for entry in kept)
        return replace(tree, entries=entries)
    return tree
