"""Trees without places, to compare what was written with what was wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from collections.abc import Sequence as Several
from typing import TypeAlias

from linter.syntax.document import DocRef, Document
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence, follow
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.write_plan import Fresh, Todo, child
from linter.syntax.yaml.write_text import Refusal
from linter.text.source import Source
from linter.text.view import View

Shape: TypeAlias = "tuple[object, ...]"
"""A node's kind, tag, anchor and content. How a collection is laid out and how a key is quoted don't count."""


def shape(node: Node, key: bool = False, holes: Container[int] = ()) -> Shape:
    """The shape of ``node``; the nodes whose ids are in ``holes`` count as equal to each other."""
    if id(node) in holes:
        return ("hole",)
    if isinstance(node, Scalar):
        return ("scalar", node.tag, node.anchor, "" if key else node.style, node.text)
    if isinstance(node, Alias):
        return ("alias", node.name)
    if isinstance(node, Sequence):
        return ("sequence", node.tag, node.anchor, *(shape(item, False, holes) for item in node.items))
    pairs = ((shape(name, True, holes), shape(value, False, holes)) for name, value in node.entries)
    return ("mapping", node.tag, node.anchor, *pairs)


def intended(node: Node, todo: Todo | None) -> Shape:
    """The shape that ``node`` is to have."""
    if todo is None:
        return shape(node)
    if todo.to is not None:
        return _anchored(literal(todo.to), node)
    if isinstance(node, Alias):
        return shape(node)
    if isinstance(node, Mapping) or todo.keys:
        entries = node.entries if isinstance(node, Mapping) else []
        return ("mapping", node.tag, node.anchor, *_pairs(entries, todo))
    if isinstance(node, Sequence) or todo.items:
        items = node.items if isinstance(node, Sequence) else []
        return ("sequence", node.tag, node.anchor, *_items(items, todo))
    return shape(node)


def _pairs(entries: list[tuple[Node, Node]], todo: Todo) -> list[Shape]:
    pairs: list[Shape] = []
    for position, (key, value) in enumerate(entries):
        below = todo.below.get(position)
        if below is not None and below.removed:
            continue
        name = shape(key, key=True)
        if below is not None and below.name is not None:
            name = (*name[:-1], below.name)
        pairs.append((name, intended(value, below)))
    pairs += [(_key(name), _fresh(value)) for name, value in todo.keys.items()]
    return pairs


def check_names(node: Node, todo: Todo) -> None:
    """Raises ``Refusal`` if a mapping would get a key twice."""
    new = [*todo.keys, *(below.name for below in todo.below.values() if below.name is not None)]
    if new and isinstance(node, Mapping):
        names = Counter(new)
        for position, (key, _) in enumerate(node.entries):
            below = todo.below.get(position)
            named = follow(key)
            if isinstance(named, Scalar) and (below is None or not (below.removed or below.name is not None)):
                names[named.text] += 1
        for text in new:
            if names[text] > 1:
                raise Refusal(f"the key {text} would occur twice")
    if isinstance(node, Mapping | Sequence):
        for position, below in todo.below.items():
            check_names(child(node, position), below)


def _items(items: Several[Node], todo: Todo) -> list[Shape]:
    shapes: list[Shape] = []
    for position in range(len(items) + 1):
        shapes += [literal(text) for text in todo.items.get(position, ())]
        below = todo.below.get(position)
        if position < len(items) and (below is None or not below.removed):
            shapes.append(intended(items[position], below))
    return shapes


def _fresh(value: Fresh) -> Shape:
    if isinstance(value, str):
        return literal(value)
    if isinstance(value, list):
        return ("sequence", None, None, *(literal(text) for text in value))
    return ("mapping", None, None, *((_key(name), _fresh(inner)) for name, inner in value.items()))


def _key(name: str) -> Shape:
    return ("scalar", None, None, "", name)


def _anchored(new: Shape, node: Node) -> Shape:
    anchor = None if isinstance(node, Alias) else node.anchor
    return (*new[:2], anchor, *new[3:])


def literal(text: str) -> Shape:
    """The shape of a value that is to be written as ``text``; raises ``Refusal`` if that is not one value."""
    where = "the new value"
    if not text or text != text.strip():
        raise Refusal(f"{where} is empty or has white space around it")
    if "\n" in text or "\r" in text:
        raise Refusal(f"{where} has several lines")
    lead = "k: "
    documents = list(parse(View.of(Source("", lead + text)), DocRef("", "yaml")))
    if len(documents) != 1 or not isinstance(documents[0], Document):
        raise Refusal(f"{where} {text} can't be read")
    root = documents[0].root
    value = root.entries[0][1] if isinstance(root, Mapping) and len(root.entries) == 1 else None
    if value is None or isinstance(value, Alias) or value.start != len(lead) or value.end != len(lead) + len(text):
        raise Refusal(f"{where} {text} is more than one value")
    if isinstance(value, Scalar) and value.style in ("|", ">"):
        raise Refusal(f"{where} {text} is a block scalar")
    return shape(value)
