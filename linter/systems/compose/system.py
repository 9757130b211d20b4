"""The compose system: compose files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linter.facts.kinds import Kind
from linter.facts.render import render
from linter.facts.value import Data, Slot
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join
from linter.systems.compose.claim import claim
from linter.systems.compose.join import DEPLOYED
from linter.systems.compose.local import SYSTEM, inside, local


class Compose:
    """Emits neutral kinds only: workloads, containers, images, mounts and host names."""

    name = SYSTEM
    title = "Compose"
    kinds: Mapping[str, Kind] = {}
    names = ("*.yaml", "*.yml")
    needles = (b"services:",)
    joins: tuple[Join, ...] = (DEPLOYED,)

    def claim(self, name: str, data: bytes) -> Claim | None:
        return claim(name, data)

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        return inside(document)

    def local(self, document: Document[Any]) -> Iterable[Fragment]:
        return local(document)

    def render(self, data: Data, slot: Slot) -> str:
        return render(data, slot)
