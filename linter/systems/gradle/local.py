"""What one file of a build says, as fragments: ``script``, ``settings``, ``catalog``, ``properties``, ``lock``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linter.facts.tree import Key, Map, Text, tree_of
from linter.pattern import pattern
from linter.syntax.document import Document
from linter.syntax.node import Mapping, Scalar
from linter.system import Fragment
from linter.systems.gradle.lexer import statements
from linter.systems.gradle.names import PROPERTIES, SETTINGS

_LOCKED = pattern(r"(?m)^([\w.-]+:[\w.-]+):([^:=\s]+)=(.*)$")


def stated(document: Document[Any]) -> Iterator[Fragment]:
    """The fragment of ``document``, whose name says what it is."""
    name = document.ref.path.rpartition("/")[2].lower()
    root = document.root
    if name == PROPERTIES and isinstance(root, Mapping):
        tree = tree_of(document)
        yield Fragment("gradle", "properties", tree.place, {"tree": tree})
    elif not isinstance(root, Scalar) or document.ref.syntax != "text":
        return
    elif name.endswith(".lockfile"):
        tree = _locks(document)
        yield Fragment("gradle", "lock", tree.place, {"tree": tree})
    else:
        kind = "catalog" if name.endswith(".toml") else "settings" if name in SETTINGS else "script"
        found = statements(document, toml=kind == "catalog")
        yield Fragment("gradle", kind, found.place, {"tree": found})


def _locks(document: Document[Scalar]) -> Map:
    """Packages with their locked versions; the configurations are the version's tag."""
    entries = []
    for found in _LOCKED.finditer(document.root.text):
        start, end = document.view.outer(*found.span(1))
        text = Text(document.ref, *document.view.outer(*found.span(2)), found[2], tag=found[3].strip())
        entries.append(Key(found[1], start, end, text))
    span = document.view.outer(0, len(document.root.text))
    return Map(document.ref, *span, tuple(entries))
