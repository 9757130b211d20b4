"""What namespaces say about the pods in them."""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.base import FactBase, text
from linter.facts.mesh import Proxy
from linter.facts.value import Unknown


def injected(facts: FactBase) -> Mapping[str, Proxy]:
    """Why the pods of a namespace get a mesh's proxy, or why that is not known, by its name."""
    found: dict[str, Proxy] = {}
    for entity in facts.of("deploy.namespace"):
        name, meshed = text(entity, "name"), entity.fields["meshed"]
        if name is not None and meshed.data is True:
            found[name] = meshed.evidence[0]
        elif name is not None and isinstance(meshed.data, Unknown):
            found[name] = meshed.data
    return found
