"""Keys that a mapping has twice."""

from __future__ import annotations

from collections.abc import Iterator

from linter.syntax.document import Document, Problem
from linter.syntax.node import Alias, Mapping, Node, Scalar
from linter.text.source import Lines


def duplicates(document: Document[Node]) -> Iterator[Problem]:
    """A problem of kind ``duplicate-key`` at every repeated key, in no particular order.

    Keys are equal as for go-yaml v3 (``mapping`` in decode.go): by kind and text, so ``1`` and ``'1'`` are. Keys that
    are collections are left out: the Collector and Kubernetes refuse even one.
    """
    rest: list[Node] = [] if document.simple else [document.root]
    while rest:
        node = rest.pop()
        if isinstance(node, Mapping):
            names: set[str | tuple[bool, str] | int] = set()
            for key, value in node.entries:
                if isinstance(key, Scalar):  # as nearly all are; a text equals no other key's name
                    names.add(key.text)
                else:
                    names.add(_name(key))
                    rest.append(key)
                if not isinstance(value, Scalar):
                    rest.append(value)
            if len(names) < len(node.entries):
                yield from _repeated(document, node)
        elif not isinstance(node, (Scalar, Alias)):
            rest.extend(node.items)


def _name(key: Node) -> tuple[bool, str] | int:
    """What makes keys equal; its own for a collection."""
    if isinstance(key, Scalar):
        return False, key.text
    return (True, key.name) if isinstance(key, Alias) else id(key)


def _repeated(document: Document[Node], mapping: Mapping) -> Iterator[Problem]:
    lines = Lines(document.view.source.text)
    first: dict[tuple[bool, str] | int, Node] = {}
    for key, _ in mapping.entries:
        name = _name(key)
        earlier = first.setdefault(name, key)
        if earlier is key or isinstance(name, int):
            continue
        line = lines.position(document.place(earlier.start, earlier.end).start).line
        text = f"*{name[1]}" if name[0] else name[1]
        yield Problem(
            document.place(key.start, key.end), f"duplicate key {text}, first at line {line}", "duplicate-key"
        )
