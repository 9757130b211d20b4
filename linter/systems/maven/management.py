"""Managed versions: own, inherited, and imported from BOMs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from linter.facts.value import Evidence, Unknown
from linter.systems.maven.model import Answer, Model
from linter.systems.maven.outside import NONE, Outside
from linter.systems.maven.pom import Dependency, Key, Part, Pom

Finder: TypeAlias = "Callable[[str, str, str, Pom], Management | str]"
"""The management of the pom with these coordinates, nearest to a pom, or why there is none."""

_DEEPEST = 30


@dataclass(frozen=True, slots=True)
class Managed:
    """What management says of one package; ``scope`` and ``exclusions`` are empty where it says nothing."""

    version: Answer
    scope: str = ""
    exclusions: tuple[tuple[str, str], ...] = ()


class Management:
    """The ``dependencyManagement`` of one module.

    Source: Maven's "Introduction to the Dependency Mechanism": entries of the module and its parents come first, child
    before parent, then imports in the same order, of which the first that knows a package decides.
    """

    __slots__ = ("_depth", "_find", "_imports", "_known", "_literal", "_model", "_outside", "_resolved")

    def __init__(self, model: Model, outside: Outside, find: Finder) -> None:
        self._model = model
        self._outside = outside
        self._find = find
        self._known: dict[Key, Managed | None] = {}
        self._depth = 0
        self._resolved: dict[Key, list[Dependency]] | None = None
        self._imports: list[Dependency] = []

    def of(self, key: Key, depth: int = 0) -> Managed | None:
        """What is managed for ``key``; ``None`` where it is certain that nothing is."""
        if key not in self._known:
            if depth > _DEEPEST:
                return Managed(Answer(Unknown("BOMs import each other too deep")))
            # What a circle of imports finds on its way back.
            self._known[key] = Managed(Answer(Unknown(f"{self._model.pom.path} imports itself")))
            self._known[key] = self._explicit(key) or self._inherited(key) or self._imported(key, depth)
        return self._known[key]
