"""Plain data out of trees, wherever wrong types count as absent."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Map, Seq, Text, Tree
from linter.facts.value import Unknown

_NULLS = ("", "~", "null", "Null", "NULL")
_MOST_DIGITS = 18


def string(tree: Tree | None) -> str | None:
    """A scalar's text; ``None`` for null, nothing and everything else."""
    if not isinstance(tree, Text) or (not tree.style and tree.text in _NULLS):
        return None
    return tree.text


def is_null(tree: Tree | None) -> bool:
    """Whether YAML's word for nothing is written, or nothing at all."""
    return isinstance(tree, Text) and not tree.style and tree.text in _NULLS


def whole(text: str) -> int | Unknown:
    """A whole number that isn't negative; 18 digits are more than any port or count has."""
    if len(text) <= _MOST_DIGITS and text.isascii() and text.isdigit():
        return int(text)
    return Unknown(f"`{text}` is not a number")


def items(tree: Tree | None) -> Iterator[tuple[int, Tree]]:
    """The items of a sequence with their indices."""
    if isinstance(tree, Seq):
        yield from enumerate(tree.items)


def maps(tree: Tree | None) -> Iterator[tuple[int, Map]]:
    """The mappings of a sequence with their indices."""
    for index, item in items(tree):
        if isinstance(item, Map):
            yield index, item


def strings(tree: Tree | None) -> dict[str, str]:
    """A mapping's scalar values by key, null values as empty texts."""
    if not isinstance(tree, Map):
        return {}
    return {entry.key: string(entry.value) or "" for entry in tree.entries if isinstance(entry.value, Text)}


def verbatim(tree: Text) -> tuple[int, int] | None:
    """The span of the file that holds the scalar's characters one by one, without quotes; ``None`` if there is none."""
    width = tree.end - tree.start - len(tree.text)
    if not tree.style and width == 0:
        return tree.start, tree.end
    if tree.style in ("'", '"') and width == 2:
        return tree.start + 1, tree.end - 1
    return None


def same(one: Tree | None, other: Tree | None) -> bool:
    """Whether both say the same, wherever they stand."""
    if isinstance(one, Text) and isinstance(other, Text):
        return one.text == other.text and bool(one.style) == bool(other.style)
    if isinstance(one, Map) and isinstance(other, Map):
        return len(one.entries) == len(other.entries) and all(
            left.key == right.key and same(left.value, right.value)
            for left, right in zip(one.entries, other.entries, strict=True)
        )
    if isinstance(one, Seq) and isinstance(other, Seq):
        return len(one.items) == len(other.items) and all(
            same(left, right) for left, right in zip(one.items, other.items, strict=True)
        )
    return one is None and other is None
