"""Override URLs, wherever a text holds them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.facts.tree import Text
from linter.syntax.document import Document
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.system import Fragment
from linter.systems.dubbo.names import SYSTEM

_URL = re.compile(
    r"override(?:://(?:\[[\w:.%]*\])?|%3A%2F%2F)"  # an IPv6 address stands in brackets
    r"(?:(?!,override(?:://|%3A%2F%2F))[^\s\"'<>|\\`;\])])+",
    re.IGNORECASE,
)
_CARRIERS = ("ConfigMap", "Secret", "List")


def overrides(document: Document[Node]) -> Iterator[Fragment]:
    """A fragment ``override`` for each URL in the scalars of ``document``; ``tree`` is the URL's text."""
    root = follow(document.root)
    kind = follow(root.get("kind") or root) if isinstance(root, Mapping) else None
    # The texts of these are documents of their own.
    carried = isinstance(kind, Scalar) and kind.text in _CARRIERS
    for start, end, scalar in _scalars(document):
        if not (carried and scalar.style in ("|", ">")):
            yield from _in(document, start, end, scalar)


def _scalars(document: Document[Node]) -> Iterator[tuple[int, int, Scalar]]:
    """The scalar values with where they are written, in file order."""
    stack: list[Node] = [document.root]
    while stack:
        node = stack.pop()
        if isinstance(node, Scalar):
            yield node.start, node.end, node
        elif isinstance(node, Sequence):
            stack.extend(reversed(node.items))
        elif isinstance(node, Mapping) and document.ref.syntax == "properties":
            for key, value in node.entries:
                if isinstance(key, Scalar) and isinstance(value, Scalar):
                    yield from _of_line(key, value)
        elif isinstance(node, Mapping):
            stack.extend(value for _, value in reversed(node.entries))


def _of_line(key: Scalar, value: Scalar) -> Iterator[tuple[int, int, Scalar]]:
    """The texts of one pair of properties that may hold URLs.

    A line ``override://…`` of a plain text is the pair of ``override`` and ``//…`` to readers of properties, one that
    starts with an encoded URL is a key without a value.
    """
    if value.text.startswith("//") and key.text.lower().endswith("override"):
        yield key.start, value.end, Scalar(key.start, value.end, f"{key.text}:{value.text}")
        return
    if "%3a" in key.text.lower():
        yield key.start, key.end, key
    yield value.start, value.end, value


def _in(document: Document[Node], start: int, end: int, scalar: Scalar) -> Iterator[Fragment]:
    if "override" not in scalar.text.lower():
        return
    raw = document.view.text[start:end]
    spans = [(start + found.start(), start + found.end(), found[0]) for found in _URL.finditer(raw)]
    if not spans:  # written with escapes
        spans = [(start, end, found[0]) for found in _URL.finditer(scalar.text)]
    for first, last, text in spans:
        first_outer, last_outer = document.view.outer(first, last)
        tree = Text(document.ref, first_outer, last_outer, text)
        yield Fragment(SYSTEM, "override", tree.place, {"tree": tree})
