"""Trees as a second YAML parser sees them, and changes made to them in memory.

The nodes are mutable: they live for one comparison and are never shared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from linter.syntax.change import TreeChange
from linter.syntax.document import Route


@dataclass(slots=True)
class Leaf:
    """A scalar; ``plain`` because quotes decide how readers type it."""

    text: str
    plain: bool = True
    anchor: str | None = None
    tag: str | None = None


@dataclass(slots=True)
class Pairs:
    entries: list[tuple[Tree, Tree]] = field(default_factory=list)
    anchor: str | None = None
    tag: str | None = None


@dataclass(slots=True)
class Items:
    items: list[Tree] = field(default_factory=list)
    anchor: str | None = None
    tag: str | None = None


@dataclass(slots=True)
class Use:
    """An alias."""

    name: str


Tree: TypeAlias = "Leaf | Pairs | Items | Use"


_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class Unread(Exception):
    """The second parser can't read a text; the message says why."""


class Unmade(Exception):
    """A change that can't be made in the tree as the second parser sees it."""


def canonical(tree: Tree) -> tuple[Any, ...]:
    """``tree`` for comparing: entries in the order of their keys, since a change does not say where it inserts.

    Keys count by their text, since a renamed key may keep its quotes or lose them.
    """
    if isinstance(tree, Leaf):
        return ("leaf", tree.text, tree.plain, tree.anchor, tree.tag)
    if isinstance(tree, Use):
        return ("use", tree.name)
    if isinstance(tree, Items):
        return ("items", tree.anchor, tree.tag, tuple(canonical(item) for item in tree.items))
    entries = [(_key(key), canonical(value)) for key, value in tree.entries]
    return ("pairs", tree.anchor, tree.tag, tuple(sorted(entries, key=lambda entry: repr(entry[0]))))


def _key(key: Tree) -> tuple[Any, ...]:
    return ("leaf", key.text, key.anchor) if isinstance(key, Leaf) else canonical(key)


def get(tree: Tree, route: Route) -> Tree | None:
    """What ``route`` leads to through own entries; aliases are not followed."""
    found: Tree | None = tree
    for step in route:
        if isinstance(found, Pairs) and isinstance(step, str):
            index = _index(found, step)
            found = None if index is None else found.entries[index][1]
        elif isinstance(found, Items) and isinstance(step, int) and step < len(found.items):
            found = found.items[step]
        else:
            return None
    return found


def make(tree: Tree, changes: Sequence[TreeChange], literal: Callable[[str], Tree]) -> Tree:
    """``tree`` with ``changes`` made, all of whose routes are of the tree as it was; raises ``Unmade``.

    Values are set first, keys renamed from the inside out and items of sequences taken out last, so that every route
    still leads where it was meant to.
    """
    for change in changes:
        if change.verb == "set":
            tree = _set(tree, change.route, literal(change.to))
    taken_out: list[tuple[Items, int]] = []
    for change in changes:
        if change.verb == "remove":
            _remove(get(tree, change.route[:-1]), change.route[-1], taken_out)
    for change in sorted(changes, key=lambda change: -len(change.route)):
        if change.verb == "rename":
            _rename(get(tree, change.route[:-1]), change.route[-1], change.to)
        elif change.verb not in ("set", "remove"):
            raise Unmade(f"the verb {change.verb} can't be proven")
    for items, index in sorted(taken_out, key=lambda entry: -entry[1]):
        del items.items[index]
    return tree


def _set(tree: Tree, route: Route, value: Tree) -> Tree:
    """``tree`` with ``value`` at ``route``; missing parents become mappings."""
    if not route:
        return _keeping(tree, value)
    if isinstance(tree, Leaf) and tree.plain and tree.text in _NULLS:
        tree = Pairs([], tree.anchor, tree.tag)
    step, rest = route[0], route[1:]
    if isinstance(tree, Pairs) and isinstance(step, str):
        index = _index(tree, step)
        if index is None:
            tree.entries.append((Leaf(step), _set(Pairs(), rest, value) if rest else value))
        else:
            key, old = tree.entries[index]
            tree.entries[index] = (key, _set(old, rest, value))
        return tree
    if isinstance(tree, Items) and isinstance(step, int) and step < len(tree.items):
        tree.items[step] = _set(tree.items[step], rest, value)
        return tree
    raise Unmade("the place of the new value is not there")


def _keeping(old: Tree, new: Tree) -> Tree:
    """``new`` with the anchor and the tag of ``old``, which stand before the value and stay."""
    if not isinstance(old, Use) and not isinstance(new, Use):
        new.anchor, new.tag = new.anchor or old.anchor, new.tag or old.tag
    return new


def _remove(parent: Tree | None, step: str | int, taken_out: list[tuple[Items, int]]) -> None:
    if isinstance(parent, Pairs) and isinstance(step, str):
        index = _index(parent, step)
        if index is not None:
            del parent.entries[index]
            return
    elif isinstance(parent, Items) and isinstance(step, int) and step < len(parent.items):
        if not any(items is parent and index == step for items, index in taken_out):
            taken_out.append((parent, step))
        return
    raise Unmade("what is to be removed is not there")


def _rename(parent: Tree | None, step: str | int, to: str) -> None:
    if isinstance(parent, Pairs) and isinstance(step, str):
        index = _index(parent, step)
        if index is not None:
            key, value = parent.entries[index]
            anchor = None if isinstance(key, Use) else key.anchor
            parent.entries[index] = (Leaf(to, anchor=anchor), value)
            return
    raise Unmade("the key to be renamed is not there")


def _index(pairs: Pairs, key: str) -> int | None:
    """Where ``key`` stands last."""
    for index in range(len(pairs.entries) - 1, -1, -1):
        name = pairs.entries[index][0]
        if isinstance(name, Leaf) and name.text == key:
            return index
    return None
