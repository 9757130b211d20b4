"""What scales workloads by load: HorizontalPodAutoscalers, and KEDA's ScaledObjects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.facts.entity import Entity
from linter.facts.value import Data, Ref, Unknown, Value
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.references import ByName
from linter.systems.kubernetes.shapes import AUTOSCALERS
from linter.systems.kubernetes.workloads import workload_ref

_TARGET = ("spec", "scaleTargetRef")


def autoscalers(found: Iterable[Manifest], workloads: ByName) -> Iterator[Entity]:
    """A ``deploy.autoscaler`` for each one."""
    for manifest in found:
        name = manifest.text(*_TARGET, "name")
        yield Entity(
            Ref("deploy.autoscaler", manifest.id),
            manifest.place,
            manifest.title,
            manifest.path,
            {
                "workload": Value(_target(manifest, name.data, workloads), name.origin, name.slot),
                "most": manifest.number("spec", AUTOSCALERS[manifest.kind][1]),
            },
        )


def _target(manifest: Manifest, name: Data | Unknown, workloads: ByName) -> Data | Unknown:
    """The workload of that name; null where the input has none."""
    kind = manifest.text(*_TARGET, "kind").data or "Deployment"
    if not isinstance(name, str) or not isinstance(kind, str):
        return name if isinstance(name, Unknown) else None
    choice = workloads.find(manifest, kind, name)
    if choice.why:
        return Unknown(choice.why)
    return workload_ref(choice.targets[0]) if choice.targets else None
