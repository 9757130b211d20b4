"""The system of files that write other files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.syntax.document import HELD, Document
from linter.system import Claim, Fragment, Inner, Join
from linter.systems.carriers.claim import claim


class Carriers:
    """Hands texts on to the systems that know them."""

    name = "carriers"
    title = "Files that write files"
    kinds: Mapping[str, Kind] = {}
    names = ("*.yaml", "*.yml", "*.json")
    needles = (b"receivers",)
    joins: tuple[Join, ...] = ()

    def claim(self, name: str, data: bytes) -> Claim | None:
        return claim(name, data)

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        from linter.systems.carriers.inside import inside

        return inside(document)

    def local(self, document: Document[Any]) -> Iterable[Fragment]:  # noqa: ARG002 - it only hands on
        return ()

    def lost(self, document: Document[Any]) -> str:
        from linter.systems.carriers.inside import holds

        return HELD if holds(document) else ""

    def render(self, data: Data, slot: Slot) -> str:
        from linter.facts.render import render

        return render(data, slot)
