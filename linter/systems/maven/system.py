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
from linter.systems.maven.names import CONFIG, CONFIG_FOLDER, FLATTENED, usual

if TYPE_CHECKING:
    from linter.facts.bounds import Bound

if TYPE_CHECKING:
    from linter.syntax.document import Problem


def _modules(fragments: Sequence[Fragment], _facts: FactBase, setup: Setup) -> Iterable[Entity]:
    if not fragments:
        return ()
    from linter.systems.maven.join import modules

    return modules(fragments, setup)


_SIGNS = (b"<modelVersion", b"maven.apache.org/POM/")
_RESULT = b"Effective POM"
"""What Maven prints, which is a list of what a build has."""


class Maven:
    """Poms and what their modules resolve to; emits neutral kinds only."""

    name = "maven"
    bounds_for = "enforcer"
    title = "Maven"
    kinds: Mapping[str, Kind] = {}
    names = ("pom.xml", "*.pom", FLATTENED, CONFIG, "*.xml")
    unmarked = ("pom.xml", "*.pom")
    variables = (CONFIG,)
    needles = (b"<project",)
    joins = (Join("maven/modules", (), ("build.module", "build.package"), _modules),)

    def claim(self, name: str, data: bytes) -> Claim | None:
        lowered = name.lower()
        if lowered == "pom.xml" or (usual(lowered) and b"<project" in data):
            return Claim("xml", sure=True)
        if usual(lowered):
            return Claim("xml") if not data.strip() else None
        if lowered.endswith(".xml") and _RESULT not in data:
            # any name will do that another pom gives
            return Claim("xml") if any(sign in data for sign in _SIGNS) else None
        return Claim("text") if lowered == CONFIG else None

    def inside(self, _document: Document[Any]) -> Iterable[Inner]:
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment | Problem]:
        from linter.syntax.xml.element import Element
        from linter.systems.maven.local import stated

        if isinstance(document.root, Element):
            return stated(document)
        if document.ref.path.endswith(f"{CONFIG_FOLDER}/{CONFIG}"):
            from linter.systems.maven.config import flags

            return flags(document)
        return ()

    def lost(self, document: Document[Any]) -> str:
        from linter.syntax.xml.element import Element
        from linter.systems.maven.local import lost

        return lost(document.root) if isinstance(document.root, Element) else ""

    def render(self, data: Data, _slot: Slot) -> str:
        """A version's text; the XML writer escapes it."""
        return str(data)

    def bounded(self, bounds: Sequence[Bound], signature: str) -> str:
        from linter.systems.maven.bounded import bounded

        return bounded(bounds, signature)
