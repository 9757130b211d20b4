"""Which modules lead to packages that are followed, so that nothing else is walked through."""

from __future__ import annotations

from linter.record import NamedTuple
from linter.systems.maven.build import Build
from linter.systems.maven.packages import Direct, name_of
from linter.systems.maven.pom import Pom


class Edge(NamedTuple):
    """A dependency of a module with the pom that it is published with, if that can be had.

    ``followed`` says whether it is followed, ``leads`` whether it or something behind it is.
    """

    direct: Direct
    pom: Pom | None
    followed: bool
    leads: bool


class Reach:
    """Every module is looked at once, however many others depend on it."""

    __slots__ = ("_build", "_done", "_edges", "_followed", "_targets")

    def __init__(self, build: Build) -> None:
        self._build = build
        self._done: set[str] = set()
        self._followed: set[str] = set()
        self._targets: dict[str, list[tuple[Direct, Pom | None]]] = {}
        self._edges: dict[str, list[Edge]] = {}

    def of(self, pom: Pom) -> bool:
        """Whether something that is followed is behind ``pom``."""
        if pom.doc.id not in self._done:
            self._explore(pom)
        return pom.doc.id in self._followed

    def leads(self, pom: Pom) -> bool:
        """Whether a dependency of ``pom`` has something that is followed behind it."""
        return any(edge.leads and (edge.pom is not None or self._brings(edge.direct)) for edge in self.edges(pom))

    def edges(self, pom: Pom) -> list[Edge]:
        """The dependencies of ``pom``."""
        known = self._edges.get(pom.doc.id)
        if known is None:
            known = self._edges[pom.doc.id] = [
                Edge(
                    direct,
                    other,
                    self._build.outside.follows(name_of(direct.package.key)),
                    self._hit(direct) or (other is not None and self.of(other)),
                )
                for direct, other in self._published(pom)
            ]
        return known

    def _published(self, pom: Pom) -> list[tuple[Direct, Pom | None]]:
        known = self._targets.get(pom.doc.id)
        if known is None:
            known = self._targets[pom.doc.id] = [
                (direct, self._target(direct, pom)) for direct in self._build.resolver(pom).directs()
            ]
        return known

    def _target(self, direct: Direct, pom: Pom) -> Pom | None:
        group, artifact, *_ = direct.package.key
        version = direct.version.text
        found = self._build.find(group, artifact, version, pom) if isinstance(version, str) else None
        return found if isinstance(found, Pom) else None

    def _explore(self, first: Pom) -> None:
        users: dict[str, list[str]] = {}
        pending, hits = [first], []
        self._done.add(first.doc.id)
        while pending:
            pom = pending.pop()
            for direct, other in self._published(pom):
                if not direct.transitive:
                    continue
                if self._hit(direct) or (other is not None and other.doc.id in self._followed):
                    hits.append(pom.doc.id)
                if other is not None:
                    users.setdefault(other.doc.id, []).append(pom.doc.id)
                    if other.doc.id not in self._done:
                        self._done.add(other.doc.id)
                        pending.append(other)
        while hits:
            hit = hits.pop()
            if hit not in self._followed:
                self._followed.add(hit)
                hits += users.get(hit, ())

    def _hit(self, direct: Direct) -> bool:
        return self._build.outside.follows(name_of(direct.package.key)) or self._brings(direct)

    def _brings(self, direct: Direct) -> bool:
        return bool(self._build.outside.brings(name_of(direct.package.key)))
