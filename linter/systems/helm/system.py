"""The Helm system: values files, and the charts they are for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.render import render
from linter.facts.value import Data, Slot
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join, Setup
from linter.systems.helm.claim import LAID, NEEDLES, OWN_FILES, claim


def _deployed(fragments: Sequence[Fragment], facts: FactBase, _setup: Setup) -> Iterable[Entity]:
    if not fragments:
        return ()
    from linter.systems.helm.join import join

    return join(fragments, facts)


class Helm:
    """Emits neutral kinds only: workloads, containers, images, mounts and host names."""

    name = "helm"
    title = "Helm"
    kinds: Mapping[str, Kind] = {}
    names = ("*.yaml", "*.yml", "chart.lock", "requirements.lock")
    needles = NEEDLES
    unmarked = LAID
    variables = OWN_FILES
    joins: tuple[Join, ...] = (
        Join(
            "helm/deployed",
            ("deploy.namespace",),
            (
                *("deploy.workload", "deploy.container", "deploy.image", "deploy.mount", "net.endpoint"),
                "deploy.autoscaler",
            ),
            _deployed,
        ),
    )

    def claim(self, name: str, data: bytes) -> Claim | None:
        return claim(name, data)

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        from linter.systems.helm.local import inside

        return inside(document)

    def local(self, document: Document[Any]) -> Iterable[Fragment]:
        from linter.systems.helm.local import local

        return local(document)

    def render(self, data: Data, slot: Slot) -> str:
        return render(data, slot)
