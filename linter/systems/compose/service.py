"""A fragment read back: the services of a compose file."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from linter.facts.tree import Key, Map, Tree, at, slot
from linter.facts.value import Evidence, Ref, Slot, Unknown, Value
from linter.record import dataclass, replace
from linter.syntax.document import DocRef, Place
from linter.system import Fragment
from linter.systems.compose.interpolate import Filled, interpolate

PLATFORM = "compose"


@dataclass(frozen=True, slots=True, eq=False)
class Service:
    """One service; ``root`` is the file it stands in, ``tree`` its own part of it."""

    name: str
    place: Place
    root: Map
    tree: Map

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
        """The slot of a route within this service."""
        return slot(self.root, ("services", self.name, *route))

    def value(self, text: str, *route: str | int) -> Value:
        """``text``, which is written at ``route``, with its variables filled in; unknown where one has no default."""
        filled = interpolate(text)
        return filled_value(filled, self.slot(*route))


def services(fragment: Fragment) -> Iterator[Service]:
    """The services of the file that ``fragment`` stands for."""
    root = fragment.data["project"]
    found = at(root, "services") if isinstance(root, Map) else None
    if not isinstance(root, Map) or not isinstance(found, Map):
        return
    # Of a service that is written twice the last counts.
    for entry in {entry.key: entry for entry in found.entries}.values():
        if isinstance(entry.value, Map):
            yield Service(entry.key, Place(root.doc, entry.start, entry.end), root, entry.value)


def filled_value(filled: Filled, where: Slot) -> Value:
    """The text as a value: unknown with a hole, substituted with a default, else as written."""
    if filled.holes:
        return Value(missing(filled), "written", where)
    if filled.unset:
        where = replace(where, locked=where.locked or "the text holds a variable")
        return Value(filled.text, "substituted", where, unset_evidence(filled, where.place))
    return Value(filled.text, "written", where)


def unset_evidence(filled: Filled, place: Place) -> tuple[Evidence, ...]:
    return tuple(Evidence(f"if {name} is unset", place) for name in filled.unset)


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
