"""Which modules lead to packages that are followed, so that nothing else is walked through."""

from __future__ import annotations

from collections.abc import Iterator

from linter.systems.maven.build import Build
from linter.systems.maven.packages import Direct, name_of
from linter.systems.maven.pom import Pom


class Reach:
    """Every module is looked at once, however many others depend on it."""

    __slots__ = ("_build", "_done", "_followed")

    def __init__(self, build: Build) -> None:
        self._build = build
        self._done: set[str] = set()
        self._followed: set[str] = set()

    def of(self, pom: Pom) -> bool:
        """Whether something that is followed is behind ``pom``."""
        if pom.doc.id not in self._done:
            self._explore(pom)
        return pom.doc.id in self._followed

    def modules(self, pom: Pom) -> Iterator[tuple[Direct, Pom]]:
        """The dependencies of ``pom`` that others get through it and that have a pom, with these."""
        for direct in self._build.resolver(pom).directs():
            group, artifact, *_ = direct.package.key
            version = direct.version.text
            if direct.transitive and isinstance(version, str):
                found = self._build.find(group, artifact, version, pom)
                if isinstance(found, Pom):
                    yield direct, found

    def _explore(self, first: Pom) -> None:
        users: dict[str, list[str]] = {}
        pending, hits = [first], []
        self._done.add(first.doc.id)
        while pending:
            pom = pending.pop()
            if any(self._hit(direct) for direct in self._build.resolver(pom).directs() if direct.transitive):
                hits.append(pom.doc.id)
            for _, other in self.modules(pom):
                if other.doc.id in self._followed:
                    hits.append(pom.doc.id)
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
        name = name_of(direct.package.key)
        return self._build.outside.follows(name) or bool(self._build.outside.brings(name))
