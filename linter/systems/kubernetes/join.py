"""All manifests together: what is deployed, and how it is reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.entity import Entity
from linter.system import Fragment
from linter.systems.kubernetes.autoscalers import autoscalers
from linter.systems.kubernetes.kustomize import Overlays
from linter.systems.kubernetes.manifest import Manifest, manifest
from linter.systems.kubernetes.mesh import Meshes
from linter.systems.kubernetes.mounts import mounts
from linter.systems.kubernetes.references import ByName, BySelector
from linter.systems.kubernetes.routes import route_endpoints
from linter.systems.kubernetes.services import Backend, backends, endpoints, service
from linter.systems.kubernetes.workloads import container_entities, workload


def join(fragments: Sequence[Fragment]) -> Iterator[Entity]:
    """Every entity that the manifests state, in their order."""
    by_kind: dict[str, list[Manifest]] = {}
    for fragment in fragments:
        by_kind.setdefault(fragment.kind, []).append(manifest(fragment))
    workloads = by_kind.get("workload", [])
    services = by_kind.get("service", [])
    overlays = Overlays(by_kind.get("kustomization", ()))
    configs = ByName(by_kind.get("config", ()))
    meshes = Meshes(by_kind.get("namespace", ()))
    yield from meshes.entities()
    for found in workloads:
        yield workload(found, meshes.proxy(found))
        yield from container_entities(found, overlays)
        yield from mounts(found, configs)
    yield from autoscalers(by_kind.get("autoscaler", ()), ByName(workloads))
    selectors = BySelector(workloads)
    behind: dict[Manifest, tuple[Backend, ...]] = {}
    for found in services:
        behind[found] = backends(found, selectors, meshes)
        yield service(found)
        yield from endpoints(found, behind[found])
    names = ByName(services)
    for found in by_kind.get("route", ()):
        yield from route_endpoints(found, names, behind.__getitem__)
