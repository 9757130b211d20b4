"""Parents, as far as they are among the files."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import NamedTuple

from linter.systems.maven.pom import Part, Pom

_LONGEST = 50


class Lineage(NamedTuple):
    """A pom and its parents, nearest first.

    ``missing`` describes the first parent that is not among the files and ``outside`` is where it is named; ``""`` and
    ``None`` where the last pom has no parent.
    """

    poms: tuple[Pom, ...]
    missing: str = ""
    outside: Part | None = None


class Families:
    """The lineages of all poms of a run."""

    def __init__(self, poms: Iterable[Pom]) -> None:
        self._by_path = {pom.path: pom for pom in poms if pom.doc.host is None}
        self._lineages: dict[str, Lineage] = {}

    def of(self, pom: Pom) -> Lineage:
        known = self._lineages.get(pom.doc.id)
        if known is None:
            known = self._lineages[pom.doc.id] = self._follow(pom)
        return known

    def _follow(self, pom: Pom) -> Lineage:
        poms = [pom]
        while True:
            last = poms[-1]
            if last.parent is None:
                return Lineage(tuple(poms))
            found = self._parent(last, last.parent)
            if isinstance(found, str):
                return Lineage(tuple(poms), found, last.parent)
            if found in poms or len(poms) == _LONGEST:
                return Lineage(tuple(poms), f"{_name(last.parent)}, which is its own ancestor", last.parent)
            poms.append(found)

    def _parent(self, pom: Pom, parent: Part) -> Pom | str:
        """The pom on disk that ``parent`` names, as Maven looks for it, or what is missing.

        Source: ``DefaultModelBuilder.readParentLocally`` of Maven 3.8: the file must have the group, artifact and
        version that the child states; otherwise the parent comes from a repository.
        """
        name = _name(parent)
        relative = parent.get("relativePath")
        written = "../pom.xml" if relative is None else relative.text.replace("\\", "/")
        if not written or pom.doc.host is not None:
            return f"{name}, which comes from a repository"
        path = posixpath.normpath(posixpath.join(posixpath.dirname(pom.path), written))
        found = self._by_path.get(path) or self._by_path.get(posixpath.normpath(posixpath.join(path, "pom.xml")))
        if found is None:
            return f"{name}, which is not among the files"
        for step in ("groupId", "artifactId", "version"):
            own = found.coordinate(step)
            if (own.text if own is not None else "") != parent.said(step):
                return f"{name}, which is not among the files ({found.path} is another)"
        return found


def _name(parent: Part) -> str:
    return "the parent `" + ":".join(parent.said(step) for step in ("groupId", "artifactId", "version")) + "`"
