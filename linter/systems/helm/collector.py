"""A fragment read back: one Collector that values set up."""

from __future__ import annotations

import json
from collections.abc import Mapping

from linter.facts.holes import unfilled
from linter.facts.mesh import Proxy
from linter.facts.read import string
from linter.facts.tree import Map, Tree, at, slot
from linter.facts.value import Evidence, Ref, Slot, Unknown, Value
from linter.record import NOTHING, NamedTuple, replace
from linter.syntax.document import DocRef, Place, Route
from linter.system import Fragment
from linter.systems.helm.charts import Chart


class Collector(NamedTuple):
    """One Collector; ``values`` are its own settings, ``defaults`` what the values share among several, ``around`` the
    settings of the whole chart.

    ``rivals`` are the other files beside this one with values for the same chart: any of them may be laid over it.
    ``injected`` are the namespaces whose pods get a mesh's proxy. ``alone`` says that these are the chart's
    values and no other's, ``touched`` has the components that files define which may be laid over these or below.
    ``retagged`` is another file beside this one that names an image.
    """

    fragment: Fragment
    chart: Chart | None
    rivals: tuple[str, ...]
    values: Map
    defaults: Map
    around: Map
    route: Route
    shared: Route
    injected: Mapping[str, Proxy] = NOTHING
    alone: bool = True
    touched: frozenset[str] = frozenset()
    retagged: str = ""

    @property
    def doc(self) -> DocRef:
        return self.fragment.place.doc

    @property
    def place(self) -> Place:
        return self.fragment.place

    @property
    def path(self) -> str:
        return "/".join(map(str, self.route)) or "values"

    @property
    def id(self) -> str:
        return f"{self.doc.id}!{self.path}"

    @property
    def title(self) -> str:
        return f"Collector {self.path}" if self.route else "Collector"

    @property
    def family(self) -> str:
        """The chart by its shape; empty where nothing says whose values these are."""
        return str(self.fragment.data["chart"])

    @property
    def config(self) -> DocRef:
        """The configuration as the document it was offered as."""
        return DocRef(self.doc.path, "yaml", 0, self.doc, steps(self.fragment, "config"))

    def ref(self) -> Ref:
        return Ref("deploy.workload", self.id)

    def tree(self, *path: str) -> Tree | None:
        """What is written at ``path``, in the own settings or in the shared ones."""
        found = at(self.values, *path)
        return at(self.defaults, *path) if found is None else found

    def slot(self, *path: str) -> Slot:
        """Where the value of ``path`` is written; if it is not, where it would be in the own settings."""
        shared = at(self.values, *path) is None and at(self.defaults, *path) is not None
        prefix, root = (self.shared, self.defaults) if shared else (self.route, self.values)
        found = slot(root, path)
        place = found.place if found.written else self.place
        return replace(found, place=place, route=(*prefix, *path), written=len(prefix) + found.written)

    def value(self, *path: str) -> Value:
        """The text at ``path``: null where none is written, unknown where another file may write it."""
        where = self.slot(*path)
        text = string(self.tree(*path))
        if text is None:
            return Value(self.unsure(".".join(path)), "default", where)
        evidence = (Evidence(f"`{'.'.join(path)}` of {self.title}", where.place),)
        return Value(unfilled(text) or text, "written", where, evidence)

    def unsure(self, name: str) -> Unknown | None:
        """Why a setting that is not written here may be written elsewhere."""
        other = self.rivals[0] if self.rivals else self.retagged if name.startswith("image.") else ""
        return Unknown(f"`{name}` is not written here, and {other} may be laid over these values") if other else None


def read(
    fragment: Fragment, chart: Chart | None, rivals: tuple[str, ...], injected: Mapping[str, Proxy]
) -> Collector | None:
    """The Collector that ``fragment`` stands for."""
    values, defaults, around = (fragment.data[name] for name in ("values", "defaults", "around"))
    if not isinstance(values, Map) or not isinstance(defaults, Map) or not isinstance(around, Map):
        return None
    route, shared = steps(fragment, "route"), steps(fragment, "shared")
    return Collector(fragment, chart, rivals, values, defaults, around, route, shared, injected)


def steps(fragment: Fragment, name: str) -> Route:
    """A route that the fragment holds."""
    return tuple(json.loads(str(fragment.data[name])))
