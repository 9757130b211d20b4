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
    rest: list[Node] = [document.root]
    while rest:
        node = rest.pop()
        if isinstance(node, Mapping):
            # nearly all keys are scalars; texts don't equal the names of others
            names = {key.text if isinstance(key, Scalar) else _name(key) for key, _ in node.entries}
            if len(names) < len(node.entries):
                yield from _repeated(document, node)
            for entry in node.entries:
                rest.extend([part for part in entry if not isinstance(part, Scalar)])
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
