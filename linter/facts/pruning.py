"""Trees cut down to what is read of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from linter.facts.tree import Key, Map, Seq, Tree

Shape: TypeAlias = "Mapping[str, Shape] | None"
"""The keys to keep with the shapes of their values; ``None`` keeps a value whole, ``{}`` only that it is there."""


def pruned(tree: Tree, shape: Shape) -> Tree:
    """``tree`` without what ``shape`` doesn't name; a shape applies to each item of a sequence."""
    if shape is None:
        return tree
    if isinstance(tree, Seq):
        items = tuple([pruned(item, shape) for item in tree.items])
        return Seq(tree.doc, tree.start, tree.end, items, tree.flow, tree.locked)
    if isinstance(tree, Map):
        entries = tuple([_pruned(entry, shape[entry.key]) for entry in tree.entries if entry.key in shape])
        return Map(tree.doc, tree.start, tree.end, entries, tree.flow, tree.locked, tree.open)
    return tree


def _pruned(entry: Key, shape: Shape) -> Key:
    value = pruned(entry.value, shape)
    return entry if value is entry.value else Key(entry.key, entry.start, entry.end, value)
