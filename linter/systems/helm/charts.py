"""Which chart, and which release of it, the values are for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache

from linter.facts.read import maps, string
from linter.facts.tree import Map, Text, Tree, at, slot
from linter.facts.value import Evidence, Slot, Spelling, Unknown
from linter.pattern import pattern
from linter.record import NamedTuple, replace
from linter.resources import rows
from linter.syntax.document import DocRef, Route
from linter.system import Fragment
from linter.systems.helm.claim import CHARTS, OWN_FILES
from linter.systems.helm.shapes import COLLECTOR, SPLUNK, STACK

WAY_OUT = "keep Chart.yaml or Chart.lock beside the values, or write `image.tag`"

_TABLES = {COLLECTOR: "chart-appversion.tsv", SPLUNK: "chart-appversion-splunk.tsv"}
_EXACT = pattern(r"v?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)")


class Chart(NamedTuple):
    """A chart and its release; ``version`` is empty where none is named.

    ``name`` is what the chart calls itself, an alias included; ``app_version`` is stated by the chart itself, if it
    stands beside the values. ``release`` and ``namespace`` are empty where the input doesn't say.
    """

    name: str
    version: str = ""
    app_version: str = ""
    kind: str = ""
    evidence: tuple[Evidence, ...] = ()
    release: str = ""
    namespace: str = ""
    layered: bool = False
    """Whether the input says that further values lie below these."""
    keeps_nulls: bool = False
    """Whether null takes no default away: Helm keeps a sub-chart's, but for the values.yaml of its own parent."""
    decides: Spelling | None = None
    """Where its release is written, with the one to write for each version of the application."""

    @property
    def exact(self) -> str:
        """The one release that is named; empty for none, or a range."""
        found = _EXACT.fullmatch(self.version)
        return found[1] if found is not None else ""

    @property
    def application(self) -> str | Unknown:
        """The application's version that the chart carries, or why it can't be said."""
        if self.app_version:
            return self.app_version
        if self.kind not in _TABLES:
            return Unknown(
                f"which release the chart `{self.kind or 'of these values'}` carries is not known; {WAY_OUT}"
            )
        exact = _EXACT.fullmatch(self.version)
        if exact is None:
            written = (
                f"`{self.version}` allows several releases of the chart" if self.version else "no release is named"
            )
            return Unknown(f"{written}; {WAY_OUT}")
        return app_versions(self.kind).get(exact[1]) or Unknown(
            f"release {exact[1]} of the chart is not known; {WAY_OUT}"
        )


@lru_cache
def app_versions(kind: str) -> dict[str, str]:
    """The appVersion of every known release of the chart ``kind``, one whose releases are listed."""
    return {row[0]: row[1] for row in rows("schemas", "helm", _TABLES[kind])}


@lru_cache(maxsize=1)
def image_routes() -> dict[str, tuple[str, ...]]:
    """Where the values of each chart name the image."""
    return {row[0]: tuple(row[1].split("/")) for row in rows("schemas", "helm", "charts.tsv")}


class Charts:
    """Chart files and releases of all input; a question costs a look-up for each folder above."""

    def __init__(self, fragments: Sequence[Fragment]) -> None:
        self._files: dict[str, dict[str, Tree]] = {}
        self._folders: set[str] = set()
        self._releases: dict[tuple[str, Route], Fragment] = {}
        for fragment in fragments:
            path = fragment.place.path
            tree = fragment.data.get("chart")
            if fragment.kind == "chart" and isinstance(tree, Map):
                folder, _, name = path.rpartition("/")
                if name.lower() in OWN_FILES:
                    self._folders.add(folder)
                if _ours(tree):
                    self._files.setdefault(folder, {})[name.lower()] = tree
            elif fragment.kind == "release":
                values = tuple(json.loads(str(fragment.data["values"])))
                self._releases[fragment.place.doc.id, values] = fragment

    def of(self, doc: DocRef, route: Route) -> Chart | None:
        """The chart of the values at ``route`` of ``doc``."""
        return self._released(doc, route) or self._depended(doc.path, route) or self._own(doc, route)

    def foreign(self, doc: DocRef, route: Route) -> bool:
        """Whether values of which no chart is known belong to a chart in the input, or to nothing that has its name."""
        named = route[-1:] in ((), (COLLECTOR,), (STACK,), (SPLUNK,))
        return not named or self.near(doc.path) is not None

    def near(self, path: str) -> str | None:
        """The folder of the nearest chart at or above the folder of ``path``."""
        return next((folder for folder in _upwards(path) if folder in self._folders), None)

    def _released(self, doc: DocRef, route: Route) -> Chart | None:
        """The chart that an object of Flux, Argo CD or k3s releases, or one within it where ``route`` leads on."""
        found, below = self._release(doc, route)
        if found is None:
            return None
        release, namespace = str(found.data["release"]), str(found.data["namespace"])
        if below:
            name = str(below[-1])
            evidence = (Evidence(f"chart {name} within {found.data['chart']}", found.place),)
            return Chart(name, "", "", name, evidence, release, namespace, bool(found.data["layered"]), True)
        name = str(found.data["chart"]).rpartition("/")[2]
        version = found.data.get("version")
        written = string(version) if isinstance(version, Text) else None
        place = version.place if isinstance(version, Text) else found.place
        evidence = (Evidence(f"chart {name} {written or ''}".strip(), place),)
        decides = None
        if isinstance(version, Text):
            steps = tuple(json.loads(str(found.data["where"])))
            decides = _decides(name, written or "", Slot(version.place, steps, len(steps), locked=version.locked))
        return Chart(
            name, written or "", "", name, evidence, release, namespace, bool(found.data["layered"]), decides=decides
        )

    def _release(self, doc: DocRef, route: Route) -> tuple[Fragment | None, Route]:
        """The release that the values belong to, and the rest of their route below its own values."""
        for size in range(len(route), 0, -1):
            found = self._releases.get((doc.id, route[:size]))
            if found is not None:
                return found, route[size:]
        if doc.host is None:
            return None, ()
        for steps in (doc.route, (*doc.route[:-1], "valuesObject")):
            found = self._releases.get((doc.host.id, steps))
            if found is not None:
                return found, route
        return None, ()

    def _depended(self, path: str, route: Route) -> Chart | None:
        """A dependency of the nearest chart, at or above the file, that has one of the name of the values' key."""
        key = route[-1] if route else None
        for folder in _upwards(path) if isinstance(key, str) else ():
            files = self._files.get(folder, {})
            for name in ("chart.yaml", "chart.yml", "requirements.yaml"):
                tree = files.get(name)
                for index, item in _dependencies(tree):
                    called = string(item.get("name")) or ""
                    if key == (string(item.get("alias")) or called) and tree is not None:
                        where = slot(tree, ("dependencies", index, "version"))
                        found = _dependency(str(key), called, item, _locked(files, called, _before(tree, index)), where)
                        return found._replace(keeps_nulls=path != f"{folder}/values.yaml".lstrip("/"))
        return None

    def _own(self, doc: DocRef, route: Route) -> Chart | None:
        """The chart whose own values these are: Chart.yaml stands beside them, or above examples of one of ours."""
        if route or doc.host is not None:
            return None
        folder = doc.path.rpartition("/")[0]
        near = self.near(doc.path)
        if near is None:
            return None
        tree = self._files.get(near, {}).get("chart.yaml")
        name = string(at(tree, "name"))
        if tree is None or name is None or (near != folder and name not in CHARTS):
            return None
        version = at(tree, "appVersion")
        place = version.place if version is not None else tree.place
        evidence = (Evidence(f"chart {name}", place),)
        return Chart(name, string(at(tree, "version")) or "", string(version) or "", name, evidence)


def _dependency(key: str, called: str, item: Map, lock: tuple[str, Map] | None, where: Slot) -> Chart:
    """The dependency ``item``, whose version is written at ``where``.

    A lock file beside it says what its range came to, and has to be made anew by Helm.
    """
    if lock is not None:
        name, item = lock
        where = replace(where, locked=f"`helm dependency update` has to make {name} anew")
    version = item.get("version")
    text = string(version) or ""
    place = version.place if version is not None else item.place
    evidence = (Evidence(f"dependency {called} {text}".strip(), place),)
    return Chart(key, text, kind=called, evidence=evidence, decides=_decides(called, text, where))


def _before(tree: Tree, index: int) -> int:
    """How many dependencies on the same chart stand above the one at ``index``."""
    called = [string(item.get("name")) for at, item in _dependencies(tree) if at <= index]
    return called.count(called[-1]) - 1


def _locked(files: dict[str, Tree], called: str, before: int) -> tuple[str, Map] | None:
    """The lock file and its entry for the dependency ``called`` that has ``before`` others of its name above it.

    Helm locks dependencies in their order and leaves their aliases out (pkg/downloader, internal/resolver), so one
    chart under two aliases has two entries that only their order tells apart.
    """
    for name in ("Chart.lock", "requirements.lock"):
        found = [locked for _, locked in _dependencies(files.get(name.lower())) if string(locked.get("name")) == called]
        if before < len(found):
            return name, found[before]
    return None


def _decides(chart: str, release: str, where: Slot) -> Spelling | None:
    """What to write at ``where``, the place of the chart's exact ``release``, for each version of the Collector."""
    return Spelling(where, _releases()) if chart == COLLECTOR and _EXACT.fullmatch(release) else None


@lru_cache(maxsize=1)
def _releases() -> tuple[tuple[str, str], ...]:
    """For each version of the Collector the newest release of its chart that carries it."""
    return tuple({application: release for release, application in app_versions(COLLECTOR).items()}.items())


def _ours(tree: Map) -> bool:
    """Whether a chart is one of ours by its name, or depends on one."""
    names = (string(tree.get("name")), *(string(item.get("name")) for _, item in _dependencies(tree)))
    return any(chart in name for name in names if name for chart in CHARTS)


def _dependencies(tree: Tree | None) -> Iterator[tuple[int, Map]]:
    yield from maps(at(tree, "dependencies"))


def _upwards(path: str) -> Iterator[str]:
    """The folder of ``path`` and those above it."""
    folder = path.rpartition("/")[0]
    while True:
        yield folder
        if not folder:
            return
        folder = folder.rpartition("/")[0]
