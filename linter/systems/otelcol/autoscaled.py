"""The autoscaler that the operator makes for a custom resource."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from linter.facts.entity import Entity
from linter.facts.read import whole
from linter.facts.tree import at
from linter.facts.value import Ref, Value
from linter.record import replace

if TYPE_CHECKING:
    from linter.systems.otelcol.operated import Resource

_WHERE = (("spec", "autoscaler", "maxReplicas"), ("spec", "maxReplicas"))
"""Of v1beta1, and the deprecated one of v1alpha1 (open-telemetry/opentelemetry-operator apis)."""


def autoscaler(found: Resource) -> Iterator[Entity]:
    """The ``deploy.autoscaler`` of a deployment or statefulset, where a greatest number is written."""
    for route in _WHERE:
        most = found.text(*route)
        if found.mode in ("deployment", "statefulset") and at(found.tree, *route) is not None and most.data is not None:
            number = replace(most, data=whole(most.data)) if isinstance(most.data, str) else most
            place = most.slot.place if most.slot is not None else found.place
            fields = {"workload": Value(found.workload), "most": number}
            yield Entity(Ref("deploy.autoscaler", found.id), place, f"autoscaler of {found.title}", found.path, fields)
            return
