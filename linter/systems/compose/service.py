"""A fragment read back: the services of a compose file."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping

from linter.facts.read import strings
from linter.facts.tree import Key, Map, Tree, at, slot
from linter.facts.value import Evidence, Ref, Slot, Unknown, Value
from linter.record import NOTHING, dataclass, replace
from linter.syntax.document import DocRef, Place
from linter.system import Fragment
from linter.systems.compose.interpolate import Filled, interpolate


@dataclass(frozen=True, slots=True, eq=False)
class Service:
    """One service; ``root`` is the file it stands in, ``tree`` its own part of it.

    ``given`` has the variables that the project's ``.env`` sets, ``places`` where. ``owners`` are the services from
    which it takes whole keys, by key; ``mixed`` are keys of which it takes over a part, ``bases`` the services that
    it extends as they are written, the nearest first.
    """

    name: str
    place: Place
    root: Map
    tree: Map
    given: Mapping[str, str] = NOTHING
    places: Mapping[str, Place] = NOTHING
    owners: Mapping[str, Service] = NOTHING
    mixed: frozenset[str] = frozenset()
    bases: tuple[Service, ...] = ()

    @property
    def doc(self) -> DocRef:
        return self.root.doc

    @property
    def folder(self) -> str:
        """The project's folder, ``.`` for the root; a file inside another document is a project of its own."""
        return self.doc.id if self.doc.host is not None else posixpath.dirname(self.doc.path) or "."

    @property
    def id(self) -> str:
        return f"{self.doc.id}!services/{self.name}"

    @property
    def path(self) -> str:
        return f"services/{self.name}"

    @property
    def title(self) -> str:
        return f"service {self.name}"

    @property
    def runs(self) -> bool:
        """Whether the file says what it runs; one that doesn't only adds to a service of another file."""
        return any(self.tree.entry(key) is not None for key in ("image", "build", "extends"))

    @property
    def extends(self) -> bool:
        """Whether what isn't written may come from another service."""
        return self.tree.entry("extends") is not None

    def ref(self) -> Ref:
        return Ref("deploy.workload", self.id)

    def slot(self, *route: str | int) -> Slot:
        """The slot of a route within this service, or within the one that it takes the key from."""
        owner = self.owners.get(str(route[0])) if route else None
        if owner is not None:
            return owner.slot(*route)
        return slot(self.root, ("services", self.name, *route))

    def value(self, text: str, *route: str | int) -> Value:
        """``text``, which is written at ``route``, with its variables filled in; unknown where one has no default."""
        filled = self.fill(text)
        where = self.slot(*route)
        if filled.holes:
            return Value(missing(filled), "written", where)
        if filled.assumed:
            where = replace(where, locked=where.locked or "the text holds a variable")
            return Value(filled.text, "substituted", where, self.assumed(filled, where.place))
        return Value(filled.text, "written", where)

    def fill(self, text: str) -> Filled:
        """``text`` with its variables put in."""
        return interpolate(text, self.given)

    def assumed(self, filled: Filled, place: Place) -> tuple[Evidence, ...]:
        """What was taken for granted about the environment of a text at ``place``."""
        unset = (Evidence(f"if {name} is unset", place) for name in filled.unset)
        read = (
            Evidence(f"{name} is set in .env, if not in the environment", self.places[name]) for name in filled.read
        )
        return (*unset, *read)


def services(fragment: Fragment, env: Map | None = None) -> Iterator[Service]:
    """The services of the file that ``fragment`` stands for; ``env`` has the variables of the ``.env`` beside it."""
    root = fragment.data["project"]
    found = at(root, "services") if isinstance(root, Map) else None
    if not isinstance(root, Map) or not isinstance(found, Map):
        return
    given, places = strings(env), {entry.key: entry.value.place for entry in pairs(env)}
    # Of a service that is written twice the last counts.
    for entry in {entry.key: entry for entry in found.entries}.values():
        if isinstance(entry.value, Map):
            yield Service(entry.key, Place(root.doc, entry.start, entry.end), root, entry.value, given, places)


def missing(filled: Filled) -> Unknown:
    """Why a text with holes can't be known."""
    start, end = filled.holes[0]
    return Unknown(f"`{filled.text[start:end]}` comes from the environment")


def pairs(tree: Tree | None) -> Iterator[Key]:
    """The entries of a mapping."""
    if isinstance(tree, Map):
        yield from tree.entries


def inside_tree(folder: str, source: str) -> str | None:
    """``source`` as compose reads it in ``folder``, from the tree's root (itself ``.``); ``None`` outside the tree."""
    if not source or source.startswith(("/", "~")):
        return None
    path = posixpath.normpath(posixpath.join(folder, source))
    return None if path == ".." or path.startswith(("../", "/")) else path
