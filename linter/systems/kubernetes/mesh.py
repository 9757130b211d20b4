"""Namespaces, and which workloads have a service mesh's proxy beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.facts.entity import Entity
from linter.facts.mesh import Proxy, decided, meshed, of_namespace, of_pod
from linter.facts.tree import at
from linter.facts.value import Evidence, Ref
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.workloads import container_name, containers, noted

_PROXIES = ("istio-proxy", "linkerd-proxy")


class Meshes:
    """The namespaces whose pods get a proxy."""

    def __init__(self, namespaces: Iterable[Manifest]) -> None:
        self._stated = tuple(namespaces)
        self._injected: dict[str, Proxy] = {}
        for found in self._stated:
            evidence = _injecting(found)
            if evidence is not None:
                self._injected[found.name] = evidence

    def entities(self) -> Iterator[Entity]:
        """A ``deploy.namespace`` for each namespace that says something."""
        for found in self._stated:
            evidence, written = _injecting(found), at(found.tree, "metadata", "annotations")
            if evidence is None and written is None:
                continue
            fields = {
                "name": found.text("metadata", "name"),
                "meshed": meshed(evidence),
                "annotations": noted(written),
            }
            yield Entity(Ref("deploy.namespace", found.id), found.place, found.title, found.path, fields)

    def proxy(self, found: Manifest) -> Proxy:
        """Why the pods of the workload ``found`` have a proxy; ``None`` where nothing says so."""
        for _, container in containers(found):
            if container_name(container) in _PROXIES:
                return Evidence(f"container {container_name(container)} terminates HTTP/2", container.place)
        labels, annotations = (at(found.template, "metadata", name) for name in ("labels", "annotations"))
        return decided(of_pod((labels,), (annotations,)), self._injected.get(found.namespace))


def _injecting(found: Manifest) -> Proxy:
    """Why the pods of the namespace ``found`` get a proxy."""
    labels, annotations = (at(found.tree, "metadata", name) for name in ("labels", "annotations"))
    return of_namespace(labels, annotations)
