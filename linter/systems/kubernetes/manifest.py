"""A fragment read back: an object with its names, its values and its id."""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.holes import unfilled
from linter.facts.read import string, whole
from linter.facts.tree import Key, Map, Tree, at, opened, slot
from linter.facts.value import Slot, Unknown, Value
from linter.faults import Bug
from linter.record import NOTHING, dataclass, replace
from linter.syntax.document import DocRef, Place, Route
from linter.system import Fragment
from linter.systems.kubernetes.shapes import TEXTS, WORKLOADS


@dataclass(frozen=True, slots=True, eq=False)
class Manifest:
    """One object.

    ``id`` is unique in the run: the document's, or for an item of a list that of its place in it. ``namespace`` is
    ``""`` where none is written; two objects without one are taken to share it. Names that hold a template are kept as
    they are written: equal templates of one chart give equal names.

    In a kustomization's build, ``build`` is its path, ``former`` has the names that the object had before, and
    ``sources`` the ids of the documents that stand for keys and are not texts of this object. ``images`` says where the
    parts of an image (``repository``, ``tag``, ``digest``) are written that a kustomization sets, by the image's
    route, joined by ``/``.
    ``gone`` are the keys that the object, a patch, removes; ``does`` is the directive among its keys,
    or says that a patch changes it in a way that can't be followed.
    """

    id: str

    kind: str
    name: str
    namespace: str
    place: Place
    route: Route
    tree: Tree
    keys: tuple[Key, ...] = ()
    digest: str = ""
    build: str = ""
    former: tuple[str, ...] = ()
    sources: Mapping[str, str] = NOTHING
    gone: tuple[str, ...] = ()
    does: str = ""
    images: Mapping[str, Mapping[str, Slot]] = NOTHING

    @property
    def names(self) -> tuple[str, ...]:
        """All names that other objects may call it by."""
        return (self.name, *self.former)

    @property
    def doc(self) -> DocRef:
        return self.place.doc

    @property
    def title(self) -> str:
        """``Deployment gateway``."""
        return f"{self.kind} {self.name}" if self.name else self.kind

    @property
    def path(self) -> str:
        return f"{self.kind}/{self.name}"

    @property
    def template(self) -> Tree | None:
        """The pod template of a workload."""
        return at(self.tree, *WORKLOADS[self.kind][1])

    def source(self, key: str) -> str:
        """The id of the document that stands for a key of a ConfigMap or Secret; ``""`` where it can't be read."""
        found = self.sources.get(key)
        return self.held(key) if found is None else found

    def held(self, key: str) -> str:
        """The id of the document in its own text for ``key``."""
        return self.inner((TEXTS[self.kind], key)).id

    def inner(self, route: Route) -> DocRef:
        """The document in the scalar at ``route`` of this object."""
        return DocRef(self.doc.path, "yaml", 0, self.doc, (*self.route, *route))

    def slot(self, route: Route) -> Slot:
        """The slot of a route within this object."""
        found = slot(self.tree, route)
        if not self.route:
            return found
        written = len(self.route) + found.written
        return Slot(found.place, (*self.route, *found.route), written, locked=found.locked)

    def text(self, *route: str | int) -> Value:
        """The text at ``route``; null where none is written, unknown where something else fills it in."""
        found = at(self.tree, *route)
        where = self.slot(route)
        if isinstance(found, Map) and found.flow and found.entries:
            return Value(Unknown("it is filled in by a template"), "written", where)
        data = string(found)
        if data is None:
            return Value(opened(self.tree, *route), "default", where)
        return Value(unfilled(data) or data, "written", where)

    def number(self, *route: str | int) -> Value:
        """As ``text``, for whole numbers; other text is unknown."""
        found = self.text(*route)
        return found if not isinstance(found.data, str) else replace(found, data=whole(found.data))


def manifest(fragment: Fragment) -> Manifest:
    """The object that ``fragment`` holds."""
    tree = fragment.data["object"]
    doc = fragment.place.doc
    steps = str(fragment.data["route"]).split("/")
    route: Route = tuple(int(step) if step.isdigit() else step for step in steps if step)
    keys = fragment.data.get("keys")
    if isinstance(tree, str):
        raise Bug("a Kubernetes fragment without its object")
    return Manifest(
        DocRef(doc.path, "yaml", 0, doc, route).id if route else doc.id,
        str(fragment.data["kind"]),
        string(at(tree, "metadata", "name")) or "",
        string(at(tree, "metadata", "namespace")) or "",
        fragment.place,
        route,
        tree,
        tuple(keys.entries) if isinstance(keys, Map) else (),
        str(fragment.data.get("digest", "")),
        gone=tuple(str(fragment.data.get("gone", "")).split("\n")),
        does=str(fragment.data.get("does", "")),
    )
