"""Gradle as a system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join, Setup
from linter.systems.gradle.names import PROPERTIES

if TYPE_CHECKING:
    from linter.facts.bounds import Bound

if TYPE_CHECKING:
    from linter.syntax.document import Problem

_SCRIPTS = (".gradle", ".gradle.kts")
_WORDS = (b"dependenc", b"ext", b"include", b"apply", b"val ", b"def ", b"plugins", b"force", b"ersion")


def _projects(fragments: Sequence[Fragment], _facts: FactBase, setup: Setup) -> Iterable[Entity]:
    if not fragments:
        return ()
    from linter.systems.gradle.join import modules

    return modules(fragments, setup)


class Gradle:
    """Build scripts and what their projects resolve to; emits neutral kinds only."""

    name = "gradle"
    bounds_for = "gradle"
    title = "Gradle"
    kinds: Mapping[str, Kind] = {}
    names = ("*.gradle", "*.gradle.kts", PROPERTIES, "*.versions.toml", "*.lockfile")
    unmarked = ("*.gradle", "*.gradle.kts", "*.versions.toml")
    variables = (PROPERTIES,)
    needles = (b"dependencies", b"include", b"apply", b"ersion", b"org.gradle", b"gradle-lockfile", b"libraries")
    joins = (Join("gradle/projects", (), ("build.module", "build.package"), _projects),)

    def claim(self, name: str, data: bytes) -> Claim | None:
        lowered = name.lower()
        if lowered == PROPERTIES:
            return Claim("properties")
        if lowered.endswith(_SCRIPTS):
            return Claim("script") if any(word in data for word in _WORDS) else None
        if lowered.endswith(".versions.toml"):
            return Claim("toml") if b"[" in data else None
        return Claim("text") if lowered.endswith(".lockfile") and b"=" in data and b":" in data else None

    def inside(self, _document: Document[Any]) -> Iterable[Inner]:
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment | Problem]:
        lowered = document.ref.path.lower()
        if not lowered.endswith((*_SCRIPTS, PROPERTIES, ".versions.toml", ".lockfile")):
            return ()
        from linter.systems.gradle.local import stated

        return stated(document)

    def render(self, data: Data, _slot: Slot) -> str:
        """A version's text, which stands between quotes already."""
        return str(data)

    def bounded(self, bounds: Sequence[Bound], signature: str) -> str:
        from linter.systems.gradle.bounded import bounded

        return bounded(bounds, signature)
