"""Custom resources whose pods get a service mesh's proxy.

The operator gives the labels and annotations of the resource to the pods, ``spec.podAnnotations`` before those of the
resource itself (open-telemetry/opentelemetry-operator internal/manifests/manifestutils/{labels,annotations}.go).
"""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.mesh import Proxy, decided, of_pod
from linter.facts.tree import Tree, at


def proxy(tree: Tree, namespace: str, injected: Mapping[str, Proxy]) -> Proxy:
    """Why the pods of the resource ``tree`` have a proxy; ``None`` where nothing says so."""
    labels, own = at(tree, "metadata", "labels"), at(tree, "metadata", "annotations")
    return decided(of_pod((labels,), (at(tree, "spec", "podAnnotations"), own)), injected.get(namespace))
