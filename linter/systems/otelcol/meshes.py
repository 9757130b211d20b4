"""Custom resources whose pods get a service mesh's proxy.

The operator gives the labels and annotations of the resource to the pods, ``spec.podAnnotations`` before those of the
resource itself (open-telemetry/opentelemetry-operator internal/manifests/manifestutils/{labels,annotations}.go).
"""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.base import FactBase, text
from linter.facts.mesh import of_pod
from linter.facts.tree import Tree, at
from linter.facts.value import Evidence


def namespaces(facts: FactBase) -> Mapping[str, Evidence]:
    """Why the pods of a namespace get a proxy, by its name."""
    found: dict[str, Evidence] = {}
    for entity in facts.of("deploy.namespace"):
        name, meshed = text(entity, "name"), entity.fields["meshed"]
        if name is not None and meshed.data is True:
            found[name] = meshed.evidence[0]
    return found


def proxy(tree: Tree, namespace: str, injected: Mapping[str, Evidence]) -> Evidence | None:
    """Why the pods of the resource ``tree`` have a proxy; ``None`` where nothing says so."""
    labels, own = at(tree, "metadata", "labels"), at(tree, "metadata", "annotations")
    found = of_pod((labels,), (at(tree, "spec", "podAnnotations"), own))
    if isinstance(found, Evidence):
        return found
    return injected.get(namespace) if found else None
