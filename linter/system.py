"""What a family of configurations has to offer, and how the families are found.

A system is a folder below ``linter/systems`` whose package has a ``SYSTEM``; nothing lists them by hand.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from linter.facts.base import FactBase, Later
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.tree import Tree
from linter.facts.value import Data, Evidence, Slot, Value
from linter.globs import covers
from linter.record import NOTHING, dataclass, replace
from linter.syntax.document import Document, Place, Problem
from linter.syntax.node import Mapping as MappingNode
from linter.syntax.node import Scalar
from linter.versions.version import Version

_FOLDER = os.path.join(os.path.dirname(__file__), "systems")


@dataclass(frozen=True, slots=True)
class Claim:
    """A system wants a text: how to parse it, and whether a parse failure is the user's error.

    ``sure`` is for names or bytes that can be nothing else: then text that can't be parsed is an error finding,
    otherwise it is passed over. ``only`` is for names that say that a file is nothing else, whatever is in it.
    ``aside`` is for texts that are nobody's by themselves and are read for what others refer to: they are not counted,
    and what is wrong with them is not told.
    """

    syntax: str
    sure: bool = False
    only: bool = False
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Inner:
    """A part of a document that is a document to other systems; ``name`` plays the file name's part in ``claim``.

    A scalar holds a text of its own, which is parsed; a mapping is offered as it stands, as a document with the text
    of the one around it. ``route`` leads from the document's root to ``node``. ``after`` is what a scalar has before
    its text (``KEY=``), and then the last step of ``route`` too.
    """

    node: Scalar | MappingNode
    route: tuple[str | int, ...]
    name: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class Fragment:
    """What one document says, without its tree; picklable.

    ``kind`` is private to the system. ``data`` holds plain strings and trees. ``aside`` is for what is nobody's by
    itself, as in a ``Claim``, where only the parsed text shows it.
    """

    system: str
    kind: str
    place: Place
    data: Mapping[str, Tree | str]
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Directive:
    """A comment addressed to us (``# deadpeer: otelcol=0.95.0``): its text after the colon, and where it stands."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Skip:
    """A file that was not read, and why; listed in every report."""

    path: str
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """All that is left of one file after reading: everything a worker process returns.

    ``claimed`` names the systems that found something of theirs, for the counts in the summary.
    """

    path: str
    fragments: tuple[Fragment, ...] = ()
    problems: tuple[Problem, ...] = ()
    skip: Skip | None = None
    directives: tuple[Directive, ...] = ()
    claimed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Supposed:
    """A release that everything of one system is taken to run, whatever the input says; ``said`` is who says so.

    Not ``everywhere`` means only where the input shows a release, and none after ``newest``: what is unknown stays so.
    """

    version: Version
    said: str
    everywhere: bool = True
    newest: Version | None = None

    def over(self, found: Value) -> Value:
        """What counts instead of ``found``, at the same place."""
        if not self.everywhere and (not isinstance(found.data, Version) or self._later(found.data)):
            return found
        return replace(found, data=self.version, origin="written", evidence=(Evidence(self.said),))

    def _later(self, version: Version) -> bool:
        return self.newest is not None and version.scheme == self.newest.scheme and version > self.newest


@dataclass(frozen=True, slots=True)
class Setup:
    """What the user tells us beyond the files: settings that joins need. Patterns are globs over paths."""

    versions: tuple[tuple[str, str, str], ...] = ()
    """(path glob, system's name or package, version)"""
    pairs: tuple[tuple[str, str], ...] = ()
    """(client, server), each ``path glob`` or ``path glob#component id``"""
    directives: tuple[Directive, ...] = ()
    supposed: Mapping[str, Supposed] = NOTHING
    """by system's name; each system sees to its own"""
    repository: str = ""
    """Folder of a local repository of published artifacts that may be read, absolute with forward slashes; or none."""

    def version_for(self, path: str, name: str) -> str | None:
        """The version that the settings give to ``name`` at ``path``; the last matching line wins."""
        found = None
        for pattern, subject, version in self.versions:
            if subject == name and covers(pattern, path):
                found = version
        return found


@dataclass(frozen=True, slots=True)
class Join:
    """A step that turns fragments and earlier entities into entities.

    ``reads`` and ``emits`` are kinds of entities; the steps of all systems are ordered by them. ``run`` gets the
    fragments of its own system only, and may put off what few runs need (``Later``).
    """

    name: str
    reads: tuple[str, ...]
    emits: tuple[str, ...]
    run: Callable[[Sequence[Fragment], FactBase, Setup], Iterable[Entity | Later]]


class System(Protocol):
    """A family of configurations."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str:
        """The name in messages: ``OpenTelemetry Collector``."""
        ...

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """Every kind it emits beyond the neutral ones."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """Lower-case file name globs worth opening at all (``*.yaml``, ``pom.xml``)."""
        ...

    @property
    def needles(self) -> tuple[bytes, ...]:
        """Byte strings of which a relevant text holds at least one."""
        ...

    @property
    def joins(self) -> tuple[Join, ...]: ...

    def claim(self, name: str, data: bytes) -> Claim | None:
        """Whether it wants the text ``data`` called ``name``: by name and bytes, before any parsing."""
        ...

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        """Parts of ``document`` that are documents of their own."""
        ...

    def local(self, document: Document[Any]) -> Iterable[Fragment | Problem]:
        """What ``document`` says; nothing where it is none of ours. Must not look beyond it."""
        ...

    def render(self, data: Data, slot: Slot) -> str:
        """``data`` as the text that belongs at ``slot``: ``10s`` here, ``10000`` there."""
        ...


def discover(folder: str) -> Iterator[str]:
    """The names of the systems below ``folder``, sorted."""
    for name in sorted(os.listdir(folder)):
        if os.path.isfile(os.path.join(folder, name, "__init__.py")):
            yield name


def names() -> tuple[str, ...]:
    """The names of the bundled systems, none of which is imported for it."""
    return tuple(discover(_FOLDER))


@lru_cache(maxsize=1)
def subjects() -> tuple[str, ...]:
    """The names of the bundled systems whose releases are known: those that a version can be given for."""
    from linter.resources import folder

    tables = folder("schemas")
    found = (name for name in names() if os.path.isdir(os.path.join(tables, name)))
    return tuple(name for name in found if any(map(_releases, os.listdir(os.path.join(tables, name)))))


def _releases(file: str) -> bool:
    return file.startswith("releases") and file.endswith(".tsv")


def load_all() -> tuple[System, ...]:
    """The bundled systems."""
    from importlib import import_module

    return tuple(import_module(f"linter.systems.{name}").SYSTEM for name in discover(_FOLDER))
