"""All manifests together: what is deployed, and how it is reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.system import Fragment
from linter.systems.kubernetes.autoscalers import autoscalers
from linter.systems.kubernetes.elsewhere import changes, hidden
from linter.systems.kubernetes.inside import KINDS
from linter.systems.kubernetes.kustomize import Kustomizations
from linter.systems.kubernetes.manifest import Manifest, manifest
from linter.systems.kubernetes.mesh import Meshes
from linter.systems.kubernetes.mounts import mounts
from linter.systems.kubernetes.nodes import node_endpoints
from linter.systems.kubernetes.references import ByName, BySelector
from linter.systems.kubernetes.routes import Names, route_endpoints, routed_endpoints
from linter.systems.kubernetes.services import Backend, backends, endpoints, service
from linter.systems.kubernetes.shapes import AUTOSCALERS, ROUTES, TEXTS, WORKLOADS
from linter.systems.kubernetes.workloads import container_entities, workload


def join(fragments: Sequence[Fragment]) -> Iterator[Entity]:
    """Every entity that the manifests state, those of kustomizations as they are built."""
    kustomizations: list[Manifest] = []
    found: list[Manifest] = []
    for fragment in fragments:
        (kustomizations if fragment.kind == "kustomization" else found).append(manifest(fragment))
    if not kustomizations:
        world = _Everything(found)
        yield from world.meshes.entities()
        yield from world.entities(found)
        return
    over = Kustomizations(kustomizations, found)
    builds = over.builds()
    rest = [one for one in found if one.id not in over.taken and one.id not in over.patches and one.kind]
    world = _Everything([*rest, *(one for build in builds for one in build.members)])
    yield from world.meshes.entities()
    yield from world.entities(rest)
    yield from hidden(found, rest, builds)
    for build in builds:
        yield from changes(over, build)
        yield from _Everything(build.members, world).entities(build.members)


def routed(fragments: Sequence[Fragment], facts: FactBase) -> Iterator[Entity]:
    """The endpoints of routes to Services that other systems state."""
    kinds = ("route", "service", "kustomization", "operations")
    found = [manifest(fragment) for fragment in fragments if fragment.kind in kinds]
    kustomizations = [one for one in found if one.kind in KINDS]
    over = Kustomizations(kustomizations, [one for one in found if one.kind not in KINDS])
    built = [one for build in over.builds() for one in build.members]
    passed = over.taken | over.patches
    stated = [*built, *(one for one in found if one.id not in passed and one.kind not in KINDS)]
    services: ByName = ByName(one for one in stated if one.kind == "Service")
    names = Names(facts)
    for one in stated:
        if one.kind in ROUTES:
            yield from routed_endpoints(one, services, names)


class _Everything:
    """Objects by what other objects call them; ``beyond`` are those that are asked where one is not among them."""

    def __init__(self, found: Iterable[Manifest], beyond: _Everything | None = None) -> None:
        found = tuple(found)
        configs, workloads, services, selectors = (
            (None, None, None, None)
            if beyond is None
            else (beyond.configs, beyond.workloads, beyond.services, beyond.selectors)
        )
        self.configs: ByName = ByName([one for one in found if one.kind in TEXTS], configs)
        self.workloads: ByName = ByName([one for one in found if one.kind in WORKLOADS], workloads)
        self.services: ByName = ByName([one for one in found if one.kind == "Service"], services)
        self.selectors: BySelector = BySelector([one for one in found if one.kind in WORKLOADS], selectors)
        namespaces = (one for one in found if one.kind == "Namespace")
        self.meshes: Meshes = Meshes(namespaces) if beyond is None else beyond.meshes

    def entities(self, stated: Sequence[Manifest]) -> Iterator[Entity]:
        """What ``stated`` lead to."""
        for one in stated:
            if one.kind in WORKLOADS:
                proxy = self.meshes.proxy(one)
                yield workload(one, proxy)
                yield from node_endpoints(one, proxy)
                yield from container_entities(one)
                yield from mounts(one, self.configs)
        yield from autoscalers((one for one in stated if one.kind in AUTOSCALERS), self.workloads)
        behind: dict[Manifest, tuple[Backend, ...]] = {}
        for one in stated:
            if one.kind == "Service":
                yield service(one)
                yield from endpoints(one, self._behind(one, behind))
        for one in stated:
            if one.kind in ROUTES:
                yield from route_endpoints(one, self.services, lambda named: self._behind(named, behind))

    def _behind(self, found: Manifest, known: dict[Manifest, tuple[Backend, ...]]) -> tuple[Backend, ...]:
        if found not in known:
            known[found] = backends(found, self.selectors, self.meshes)
        return known[found]
