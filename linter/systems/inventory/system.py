"""Lists of what builds hold, as a system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.pattern import pattern
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join, Setup
from linter.systems.inventory.names import LARGE, is_image

if TYPE_CHECKING:
    from linter.syntax.document import Problem

_TEXTS = (".txt", ".log", ".lst", ".list", ".out", ".idx", ".tree", ".spdx", "")
_LISTED = pattern(rb":(?:compile|runtime|provided|test)\b|--- [\w.-]+:[\w.-]+(?::| -> )|pkg:maven/|\d\.jar\b")
_BOMS = ("bom.json", "bom.xml")
_BOM_ENDS = (".cdx.json", ".cdx.xml", ".spdx", ".spdx.json", ".spdx.xml")
"""Names of lists whose absence would not be seen otherwise: an empty one is named."""
_JSON = pattern(rb'"bomFormat"\s*:|"spdxVersion"\s*:|spdx\.org|"groupId"\s*:')
_XML = pattern(rb"cyclonedx\.org/schema/bom|spdx\.org|<referenceLocator>|Effective POM for project")


def _packages(fragments: Sequence[Fragment], facts: FactBase, setup: Setup) -> Iterable[Entity]:
    if not fragments:
        return ()
    from linter.systems.inventory.join import packages

    return packages(fragments, facts, setup)


class Inventory:
    """Trees, lists, SBOMs, jars; emits neutral kinds only."""

    name = "inventory"
    title = "list of dependencies"
    kinds: Mapping[str, Kind] = {}
    names = (
        "*dependenc*.txt", "*dependenc*.json", "*deps*.txt", "*tree*.txt", "*jars*.txt", "*libs*.txt", "classpath.idx",
        "*sbom*.json", "*sbom*.xml", "bom.json", "bom.xml", "*.cdx.json", "*.cdx.xml", "*.spdx", "*.spdx.json",
        "*.spdx.xml", "*sbom*.txt", "*purl*.txt", "*.spdx.rdf", "*.rdf.xml", "*effective*pom*.xml", "docker[a-z]*",
        "*.docker[a-z]*",
    )  # fmt: skip
    needles = (
        b":compile",
        b":runtime",
        b"runtimeClasspath",
        b"pkg:maven/",
        b".jar",
        b"CycloneDX",
        b"cyclonedx.org",
        b"Effective POM",
    )
    unmarked = (*_BOMS, *(f"*{end}" for end in _BOM_ENDS))
    variables = ()
    joins = (Join("inventory/packages", ("build.module",), ("build.module", "build.package"), _packages),)
    archives = ("*.jar", "*.war", "*.ear")
    large = ("*sbom*.json", "*sbom*.xml", "bom.json", "bom.xml", "*.cdx.json", "*.cdx.xml", "*.spdx.json", "*.spdx.xml")

    def claim(self, name: str, data: bytes) -> Claim | None:
        lowered = name.lower()
        extension = lowered[lowered.rfind(".") :] if "." in lowered else ""
        if not data.strip():
            return Claim("text") if lowered in _BOMS or lowered.endswith(_BOM_ENDS) else None
        if is_image(lowered):
            return Claim("text") if b".jar" in data else None
        if len(data) > LARGE and extension in (".json", ".xml", ".rdf"):
            return Claim("text") if b"pkg:maven/" in data else None
        if extension == ".json":
            return Claim("yaml") if _JSON.search(data) else None
        if extension in (".xml", ".rdf"):
            return Claim("xml") if _XML.search(data) else None
        return Claim("text") if extension in _TEXTS and _LISTED.search(data) else None

    def inside(self, _document: Document[Any]) -> Iterable[Inner]:
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment | Problem]:
        from linter.systems.inventory.local import stated

        return stated(document)

    def lost(self, document: Document[Any]) -> str:
        return "" if document.view.text.strip() else "the list is empty"

    def unpack(self, path: str, file: IO[bytes]) -> Iterable[Fragment | Problem]:
        """What the archive ``file`` holds."""
        from linter.systems.inventory.archives import unpack

        return unpack(path, file)

    def render(self, data: Data, _slot: Slot) -> str:
        return str(data)
