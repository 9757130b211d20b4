"""Parents, as far as they are among the files."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from typing import TypeAlias

from linter.facts.value import Evidence
from linter.record import NamedTuple
from linter.systems.maven.model import Answer
from linter.systems.maven.pom import Part, Pom

Published: TypeAlias = "Callable[[str, str, str], Pom | None]"
"""The pom with a group, artifact and version from a repository, if one may be asked and has it."""

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

    def __init__(self, poms: Iterable[Pom], published: Published = lambda *_: None) -> None:
        self._published = published
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
        if pom.foreign or not written or pom.doc.host is not None:
            return self._outside(parent) or f"{name}, which comes from a repository"
        path = posixpath.normpath(posixpath.join(posixpath.dirname(pom.path), written))
        found = self._by_path.get(path) or self._by_path.get(posixpath.normpath(posixpath.join(path, "pom.xml")))
        if found is None:
            return self._outside(parent) or f"{name}, which is not among the files"
        for step in ("groupId", "artifactId", "version"):
            own = found.coordinate(step)
            if (own.text if own is not None else "") != parent.said(step):
                return self._outside(parent) or f"{name}, which is not among the files ({found.path} is another)"
        return found

    def _outside(self, parent: Part) -> Pom | None:
        return self._published(parent.said("groupId"), parent.said("artifactId"), parent.said("version"))


def ancestry(lineage: Lineage, version: Answer) -> tuple[Evidence, ...]:
    """How the pom that decides ``version`` becomes an ancestor of the module, nearest step first."""
    steps: list[Evidence] = []
    if version.slot is not None and version.slot.place.path != lineage.poms[0].path:
        for pom in lineage.poms:
            if pom.path == version.slot.place.path:
                return tuple(steps)
            if pom.parent is not None:
                parent = pom.parent.get("artifactId") or pom.parent
                steps.append(Evidence(f"{pom.path} has this parent: `{parent.text}`", parent.place))
    return ()


def _name(parent: Part) -> str:
    said = [parent.said(step) for step in ("groupId", "artifactId", "version")]
    return "the parent `" + ":".join(one or "?" for one in said) + "`" if any(said) else "the parent without a name"
