"""Sources to units, by tree-sitter's grammars; they are an extra, for most inputs hold no sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from linter.pattern import pattern
from linter.syntax.document import DocRef, Document, Place, Problem
from linter.syntax.jvm.heads import ASIDE
from linter.syntax.jvm.offsets import Offsets
from linter.syntax.jvm.unit import Unit

if TYPE_CHECKING:
    from linter.syntax.jvm.walk import Walk
    from linter.text.view import View

_DEEPEST = 1000
"""Levels of brackets: beyond them the grammars' search for a way out of errors takes for ever."""
_ALONE = pattern(r"\r(?!\n)")
_ESCAPED = pattern(
    ASIDE + r"|(?<!\\)\\u+00(20|28|29|2c|2e|3b|3c|3d|3e|40|5b|5d|7b|7d)",
    re.DOTALL | re.IGNORECASE,
)
"""What may hold escapes that are read elsewhere, or one of a sign of Java's grammar (JLS 3.3)."""
_BRACKET = pattern(r"[()\[\]{}]")
_LEFT_OUT = "(MISSING _class_member_semi)"
"""The end of a last member on one line with the bracket that closes its class: Kotlin wants no sign there."""
_NAMES = {"java": "Java", "kotlin": "Kotlin"}


def parse(view: View, ref: DocRef) -> Iterator[Document[Unit] | Problem]:
    """The unit of a source in ``ref.syntax``, ``java`` or ``kotlin``.

    A problem instead where the parser is not installed; one beside the unit where a part was not understood: the
    grammars are younger than some sources and older than others, so that is no error of the source.
    """
    parser = _parser(ref.syntax)
    if parser is None:
        why = f"the parser for {_NAMES[ref.syntax]} is not installed: pip install 'deadpeer[jvm]'"
        yield Problem(Place(ref, 0, 0), why)
        return
    if _too_deep(view.text):
        yield Problem(Place(ref, 0, 0), f"brackets are nested deeper than {_DEEPEST} levels")
        return
    text = _plain(view.text) if ref.syntax == "java" and "\\u" in view.text else view.text
    # the grammars do not know that a carriage return alone ends a line, and with it a comment (JLS 3.4)
    tree = parser.parse(_ALONE.sub("\n", text).encode())
    offsets = Offsets(view.text)
    yield Document(ref, view, _reader(ref.syntax)(tree.root_node, offsets.of).unit())
    if tree.root_node.has_error and _wrong(tree.root_node):
        start, end = _first_error(tree.root_node)
        line = view.text.count("\n", 0, offsets.of(start)) + 1
        span = view.span(offsets.of(start), offsets.of(end))
        yield Problem(Place(ref, span.start, span.end), f"not all of it is understood, from line {line} on")


def _plain(text: str) -> str:
    """``text`` with the signs that are written as escapes in place of those, as long as it was."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)).ljust(len(found[0])) if found[1] else found[0], text)


def _too_deep(text: str) -> bool:
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += 1 if found.group() in "([{" else -1
        if depth > _DEEPEST:
            return True
    return False


def _reader(syntax: str) -> type[Walk]:
    if syntax == "java":
        from linter.syntax.jvm.java import Java

        return Java
    from linter.syntax.jvm.kotlin import Kotlin

    return Kotlin


@cache
def _parser(syntax: str) -> Any:
    """The parser, ``None`` where it is not installed."""
    try:
        from importlib import import_module

        from tree_sitter import Language, Parser

        grammar = import_module(f"tree_sitter_{syntax}")
    except ImportError:
        return None
    return Parser(Language(grammar.language()))


def _wrong(root: Any) -> bool:
    """Whether anything is wrong but what the grammar misses in sound sources; such signs are in no list of children."""
    shown = str(root).replace(_LEFT_OUT, "")
    return "(ERROR" in shown or "(MISSING" in shown


def _first_error(root: Any) -> tuple[int, int]:
    """The first error's innermost place: the parser marks whole declarations around one wrong character."""
    node = root
    while True:
        inner = next((child for child in node.children if child.has_error or child.is_error or child.is_missing), None)
        if inner is None:
            return node.start_byte, node.end_byte
        node = inner
