"""Override and route URLs, wherever a text holds them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.facts.tree import Text
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import Document
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.system import Fragment
from linter.systems.dubbo.names import SYSTEM
from linter.systems.dubbo.phases import of_file

_OVERRIDE = pattern(
    r"override(?:://(?:\[[\w:.%]*\])?|%3A%2F%2F)"  # an IPv6 address stands in brackets
    r"(?:(?!,override(?:://|%3A%2F%2F))[^\s\"'<>|\\`;\])])+",
    re.IGNORECASE,
)
_ROUTE = pattern(
    r"(?:(?<![\w.-])(?:condition|route)://|(?:condition|route)%3A%2F%2F)"
    r"(?:(?!,(?:condition|route)(?:://|%3A%2F%2F))[^\s\"'<|\\`;\])])+",
    re.IGNORECASE,
)
_SCHEMES = ("override", "condition", "route")
REMOVAL = "removal"
_TAKES_AWAY = pattern(r"(?i)(?:\b(?:delete(?:all)?|rmr|rm|unset|unregister|remove|del)\b|-X\s*DELETE\b)[^\n;|&]*$")
"""What a command says before a URL that it takes away."""
_NEAR = 200
"""How many characters before a URL may belong to the command."""
_HOOKS = {"preStop": "stop", "postStart": "start", "initContainers": "start"}
_CARRIERS = ("ConfigMap", "Secret", "List")


def governing(text: str) -> bool:
    """Whether ``text`` may hold one: cheap."""
    lowered = text.lower()
    return any(f"{scheme}:" in lowered or f"{scheme}%3a" in lowered for scheme in _SCHEMES)


class Found(NamedTuple):
    """A URL in a text; ``cut`` is whether a blank ends it, which may be a part of it that is not encoded.

    ``phase`` of a removal is ``start`` or ``stop`` where it can be told.
    """

    kind: str
    start: int
    end: int
    text: str
    cut: bool = False
    phase: str = ""

    def fragment(self, tree: Text) -> Fragment:
        """The URL with its place; ``tree`` is its text."""
        return Fragment(
            SYSTEM, self.kind, tree.place, {"tree": tree, "cut": "true" if self.cut else "", "phase": self.phase}
        )


def urls(text: str) -> Iterator[Found]:
    """The URLs in ``text``: ``override``, and ``route`` for those of condition rules."""
    for kind, known in (("override", _OVERRIDE), ("route", _ROUTE)):
        for found in known.finditer(text):
            url = found[0].rstrip(",.")  # what separates it from the next one
            cut = text[found.end() : found.end() + 1] in (" ", "\t") and url == found[0]
            yield Found(kind, found.start(), found.start() + len(url), url, cut)


def overrides(document: Document[Node]) -> Iterator[Fragment]:
    """A fragment ``override`` or ``route`` for each URL in the scalars of ``document``; ``tree`` is the URL's text."""
    carried = carries(document)
    for start, end, scalar, phase in _scalars(document):
        if not (carried and scalar.style in ("|", ">")):
            yield from _in(document, start, end, scalar, phase)


def carries(document: Document[Node]) -> bool:
    """Whether the texts in it are documents of their own, as those of a ConfigMap are."""
    root = follow(document.root)
    kind = follow(root.get("kind") or root) if isinstance(root, Mapping) else None
    return isinstance(kind, Scalar) and kind.text in _CARRIERS


def _scalars(document: Document[Node]) -> Iterator[tuple[int, int, Scalar, str]]:
    """The scalar values with where they are written, in file order, and when a hook around them runs."""
    stack: list[tuple[Node, str]] = [(document.root, "")]
    while stack:
        node, phase = stack.pop()
        if isinstance(node, Scalar):
            yield node.start, node.end, node, phase
        elif isinstance(node, Sequence):
            stack.extend((item, phase) for item in reversed(node.items))
        elif isinstance(node, Mapping) and document.ref.syntax == "properties":
            for key, value in node.entries:
                if isinstance(key, Scalar) and isinstance(value, Scalar):
                    yield from ((*found, "") for found in _of_line(key, value))
        elif isinstance(node, Mapping):
            for key, value in reversed(node.entries):
                stack.append((value, _HOOKS.get(key.text, phase) if isinstance(key, Scalar) else phase))


def _of_line(key: Scalar, value: Scalar) -> Iterator[tuple[int, int, Scalar]]:
    """The texts of one pair of properties that may hold URLs.

    A line ``override://…`` of a plain text is the pair of ``override`` and ``//…`` to readers of properties, one that
    starts with an encoded URL is a key without a value.
    """
    if value.text.startswith("//") and key.text.lower().endswith(_SCHEMES):
        yield key.start, value.end, Scalar(key.start, value.end, f"{key.text}:{value.text}")
        return
    if "%3a" in key.text.lower():
        yield key.start, key.end, key
    yield value.start, value.end, value


def _in(document: Document[Node], start: int, end: int, scalar: Scalar, phase: str) -> Iterator[Fragment]:
    if not governing(scalar.text):
        return
    text = document.view.text
    found = [one._replace(start=start + one.start, end=start + one.end) for one in urls(text[start:end])]
    if not found:  # written with escapes
        found = [one._replace(start=start, end=end) for one in urls(scalar.text)]
    for one in found:
        near = max(0, one.start - _NEAR)
        line = text[max(near, text.rfind("\n", near, one.start) + 1) : one.start]
        taken = _TAKES_AWAY.search(line) is not None
        stated = one._replace(kind=REMOVAL, phase=phase or of_file(document.ref.path)) if taken else one
        yield stated.fragment(Text(document.ref, *document.view.outer(one.start, one.end), one.text))
