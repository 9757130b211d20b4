"""Whether a workload's traffic passes a proxy that terminates HTTP/2.

Sources: istio.io/latest/docs/setup/additional-setup/sidecar-injection, linkerd.io/2/features/proxy-injection.
"""

from __future__ import annotations

from collections.abc import Iterable

from linter.facts.read import string
from linter.facts.tree import Text, Tree, at
from linter.facts.value import Evidence
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.workloads import container_name, containers

_ISTIO = "sidecar.istio.io/inject"
_LINKERD = "linkerd.io/inject"
_PROXIES = ("istio-proxy", "linkerd-proxy")


class Meshes:
    """The namespaces whose pods get a proxy."""

    def __init__(self, namespaces: Iterable[Manifest]) -> None:
        self._injected: dict[str, Evidence] = {}
        for found in namespaces:
            evidence = _namespace(found)
            if evidence is not None:
                self._injected[found.name] = evidence

    def proxy(self, found: Manifest) -> Evidence | None:
        """Why the pods of the workload ``found`` have a proxy; ``None`` where nothing says so."""
        for _, container in containers(found):
            if container_name(container) in _PROXIES:
                return Evidence(f"container {container_name(container)} terminates HTTP/2", container.place)
        labels = at(found.template, "metadata", "labels")
        annotations = at(found.template, "metadata", "annotations")
        for tree, key in ((labels, _ISTIO), (annotations, _ISTIO), (annotations, _LINKERD)):
            value = at(tree, key)
            if value is not None:
                return _evidence(key, value) if string(value) in ("true", "enabled", "ingress") else None
        return self._injected.get(found.namespace)


def _namespace(found: Manifest) -> Evidence | None:
    labels = at(found.tree, "metadata", "labels")
    for tree, key, wanted in (
        (labels, "istio-injection", "enabled"),
        (labels, "istio.io/rev", None),
        (at(found.tree, "metadata", "annotations"), _LINKERD, "enabled"),
    ):
        value = at(tree, key)
        if isinstance(value, Text) and wanted in (None, string(value)):
            return _evidence(key, value)
    return None


def _evidence(key: str, value: Tree) -> Evidence:
    return Evidence(f"`{key}` puts a proxy in front that terminates HTTP/2", value.place)
