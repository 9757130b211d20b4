"""Which workloads get which custom resource as a sidecar.

Sources: open-telemetry/opentelemetry-operator pkg/sidecar/{annotation,podmutator}.go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from linter.facts.base import FactBase, data, text
from linter.facts.entity import Entity
from linter.facts.nearest import Nearest
from linter.facts.value import Items

if TYPE_CHECKING:
    from linter.systems.otelcol.operated import Resource

MODE = "sidecar"

_INJECT = "sidecar.opentelemetry.io/inject="


def hosts(found: Iterable[Resource], facts: FactBase) -> Mapping[str, Sequence[Entity]]:
    """The workloads that each custom resource runs in, by its id."""
    sidecars = [one for one in found if one.mode == MODE]
    namespaces: dict[str | None, Nearest[Entity]] = {}
    for namespace in facts.of("deploy.namespace") if sidecars else ():
        namespaces.setdefault(text(namespace, "name"), Nearest()).add(namespace.place.path, namespace)
    by_name: dict[str, Nearest[Resource]] = {}
    everything: Nearest[Resource] = Nearest((one.place.path, one) for one in sidecars)
    for one in sidecars:
        by_name.setdefault(one.name, Nearest()).add(one.place.path, one)
    chosen: dict[str, list[Entity]] = {}
    for workload in facts.of("deploy.workload") if sidecars else ():
        asked = _asked(workload, namespaces)
        if not asked or asked.lower() == "false":
            continue
        elsewhere, slash, name = asked.rpartition("/")
        wanted = elsewhere if slash else text(workload, "scope") or ""
        pool = everything if asked.lower() == "true" else by_name.get(name)
        meant = _meant(pool, workload.place.path, wanted)
        if meant is not None:
            chosen.setdefault(meant.id, []).append(workload)
    return chosen


def _meant(pool: Nearest[Resource] | None, path: str, namespace: str) -> Resource | None:
    """The only one of that namespace; where one side leaves it out, the only one in the file or folder."""
    if pool is None:
        return None
    for level in pool.levels(path):
        found = [one for one in level if one.namespace == namespace]
        if found:
            return found[0] if len(found) == 1 else None
    loose = [one for one in pool.beside(path) if "" in (one.namespace, namespace)]
    return loose[0] if len(loose) == 1 else None


def _asked(workload: Entity, namespaces: Mapping[str | None, Nearest[Entity]]) -> str:
    """What the annotations of the pods and their namespace come to together."""
    named = namespaces.get(text(workload, "scope"))
    own = _value(workload)
    around = next(filter(None, map(_value, named.to(workload.place.path))), "") if named is not None else ""
    if not around or not own:
        return own or around
    return own if own.lower() != "true" or around.lower() == "false" else around


def _value(entity: Entity) -> str:
    items = data(entity, "annotations")
    for value in items.values if isinstance(items, Items) else ():
        if isinstance(value.data, str) and value.data.startswith(_INJECT):
            return value.data[len(_INJECT) :]
    return ""
