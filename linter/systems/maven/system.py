"""Maven as a system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join, Setup

if TYPE_CHECKING:
    from linter.syntax.document import Problem


def _modules(fragments: Sequence[Fragment], _facts: FactBase, setup: Setup) -> Iterable[Entity]:
    if not fragments:
        return ()
    from linter.systems.maven.join import modules

    return modules(fragments, setup)


class Maven:
    """Poms and what their modules resolve to; emits neutral kinds only."""

    name = "maven"
    title = "Maven"
    kinds: Mapping[str, Kind] = {}
    names = ("pom.xml", "*.pom")
    needles = (b"<project",)
    joins = (Join("maven/modules", (), ("build.module", "build.package"), _modules),)

    def claim(self, name: str, data: bytes) -> Claim | None:
        lowered = name.lower()
        if (lowered == "pom.xml" or lowered.endswith(".pom")) and b"<project" in data:
            return Claim("xml", sure=True)
        return None

    def inside(self, _document: Document[Any]) -> Iterable[Inner]:
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment | Problem]:
        from linter.syntax.xml.element import Element
        from linter.systems.maven.local import stated

        return stated(document) if isinstance(document.root, Element) else ()

    def render(self, data: Data, _slot: Slot) -> str:
        """A version's text; the XML writer escapes it."""
        return str(data)
