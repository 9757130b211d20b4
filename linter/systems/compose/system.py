"""The compose system: compose files."""

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
from linter.systems.compose.claim import claim


def _deployed(fragments: Sequence[Fragment], _facts: FactBase, _setup: Setup) -> Iterable[Entity]:
    if not fragments:
        return ()
    from linter.systems.compose.join import join

    return join(fragments)


class Compose:
    """Emits neutral kinds only: workloads, containers, images, builds, mounts and host names."""

    name = "compose"
    title = "Compose"
    embeds = False
    kinds: Mapping[str, Kind] = {}
    names = ("*.yaml", "*.yml", ".env")
    unmarked = ()
    variables = (".env",)
    needles = (b"services:",)
    joins: tuple[Join, ...] = (
        Join(
            "compose/deployed",
            (),
            ("deploy.workload", "deploy.container", "deploy.image", "deploy.build", "deploy.mount", "net.endpoint"),
            _deployed,
        ),
    )

    def claim(self, name: str, data: bytes) -> Claim | None:
        return claim(name, data)

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        from linter.systems.compose.local import inside

        return inside(document)

    def local(self, document: Document[Any]) -> Iterable[Fragment]:
        from linter.systems.compose.local import local

        return local(document)

    def render(self, data: Data, slot: Slot) -> str:
        from linter.facts.render import render

        return render(data, slot)

    def deploys(self, path: str, text: str) -> bool:  # noqa: ARG002  others go by the text
        from linter.systems.compose.staged import deploys

        return deploys(path)

    def staged(self, hosts: Sequence[Host]) -> Mapping[str, str]:
        from linter.systems.compose.staged import staged

        return staged(hosts)
