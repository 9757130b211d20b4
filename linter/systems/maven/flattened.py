"""``.flattened-pom.xml``: what the flatten plugin wrote when the module was last built.

It may be older than the poms, so it is asked only for what they do not tell.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from linter.facts.value import Evidence
from linter.systems.maven.model import Answer
from linter.systems.maven.pom import Key, Part, Pom

_LOCKED = "the file is made from the pom, which has to be changed instead"


class Flattened:
    """One of them."""

    __slots__ = ("_pom", "_versions")

    def __init__(self, pom: Pom) -> None:
        self._pom = pom
        self._versions = {one.key: one.version for one in pom.own.dependencies if one.version is not None}

    def version(self, key: Key, otherwise: Answer) -> Answer:
        """The version it states for a dependency, else ``otherwise``."""
        return self._said(self._versions.get(key)) or otherwise

    def coordinate(self, name: str, otherwise: Answer) -> Answer:
        """The module's own group, artifact or version, else ``otherwise``."""
        return self._said(self._pom.coordinate(name)) or otherwise

    def _said(self, part: Part | None) -> Answer | None:
        if part is None or not part.text or "${" in part.text:
            return None
        step = Evidence(f"{self._pom.path} says `{part.text}`", part.place)
        return Answer(part.text, part.slot(_LOCKED), (step,), "merged")


def beside(poms: Iterable[Pom]) -> dict[str, Flattened]:
    """The flattened poms by folder."""
    return {posixpath.dirname(pom.path): Flattened(pom) for pom in poms if pom.doc.host is None}
