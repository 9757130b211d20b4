"""One pom, read back from its fragment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from linter.facts.tree import Map, Text, Tree
from linter.facts.value import Slot
from linter.syntax.document import DocRef, Place, Route
from linter.system import Fragment

Key: TypeAlias = "tuple[str, str, str, str]"
"""What Maven manages a dependency by: group, artifact, type, classifier."""


class Part(NamedTuple):
    """An element of a pom: its content, its route in the file, and its name's place."""

    tree: Tree
    route: Route
    start: int
    end: int

    @property
    def doc(self) -> DocRef:
        return self.tree.doc

    @property
    def text(self) -> str:
        """Its text without the white space around it, ``""`` for an element that holds others."""
        return self.tree.text if isinstance(self.tree, Text) else ""

    @property
    def place(self) -> Place:
        """Its text, or its name where it has none."""
        if isinstance(self.tree, Text) and self.tree.end > self.tree.start:
            return self.tree.place
        return Place(self.doc, self.start, self.end)

    def slot(self, locked: str = "") -> Slot:
        return Slot(self.place, self.route, len(self.route), locked=locked or self.tree.locked)

    def each(self, name: str = "") -> Iterator[Part]:
        """The children of one name, or all."""
        if isinstance(self.tree, Map):
            for entry in self.tree.entries:
                if not name or entry.key.rpartition("[")[0] == name:
                    yield Part(entry.value, (*self.route, entry.key), entry.start, entry.end)

    def get(self, *names: str) -> Part | None:
        """The first child of each name in turn."""
        part: Part | None = self
        for name in names:
            part = next(part.each(name), None) if part is not None else None
        return part

    def said(self, name: str) -> str:
        """The text of a child, ``""`` where it is missing."""
        part = self.get(name)
        return "" if part is None else part.text


class Dependency(NamedTuple):
    """A ``<dependency>`` as written, expressions unresolved; ``named`` is its artifact (itself if that is missing)."""

    part: Part
    named: Part
    key: Key
    version: Part | None
    scoped: Part | None
    exclusions: tuple[tuple[str, str], ...]

    @property
    def dynamic(self) -> bool:
        """Whether its key depends on the module that is being built."""
        return any("${" in piece for piece in self.key)

    @property
    def imports(self) -> bool:
        """Whether it takes in another pom's management."""
        return self.scope == "import" and self.key[2] == "pom"

    @property
    def scope(self) -> str:
        return "" if self.scoped is None else self.scoped.text

    @property
    def place(self) -> Place:
        """The artifact's name."""
        return self.named.place


class Section:
    """What a pom or a profile of it says; ``name`` is the profile's id, ``""`` for the pom itself.

    ``managed`` holds the entries by key; those whose key has expressions in it are in ``dynamic``, imports apart.
    """

    __slots__ = ("dependencies", "dynamic", "imports", "managed", "name", "properties")

    def __init__(self, part: Part, name: str) -> None:
        self.name = name
        properties = part.get("properties")
        # Of several elements with one name Maven keeps the last.
        self.properties = {} if properties is None else {_name(one): one for one in properties.each()}
        self.dependencies = _dependencies(part.get("dependencies"))
        self.managed: dict[Key, list[Dependency]] = {}
        self.dynamic: list[Dependency] = []
        self.imports: list[Dependency] = []
        for one in _dependencies(part.get("dependencyManagement", "dependencies")):
            if one.imports:
                self.imports.append(one)
            elif one.dynamic:
                self.dynamic.append(one)
            else:
                self.managed.setdefault(one.key, []).append(one)


class Pom:
    """A pom file. Everything is as written; a ``Model`` resolves it."""

    __slots__ = ("doc", "own", "parent", "path", "place", "profiles", "project")

    def __init__(self, fragment: Fragment) -> None:
        tree = fragment.data["pom"]
        assert isinstance(tree, Map)  # noqa: S101  `stated` makes no other
        entry = tree.entries[0]
        self.project = Part(entry.value, (entry.key,), entry.start, entry.end)
        self.doc = tree.doc
        self.path = tree.doc.path
        self.place = fragment.place
        self.parent = self.project.get("parent")
        self.own = Section(self.project, "")
        profiles = self.project.get("profiles")
        self.profiles = [] if profiles is None else [Section(one, one.said("id")) for one in profiles.each("profile")]

    def coordinate(self, name: str) -> Part | None:
        """``groupId``, ``artifactId`` or ``version``; the first and the last are the parent's where it has none."""
        own = self.project.get(name)
        if own is None and self.parent is not None and name != "artifactId":
            return self.parent.get(name)
        return own


def _dependencies(part: Part | None) -> list[Dependency]:
    return [] if part is None else [_dependency(one) for one in part.each("dependency")]


def _name(part: Part) -> str:
    return str(part.route[-1]).rpartition("[")[0]


def _dependency(part: Part) -> Dependency:
    """All children in one pass: poms hold thousands of these."""
    said = {_name(child): child for child in part.each()}
    texts = {name: child.text for name, child in said.items()}
    key = (
        texts.get("groupId", ""),
        texts.get("artifactId", ""),
        texts.get("type") or "jar",
        texts.get("classifier", ""),
    )
    excluded = said.get("exclusions")
    exclusions = (
        ()
        if excluded is None
        else tuple((one.said("groupId"), one.said("artifactId")) for one in excluded.each("exclusion"))
    )
    version = said.get("version")
    if version is not None and not version.text and isinstance(version.tree, Text):
        version = None
    return Dependency(part, said.get("artifactId") or part, key, version, said.get("scope"), exclusions)
