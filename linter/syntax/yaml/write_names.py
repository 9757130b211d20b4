"""Entries by their names: where they stand, and what a merge key gives."""

from __future__ import annotations

from linter.syntax.document import Route
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.syntax.yaml.write_text import Refusal


class Names:
    """Where the entries of mappings are, by their names."""

    def __init__(self) -> None:
        self._known: dict[int, dict[str, list[int]]] = {}

    def position(self, node: Node, step: str | int, route: Route) -> int | None:
        """The position of ``step`` in ``node``, if it is there; raises ``Refusal`` where its key can't be used."""
        if isinstance(node, Sequence) and isinstance(step, int):
            return step if 0 <= step < len(node.items) else None
        if not isinstance(node, Mapping) or not isinstance(step, str):
            return None
        found = self._of(node).get(step)
        if found is None:
            return None
        if len(found) > 1:
            raise Refusal(f"the key {spoken(route)} occurs more than once")
        if not isinstance(node.entries[found[0]][0], Scalar):
            raise Refusal(f"the key {spoken(route)} is an alias")
        if step == "<<":
            raise Refusal("a merge key would be changed")
        return found[0]

    def _of(self, node: Mapping) -> dict[str, list[int]]:
        known = self._known.get(id(node))
        if known is None:
            known = self._known[id(node)] = {}
            for number, (key, _) in enumerate(node.entries):
                named = follow(key)
                if isinstance(named, Scalar):
                    known.setdefault(named.text, []).append(number)
        return known


def is_merge(key: Node) -> bool:
    return isinstance(key, Scalar) and key.text == "<<" and not key.style


def merged_value(node: Mapping, step: str | int) -> Node | None:
    """What the merge keys of ``node`` give for ``step``."""
    seen: set[int] = set()
    waiting = [value for key, value in reversed(node.entries) if is_merge(key)]
    while waiting:
        source = follow(waiting.pop())
        if id(source) in seen:
            continue
        seen.add(id(source))
        if isinstance(source, Sequence):
            waiting.extend(reversed(source.items))
        elif isinstance(source, Mapping):
            for key, value in source.entries:
                if isinstance(step, str) and _named(key, step):
                    return value
            waiting.extend(value for key, value in source.entries if is_merge(key))
    return None


def _named(key: Node, step: str) -> bool:
    found = follow(key)
    return isinstance(found, Scalar) and found.text == step


def spoken(route: Route) -> str:
    return ".".join(str(step) for step in route) or "the document"
