"""Which endpoint a client reaches by a host name and a port.

Names: kubernetes.io/docs/concepts/services-networking/dns-pod-service.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from linter.facts.base import FactBase, text
from linter.facts.entity import Entity
from linter.facts.nearest import Nearest
from linter.facts.value import Evidence, Ref, Unknown

_CLUSTER = (".svc.cluster.local", ".svc")
_SHOWN = 3


class Reached(NamedTuple):
    """The ``net.endpoint`` entities a client reaches: several if one name has several workloads behind it.

    Where some match but can't be told apart there are none, and ``why`` says so. ``notes`` belong to the evidence.
    """

    endpoints: tuple[Entity, ...] = ()
    why: str = ""
    notes: tuple[Evidence, ...] = ()


class Hosts:
    """All endpoints by platform, scope and host name; asking costs a few look-ups."""

    def __init__(self, facts: FactBase) -> None:
        self._exact: dict[tuple[str, str | None, str], Nearest[Entity]] = {}
        self._scoped: dict[tuple[str, bool, str], Nearest[Entity]] = {}
        for endpoint in facts.of("net.endpoint"):
            platform, host, scope = text(endpoint, "platform"), text(endpoint, "host"), text(endpoint, "scope")
            if platform is None or host is None:
                continue
            path = endpoint.place.path
            self._exact.setdefault((platform, scope, host), Nearest()).add(path, endpoint)
            if scope is not None:
                self._scoped.setdefault((platform, bool(scope), host), Nearest()).add(path, endpoint)

    def find(self, client: Entity, host: str, port: int | None = None) -> Reached:
        """What the ``deploy.workload`` ``client`` reaches by ``host``; any port of it where none is given."""
        platform = text(client, "platform") or ""
        scope = text(client, "scope") or ""
        path = client.place.path
        name = host.lower().removesuffix(".")
        for wanted in (scope, None):
            known = self._exact.get((platform, wanted, name))
            for level in known.levels(path) if known is not None else ():
                reached = _chosen(level, port)
                if reached.endpoints or reached.why:
                    return reached
        return self._without_namespace(platform, scope, path, name, port)

    def _without_namespace(self, platform: str, scope: str, path: str, name: str, port: int | None) -> Reached:
        """Kubernetes manifests often leave the namespace to the command that applies them.

        Then a name is taken to match only a Service in the client's own file or folder, and only if it is the only one.
        """
        if platform != "kubernetes":
            return Reached()
        bare, namespace = _parts(name)
        unnamed = self._scoped.get((platform, False, bare))
        if namespace or scope:
            return _beside(unnamed, path, port)
        return _beside(self._scoped.get((platform, True, bare)), path, port)


def _beside(candidates: Nearest[Entity] | None, path: str, port: int | None) -> Reached:
    reached = _chosen(candidates.beside(path) if candidates is not None else (), port)
    if not reached.endpoints:
        return reached
    first = reached.endpoints[0]
    note = Evidence(f"no namespace is written on one side; {first.name} is the only match beside it", first.place)
    return reached._replace(notes=(note,))


def _parts(name: str) -> tuple[str, str]:
    """A Kubernetes host name as the part before the namespace, and the namespace (``""`` for none)."""
    for suffix in _CLUSTER:
        if name.endswith(suffix):
            name = name.removesuffix(suffix)
            break
    bare, _, namespace = name.rpartition(".")
    return (bare, namespace) if bare else (namespace, "")


def _chosen(candidates: Sequence[Entity], port: int | None) -> Reached:
    """Those of ``candidates`` that have the port, if all are of one Service, or of one file without Services."""
    certain: list[Entity] = []
    unknown = ""
    for endpoint in candidates:
        data = endpoint.fields["port"].data
        if data is None or port is None or data == port:
            certain.append(endpoint)
        elif isinstance(data, Unknown):
            unknown = unknown or data.why
    groups = dict.fromkeys(_origin(endpoint) for endpoint in certain)
    if len(groups) > 1:
        return Reached(why=f"several things are called so: {_listed(groups)}")
    return Reached(tuple(certain), "" if certain else unknown)


def _origin(endpoint: Entity) -> str:
    service = endpoint.fields["service"].data
    return service.id if isinstance(service, Ref) else endpoint.place.path


def _listed(names: Iterable[str]) -> str:
    shown = list(names)
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return ", ".join(shown[:_SHOWN]) + more
