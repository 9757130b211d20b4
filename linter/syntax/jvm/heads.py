"""The heads of Java's types, read without a grammar: what a source declares and extends, and nothing that it does.

Several times as cheap as the whole source, for sources of which there may be thousands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.pattern import pattern
from linter.syntax.document import DocRef, Document
from linter.syntax.jvm.unit import Import, TypeDeclared, TypeName, Unit
from linter.text.view import View

ASIDE = (
    r"\"\"\"(?:\\.|[^\\])*?(?:\"\"\"|\Z)|\"(?:\\.|[^\"\\\r\n])*\"?|'(?:\\.|[^'\\\r\n])*'?"
    r"|//[^\r\n]*|/\*.*?(?:\*/|\Z)"
)
"""Strings and comments, also those that don't end: one expression, in which a dot is any character."""
_ASIDE = pattern(ASIDE, re.DOTALL)
_PACKAGE = pattern(r"\bpackage\s+([\w.]+)\s*;")
_IMPORT = pattern(r"\bimport\s+([\w.]+?)(\.\*)?\s*;")
_TOKEN = pattern(r"\b(class|interface|enum|record)\s+(\w+)([^{};]*)(\{?)|[{}]")
_HEAD = pattern(r"[\w.]+|[<>()@]")
_WORDS = ("extends", "implements", "permits")


def parse(view: View, ref: DocRef) -> Iterator[Document[Unit]]:
    """The unit of a source in Java, with its package, imports and types alone."""
    text = _ASIDE.sub(lambda found: " " * len(found[0]), view.text)
    package = _PACKAGE.search(text)
    imports = tuple(Import(found[1] or "", found[2] is not None) for found in _IMPORT.finditer(text))
    types = tuple(_types(text))
    yield Document(ref, view, Unit("" if package is None else package[1] or "", imports, types, (), (), (), (), ()))


def _types(text: str) -> Iterator[TypeDeclared]:
    depth = 0
    around: list[tuple[int, str]] = []  # the types that are open, with the depth of what is in them
    for found in _TOKEN.finditer(text):
        depth += -1 if found[0] == "}" else 1 if found[0].endswith("{") else 0
        while around and around[-1][0] > depth:
            around.pop()
        if found[4]:
            name = ".".join([*(name for _, name in around[-1:]), found[2] or ""])
            around.append((depth, name))
            kind = "interface" if found[1] == "interface" else "class"
            start = found.start(3)
            yield TypeDeclared(name, kind, *found.span(2), tuple(_supers(found[3] or "", start)), ())


def _supers(head: str, start: int) -> Iterator[TypeName]:
    """What a type extends and implements; arguments, which stand in angle brackets, are none of it."""
    depth, listing, after = 0, False, ""
    for found in _HEAD.finditer(head):
        word = found[0]
        depth += {"<": 1, ">": -1, "(": 1, ")": -1}.get(word, 0)
        if depth == 0 and word in _WORDS:
            listing = word != "permits"
        elif depth == 0 and listing and word not in "<>()@" and after != "@":
            yield TypeName(word, start + found.start(), start + found.end())
        after = word
