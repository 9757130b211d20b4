"""What one file of a build says, as fragments: ``script``, ``settings``, ``catalog``, ``properties``, ``lock``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from linter.facts.tree import Key, Map, Text, tree_of
from linter.pattern import pattern
from linter.syntax.document import UNREAD, Document, Problem
from linter.syntax.formats import PLAIN
from linter.syntax.node import Mapping, Scalar
from linter.system import Fragment
from linter.systems.gradle.lexer import statements
from linter.systems.gradle.names import PROPERTIES, SETTINGS

_AT = pattern(r"line (\d+), column (\d+)")
_LOCKED = pattern(r"(?m)^([\w.-]+:[\w.-]+):([^:=\s]+)=(.*)$")


def stated(document: Document[Any]) -> Iterator[Fragment | Problem]:
    """The fragment of ``document``, whose name says what it is."""
    name = document.ref.path.rpartition("/")[2].lower()
    root = document.root
    if name == PROPERTIES and isinstance(root, Mapping):
        tree = tree_of(document)
        yield Fragment("gradle", "properties", tree.place, {"tree": tree})
    elif not isinstance(root, Scalar) or document.ref.syntax not in PLAIN:
        return
    elif name.endswith(".lockfile"):
        tree = _locks(document)
        yield Fragment("gradle", "lock", tree.place, {"tree": tree})
    else:
        kind = "catalog" if name.endswith(".toml") else "settings" if name in SETTINGS else "script"
        found = statements(document, toml=kind == "catalog")
        yield Fragment("gradle", kind, found.statements.place, {"tree": found.statements})
        yield from _broken_toml(document) if kind == "catalog" else _left_open(document, found.open)


def _broken_toml(document: Document[Scalar]) -> Iterator[Problem]:
    """What keeps a catalog from being read, by Gradle either."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    text = document.root.text
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why, _, at = str(error).partition(" (at ")
        found = _AT.match(at)
        start = _offset(text, int(found[1]), int(found[2])) if found is not None else len(text.rstrip())
        yield Problem(document.place(start, start), f"it is no TOML: {why}", "syntax")
    except RecursionError:
        yield Problem(document.place(0, 0), "it is no TOML that can be read: nested too deeply", "syntax")


def _offset(text: str, line: int, column: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
    return min(at + column - 1, len(text))


def _left_open(document: Document[Scalar], start: int) -> Iterator[Problem]:
    """A note that a script is read in part; what looks like it may be a text that only Groovy can read."""
    if start >= 0:
        text = document.root.text
        line = text.count("\n", 0, start) + 1
        why = f"read in part only: the `{text[start]}` in line {line} is never closed, as far as can be told"
        yield Problem(document.place(start, start + 1), why, UNREAD)


def _locks(document: Document[Scalar]) -> Map:
    """Packages with their locked versions; the configurations are the version's tag."""
    entries = []
    for found in _LOCKED.finditer(document.root.text):
        start, end = document.view.outer(*found.span(1))
        text = Text(document.ref, *document.view.outer(*found.span(2)), found[2], tag=found[3].strip())
        entries.append(Key(found[1], start, end, text))
    span = document.view.outer(0, len(document.root.text))
    return Map(document.ref, *span, tuple(entries))
