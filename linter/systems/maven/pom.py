"""One pom, read back from its fragment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from linter.facts.tree import Map, Text, Tree
from linter.facts.value import Slot
from linter.record import NamedTuple
from linter.syntax.document import DocRef, Place, Route
from linter.system import Fragment
from linter.systems.maven.config import NO_CONFIG, Config

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
    optional: Part | None = None

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
    """A pom file. Everything is as written; a ``Model`` resolves it.

    ``layers`` are the profiles that a build without flags applies, the strongest first, and then the pom itself;
    ``profiles`` are the others, which a build may apply. A ``foreign`` one comes from a repository, not from the input.
    """

    __slots__ = ("config", "doc", "foreign", "layers", "own", "parent", "path", "place", "profiles", "project", "uses")

    def __init__(self, fragment: Fragment, config: Config = NO_CONFIG, foreign: bool = False) -> None:
        tree = fragment.data["pom"]
        assert isinstance(tree, Map)  # noqa: S101  `stated` makes no other
        entry = tree.entries[0]
        self.project = Part(entry.value, (entry.key,), entry.start, entry.end)
        self.doc = tree.doc
        self.path = tree.doc.path
        self.place = fragment.place
        self.parent = self.project.get("parent")
        self.uses = _uses(fragment.data.get("uses"))
        self.config = config
        self.foreign = foreign
        self.own = Section(self.project, "")
        applied, self.profiles = _profiles(self.project.get("profiles"), config)
        self.layers = (*reversed(applied), self.own)

    def coordinate(self, name: str) -> Part | None:
        """``groupId``, ``artifactId`` or ``version``; the first and the last are the parent's where it has none."""
        own = self.project.get(name)
        if own is None and self.parent is not None and name != "artifactId":
            return self.parent.get(name)
        return own


def _profiles(part: Part | None, config: Config) -> tuple[list[Section], list[Section]]:
    """The profiles that are applied, in order, and those that may be.

    Those active by default count unless another one of the same pom is, or may be, activated otherwise. Source:
    ``DefaultProfileSelector`` of Maven 3.8.
    """
    each = [] if part is None else list(part.each("profile"))
    asked = [one for one in each if one.said("id") in config.profiles or _by_property(one, config)]
    barred = [one for one in each if one.said("id") in config.barred]
    other = [one for one in each if one not in asked and one not in barred]
    if not asked and not any(_automatic(one) for one in other):
        asked = [one for one in other if _activation(one, "activeByDefault") == "true"]
    maybe = [one for one in other if one not in asked]
    return [Section(one, one.said("id")) for one in asked], [Section(one, one.said("id")) for one in maybe]


def _activation(profile: Part, name: str) -> str:
    found = profile.get("activation", name)
    return "" if found is None else found.text


def _by_property(profile: Part, config: Config) -> bool:
    """Whether a property that the build is given on its command line activates it."""
    named = profile.get("activation", "property")
    given = None if named is None else config.properties.get(named.said("name"))
    return given is not None and named is not None and named.said("value") in ("", given.text)


def _automatic(profile: Part) -> bool:
    """Whether the machine, or a property, may activate it."""
    activation = profile.get("activation")
    each = () if activation is None else activation.each()
    return any(not str(one.route[-1]).startswith("activeByDefault") for one in each)


def _uses(tree: object) -> dict[str, list[Text]]:
    """The uses of properties by name."""
    found: dict[str, list[Text]] = {}
    for entry in tree.entries if isinstance(tree, Map) else ():
        if isinstance(entry.value, Text):
            found.setdefault(entry.key, []).append(entry.value)
    return found


def _dependencies(part: Part | None) -> list[Dependency]:
    """Those that have a name."""
    found = [] if part is None else [_dependency(one) for one in part.each("dependency")]
    return [one for one in found if one.key[0] and one.key[1]]


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
    named = said.get("artifactId") or part
    return Dependency(part, named, key, version, said.get("scope"), exclusions, said.get("optional"))
