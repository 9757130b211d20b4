"""The Kubernetes system: manifests in YAML and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linter.facts.kinds import Kind
from linter.facts.render import render
from linter.facts.value import Data, Slot
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join
from linter.systems.kubernetes.claim import claim
from linter.systems.kubernetes.inside import inside
from linter.systems.kubernetes.join import DEPLOYED
from linter.systems.kubernetes.local import SYSTEM, local


class Kubernetes:
    """Emits neutral kinds only: workloads, containers, images, mounts, Services and their names."""

    name = SYSTEM
    title = "Kubernetes"
    kinds: Mapping[str, Kind] = {}
    names = ("*.yaml", "*.yml", "*.json", "kustomization")
    needles = (b"apiVersion", b"newTag", b"newName")
    joins: tuple[Join, ...] = (DEPLOYED,)

    def claim(self, name: str, data: bytes) -> Claim | None:
        return claim(name, data)

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        return inside(document)

    def local(self, document: Document[Any]) -> Iterable[Fragment]:
        return local(document)

    def render(self, data: Data, slot: Slot) -> str:
        return render(data, slot)
