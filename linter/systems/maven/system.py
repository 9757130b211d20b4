"""Maven as a system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.syntax.document import Document, Problem
from linter.syntax.xml.element import Element
from linter.system import Claim, Fragment, Inner, Join
from linter.systems.maven.join import modules
from linter.systems.maven.local import stated


class Maven:
    """Poms and what their modules resolve to."""

    name = "maven"
    title = "Maven"
    kinds: Mapping[str, Kind] = {}
    names = ("pom.xml", "*.pom")
    needles = (b"<project",)
    joins = (Join("maven modules", (), ("build.module", "build.package"), modules),)

    def claim(self, name: str, data: bytes) -> Claim | None:
        lowered = name.lower()
        if (lowered == "pom.xml" or lowered.endswith(".pom")) and b"<project" in data:
            return Claim("xml", sure=True)
        return None

    def inside(self, document: Document[Any]) -> Iterable[Inner]:  # noqa: ARG002  a pom holds no other texts
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment | Problem]:
        return stated(document) if isinstance(document.root, Element) else ()

    def render(self, data: Data, slot: Slot) -> str:  # noqa: ARG002  versions are written alike everywhere
        """A version's text; the XML writer escapes it."""
        return str(data)
