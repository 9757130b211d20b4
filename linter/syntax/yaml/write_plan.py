"""What is to become of each node, worked out from the changes before any text is looked at."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from linter.syntax.change import TreeChange
from linter.syntax.document import Route
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.write_names import Names, merged_value, spoken
from linter.syntax.yaml.write_text import Refusal

Fresh: TypeAlias = "str | dict[str, Fresh] | list[str]"
"""A value that is not written yet: its text, or what is to stand in it."""

_NULLS = ("", "~", "null", "Null", "NULL")


@dataclass(slots=True)
class Todo:
    """What becomes of one written node, and of what lies below it.

    ``below`` goes by the position of entries in the node; ``keys`` and ``items`` are new entries, the latter by the
    position of the item they come before.
    """

    to: str | None = None
    removed: bool = False
    name: str | None = None
    below: dict[int, Todo] = field(default_factory=dict)
    keys: dict[str, Fresh] = field(default_factory=dict)
    items: dict[int, list[str]] = field(default_factory=dict)

    @property
    def grows(self) -> bool:
        return bool(self.keys or self.items)


def is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.style and node.tag is None and node.text in _NULLS


class Planner:
    """Plans operations on one document, and knows the anchored nodes that an alias uses."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._shared = {id(node.target) for node in walk(root) if isinstance(node, Alias)}
        self._names = Names()

    def plan(self, changes: Iterable[TreeChange]) -> Todo:
        """The changes as one operation; raises ``Refusal``."""
        plan = _Plan(self._root, self._shared, self._names)
        for change in dict.fromkeys(changes):
            plan.add(change)
        return plan.todo


class _Plan:
    """One plan in the making."""

    def __init__(self, root: Node, shared: Container[int], names: Names) -> None:
        self.todo = Todo()
        self._root = root
        self._shared = shared
        self._names = names

    def add(self, change: TreeChange) -> None:
        if not change.route:
            raise Refusal("the whole document would change")
        appends = change.verb == "insert" and isinstance(change.route[-1], int)
        wanted = change.route[:-1] if appends else change.route
        node, positions = self._follow(wanted)
        if len(positions) < len(wanted):
            self._missing(node, positions, change)
        elif appends:
            self._check_passable(node, wanted)
            self._append(node, positions, change)
        else:
            self._written(node, positions, change)

    def _follow(self, route: Route) -> tuple[Node, list[int]]:
        """The last written node on ``route``, and the positions that lead there."""
        node = self._root
        positions: list[int] = []
        for depth, step in enumerate(route):
            self._check_passable(node, route[:depth])
            position = self._names.position(node, step, route[: depth + 1])
            if position is None:
                break
            node = child(node, position)
            positions.append(position)
        return node, positions

    def _check_passable(self, node: Node, route: Route) -> None:
        if isinstance(node, Alias):
            raise Refusal(f"{spoken(route)} is an alias of &{node.name}")
        if id(node) in self._shared:
            raise Refusal(f"{spoken(route)} is shared: &{node.anchor} is used elsewhere")

    def _todo(self, positions: list[int], route: Route) -> Todo:
        """The todo at ``positions``, none of whose parents may be replaced or removed."""
        todo = self.todo
        for position in positions:
            _check_whole(todo, route)
            todo = todo.below.setdefault(position, Todo())
        return todo

    def _missing(self, node: Node, positions: list[int], change: TreeChange) -> None:
        depth = len(positions)
        route = change.route
        step = route[depth]
        merged = merged_value(node, step) if isinstance(node, Mapping) else None
        if merged is not None and (change.verb not in ("set", "insert") or depth + 1 < len(route)):
            raise Refusal(f"{spoken(route[: depth + 1])} comes from a merge key")
        if change.verb == "remove":
            return
        if change.verb == "rename":
            if depth + 1 < len(route) or not isinstance(node, Mapping) or node.get(change.to) is None:
                raise Refusal(f"{spoken(route)} does not exist")
            return
        if not (isinstance(node, Mapping) and isinstance(step, str)) and not is_null(node):
            kind = "mapping" if isinstance(step, str) else "sequence with that index"
            raise Refusal(f"{spoken(route[:depth])} is not a {kind}")
        if step == "<<":
            raise Refusal("a merge key would be written")
        todo = self._todo(positions, route)
        _check_whole(todo, route)
        if todo.items:
            raise Refusal(f"{spoken(route[:depth])} can't be both a mapping and a sequence")
        _grow(todo.keys, route[depth:], change)

    def _append(self, node: Node, positions: list[int], change: TreeChange) -> None:
        index = change.route[-1]
        size = len(node.items) if isinstance(node, Sequence) else 0
        where = spoken(change.route[:-1])
        if not isinstance(node, Sequence) and not is_null(node):
            raise Refusal(f"{where} is not a sequence")
        if not isinstance(index, int) or not 0 <= index <= size:
            raise Refusal(f"{where} has {size} items, so none can be put at {index}")
        todo = self._todo(positions, change.route)
        _check_whole(todo, change.route)
        if todo.keys:
            raise Refusal(f"{where} can't be both a mapping and a sequence")
        todo.items.setdefault(index, []).append(change.to)

    def _written(self, node: Node, positions: list[int], change: TreeChange) -> None:
        where = spoken(change.route)
        parent, _ = self._follow(change.route[:-1])
        key = parent.entries[positions[-1]][0] if isinstance(parent, Mapping) else None
        if change.verb == "insert":
            raise Refusal(f"{where} exists already")
        if change.verb in ("remove", "rename") and isinstance(parent, Mapping):
            if any(merged_value(parent, name) is not None for name in (change.route[-1], change.to)):
                raise Refusal(f"{where} has a merge key beside it that would take its place")
        todo = self._todo(positions, change.route)
        if change.verb == "rename":
            self._check_name(parent, key, where)
            if todo.removed or todo.name not in (None, change.to):
                raise Refusal(f"{where} is renamed and changed otherwise too")
            todo.name = change.to
            return
        if todo.below or todo.grows:
            raise Refusal(f"{where} is changed both as a whole and inside")
        self._check_unused(node, where)
        if change.verb == "remove":
            if todo.to is not None or todo.name is not None:
                raise Refusal(f"{where} is removed and changed otherwise too")
            if key is not None:
                self._check_unused(key, where)
            todo.removed = True
            return
        if todo.removed or todo.to not in (None, change.to):
            raise Refusal(f"{where} is set in two ways")
        if not isinstance(node, Alias) and node.tag is not None:
            raise Refusal(f"{where} has the tag {node.tag}")
        todo.to = change.to

    def _check_name(self, parent: Node, key: Node | None, where: str) -> None:
        if key is None or not isinstance(parent, Mapping):
            raise Refusal(f"{where} is an item and has no name")
        if not isinstance(key, Scalar) or key.style in ("|", ">") or key.tag is not None:
            raise Refusal(f"the key {where} is no plain or quoted text")
        if id(key) in self._shared:
            raise Refusal(f"the key {where} is shared: &{key.anchor} is used elsewhere")

    def _check_unused(self, node: Node, where: str) -> None:
        """No alias outside ``node`` may use what is anchored in it."""
        mine = {id(one): one for one in walk(node)}
        if not any(one in self._shared for one in mine):
            return
        for one in walk(self._root):
            if isinstance(one, Alias) and id(one.target) in mine and id(one) not in mine:
                raise Refusal(f"{where} holds &{one.name}, which is used elsewhere")


def _grow(keys: dict[str, Fresh], steps: Route, change: TreeChange) -> None:
    """Add ``change`` below ``keys``, where ``steps`` are the missing ones; the last may be an index of ``insert``."""
    where = spoken(change.route)
    last = steps[-1]
    parents = steps[:-1] if isinstance(last, str) else steps[:-2]
    for step in parents:
        if not isinstance(step, str):
            raise Refusal(f"{where} needs a new item first")
        inner = keys.setdefault(step, {})
        if not isinstance(inner, dict):
            raise Refusal(f"{where} is set in two ways")
        keys = inner
    if isinstance(last, str):
        if keys.setdefault(last, change.to) != change.to:
            raise Refusal(f"{where} is set in two ways")
        return
    name = steps[-2] if len(steps) > 1 else None
    if change.verb != "insert" or not isinstance(name, str):
        raise Refusal(f"{where} needs a new item first")
    items = keys.setdefault(name, [])
    if not isinstance(items, list) or not 0 <= last <= len(items):
        raise Refusal(f"{where} is no item that can be put there")
    items.insert(last, change.to)


def _check_whole(todo: Todo, route: Route) -> None:
    if todo.removed or todo.to is not None:
        raise Refusal(f"{spoken(route)} lies in something that is replaced or removed")


def child(node: Node, position: int) -> Node:
    """The value of the entry at ``position`` of a mapping, or the item of a sequence."""
    if isinstance(node, Mapping):
        return node.entries[position][1]
    if isinstance(node, Sequence):
        return node.items[position]
    raise Refusal("a scalar has nothing below it")


def walk(node: Node) -> Iterator[Node]:
    """``node`` and everything below it, keys too; aliases are given, not followed."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, Mapping):
            for entry in one.entries:
                waiting.extend(entry)
        elif isinstance(one, Sequence):
            waiting.extend(one.items)
