"""What one script states, read off its statements."""

from __future__ import annotations

from collections.abc import Sequence

from linter.facts.tree import Text, Tree
from linter.record import dataclass
from linter.syntax.document import Place

Words = tuple[Tree, ...]

OWN, ALL, SUB = "own", "all", "sub"
"""Whom a statement concerns: the script's project, it and those below, those below. Others are a project's path."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A name that is given a value; ``target`` says for whom."""

    name: str
    value: Words
    place: Place
    target: str
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """A line in a block of dependencies.

    ``how`` is ``dependency``, ``constraint``, ``platform``, ``enforced``, ``force``, ``bom`` (of the plugin for
    dependency management) or ``managed`` (by it). ``block`` holds the statements of its closure. ``doubt`` says why it
    may not count.
    """

    how: str
    configuration: str
    words: Words
    block: Words
    place: Place
    target: str
    doubt: str = ""


class Script:
    """Everything that matters in one script or settings file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.definitions: list[Definition] = []
        self.declared: list[Declared] = []
        self.applied: list[tuple[Words, str]] = []
        self.plugins: list[tuple[str, str]] = []
        self.included: list[Text] = []
        self.folders: list[tuple[str, Words]] = []
        self.rules: list[tuple[Sequence[str], Place, str]] = []
        self.excluded: list[tuple[tuple[str, str], str]] = []
        self.catalogs: list[tuple[str, Words, Place]] = []
        self.catalog_files: list[tuple[str, str]] = []
