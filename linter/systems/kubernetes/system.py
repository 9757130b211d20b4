"""The Kubernetes system: manifests in YAML and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.offers import Host
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join, Setup
from linter.systems.kubernetes.claim import PATCH_NEEDLES, claim


def _deployed(fragments: Sequence[Fragment], _facts: FactBase, _setup: Setup) -> Iterable[Entity]:
    if not fragments:
        return ()
    from linter.systems.kubernetes.join import join

    return join(fragments)


def _routed(fragments: Sequence[Fragment], facts: FactBase, _setup: Setup) -> Iterable[Entity]:
    if not any(fragment.kind == "route" for fragment in fragments):
        return ()
    from linter.systems.kubernetes.join import routed

    return routed(fragments, facts)


class Kubernetes:
    """Emits neutral kinds only: workloads, containers, images, mounts, Services and their names."""

    name = "kubernetes"
    title = "Kubernetes"
    embeds = True
    kinds: Mapping[str, Kind] = {}
    names = ("*.yaml", "*.yml", "*.json", "kustomization")
    needles = (b"apiVersion", b"resources:", b"newTag", b"newName", b"configMapGenerator", *PATCH_NEEDLES)
    joins: tuple[Join, ...] = (
        Join(
            "kubernetes/deployed",
            (),
            (
                *("deploy.workload", "deploy.container", "deploy.image", "deploy.mount", "deploy.change"),
                *("deploy.service", "deploy.namespace", "net.endpoint", "deploy.autoscaler"),
            ),
            _deployed,
        ),
        Join("kubernetes/routed", ("net.endpoint",), ("net.endpoint",), _routed),
    )

    def claim(self, name: str, data: bytes) -> Claim | None:
        return claim(name, data)

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        from linter.systems.kubernetes.inside import inside

        return inside(document)

    def local(self, document: Document[Any]) -> Iterable[Fragment]:
        from linter.systems.kubernetes.local import local

        return local(document)

    def render(self, data: Data, slot: Slot) -> str:
        from linter.facts.render import render

        return render(data, slot)

    def deploys(self, path: str, text: str) -> bool:  # noqa: ARG002  others go by the path
        from linter.systems.kubernetes.staged import deploys

        return deploys(text)

    def staged(self, hosts: Sequence[Host]) -> Mapping[str, str]:
        from linter.systems.kubernetes.staged import staged

        return staged(hosts)
