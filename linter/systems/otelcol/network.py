"""Where host names lead: the endpoints that the deployment states, looked up as a client sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from linter.facts.base import FactBase, data, text
from linter.facts.entity import Entity
from linter.facts.kinds import DOCKER_HOST, KUBERNETES, NODE
from linter.facts.nearest import Nearest
from linter.facts.value import Ref
from linter.record import NamedTuple
from linter.systems.otelcol.targets import Target

_NOWHERE = "\0"
"""No namespace: an alias is a full name, looked up from the root."""

_MACHINES = (NODE, DOCKER_HOST)

Scopes: TypeAlias = "dict[str | None, Nearest[Entity]]"


class Viewpoint(NamedTuple):
    """From where a name is looked up; ``platform`` is empty where nothing in the input runs the client.

    ``build`` is what rolls the client out together with others; empty where nothing does.
    """

    path: str
    platform: str
    scope: str
    build: str = ""


class Route(NamedTuple):
    """The endpoints that a name means: all of one Service, or of one compose service.

    ``rivals`` names what else it may mean just as well; then there is no answer. ``note`` says what was assumed.
    """

    rows: tuple[Entity, ...]
    rivals: tuple[str, ...] = ()
    note: str = ""


class Network:
    """All endpoints, indexed by name; a question costs a few look-ups."""

    __slots__ = ("_indexed", "_rows")

    def __init__(self, facts: FactBase) -> None:
        self._rows: dict[str, list[Entity]] = {}
        self._indexed: dict[tuple[str, str, str], Scopes] = {}
        for row in facts.of("net.endpoint"):
            host = row.fields["host"].data
            if isinstance(host, str):
                self._rows.setdefault(host, []).append(row)

    def _named(self, platform: str, host: str, build: str = "") -> Scopes:
        """The endpoints of that name, by scope; most names are never asked for, so they are indexed late."""
        found = self._indexed.get((platform, host, build))
        if found is None:
            found = self._indexed[platform, host, build] = {}
            for row in self._rows.get(host, ()):
                if text(row, "platform") == platform and build in ("", text(row, "build")):
                    found.setdefault(text(row, "scope"), Nearest()).add(row.place.path, row)
        return found

    def to(self, target: Target, view: Viewpoint) -> Route | None:
        """What the host of ``target`` means at ``view``; ``None`` where the input doesn't say."""
        return self._machine(target, view) if target.host in _MACHINES else self.route(target.host, view)

    def _machine(self, target: Target, view: Viewpoint) -> Route | None:
        """What listens on the client's machine: the one workload that is kept nearest to the client.

        Such a name says nothing about what is meant, so only what stands in the same folder, in one beside it or in the
        same build counts.
        """
        folder = view.path.rpartition("/")[0]
        around = folder.rpartition("/")[0]
        for build in (view.build, "") if view.build else ("",):
            index = self._named(view.platform, target.host, build).get(None)
            for level in index.levels(view.path) if index is not None else ():
                near = [row for row in level if build or _below(row, folder) or _below(row, around)]
                rows = tuple(row for row, _ in open_to(near, target))
                leads = {row.fields["workload"].data for row in rows}
                if len(leads) > 1:
                    return Route((), tuple(sorted({_title(row) for row in rows})))
                if rows:
                    return Route(rows)
        return None

    def route(self, host: str, view: Viewpoint) -> Route | None:
        """What ``host`` means at ``view``; ``None`` where the input doesn't say."""
        found = self._meant(host, view)
        seen = {host}
        while found is not None and (alias := _alias(found)) and alias not in seen:
            seen.add(alias)
            further = self._meant(alias, Viewpoint(found.rows[0].place.path, KUBERNETES, _NOWHERE, view.build))
            if further is None:
                return found
            notes = filter(None, (found.note, f"`{host}` stands for `{alias}`", further.note))
            found = further._replace(note="; ".join(notes))
        return found

    def _meant(self, host: str, view: Viewpoint) -> Route | None:
        """The endpoints called ``host`` at ``view``, those rolled out together with it first."""
        own = self._among(host, view, view.build) if view.build else None
        return own or self._among(host, view, "")

    def _among(self, host: str, view: Viewpoint, build: str) -> Route | None:
        """The endpoints of ``build``, or of all where it is empty."""
        # A client that nothing in the input runs can only mean a name that is valid everywhere, as Kubernetes has them.
        scopes = self._named(view.platform or KUBERNETES, host, build)
        here = scopes.get(view.scope) if view.platform else None
        for index in (here, scopes.get(None)):
            rows = index.to(view.path) if index is not None else ()
            if rows:
                return _route(rows)
        return self._loosely(host, view, build) if view.platform == KUBERNETES else None

    def _loosely(self, host: str, view: Viewpoint, build: str) -> Route | None:
        """A Kubernetes name where one side leaves its namespace out: only what stands in the same file or folder.

        A namespace has no dots, so `gateway.example.com` is no Service; what follows `svc` is the cluster's domain.
        """
        name, _, rest = host.partition(".")
        namespace, _, domain = rest.partition(".")
        if domain and domain.partition(".")[0] != "svc":
            return None
        wanted = namespace or view.scope
        found: list[Entity] = []
        for scope, index in self._named(KUBERNETES, name, build).items():
            if scope is not None and "" in (scope, wanted):
                found += index.beside(view.path)
        if not found:
            return None
        return _route(found)._replace(note="a namespace is left out on one side")


def _below(row: Entity, folder: str) -> bool:
    """Whether the row's file stands in ``folder``, or for the root directly in it."""
    path = row.place.path
    return path.startswith(f"{folder}/") if folder else "/" not in path


def _alias(route: Route) -> str | None:
    """The full name that a name stands for."""
    alias = text(route.rows[0], "alias") if route.rows else None
    return alias if alias and "." in alias else None


def _route(rows: Iterable[Entity]) -> Route:
    """One answer, or the names of several."""
    groups: dict[object, list[Entity]] = {}
    for row in rows:
        service = data(row, "service")
        groups.setdefault(service if isinstance(service, Ref) else row.place.doc, []).append(row)
    if len(groups) > 1:
        return Route((), tuple(sorted({_title(group[0]) for group in groups.values()})))
    return Route(tuple(next(iter(groups.values()))))


def _title(row: Entity) -> str:
    return f"{row.name} ({row.place.path})"


def open_to(rows: Sequence[Entity], target: Target) -> list[tuple[Entity, int]]:
    """The rows that ``target``'s port leads through, with the port at their other end."""
    found = []
    seen: set[Ref] = set()
    for row in rows:
        port, own = data(row, "port"), data(row, "target_port")
        if target.own_port:
            workload = data(row, "workload")
            if isinstance(workload, Ref) and workload in seen:
                continue
            if isinstance(workload, Ref):
                seen.add(workload)
            found.append((row, target.port))
        elif row.fields["port"].known and row.fields["target_port"].known and port in (None, target.port):
            found.append((row, own if isinstance(own, int) else target.port))
    return found
