"""What a module gets through its dependencies: the modules of the same tree, published poms, known starters.

Source: ``DefaultDependencyCollector``, ``NearestVersionSelector``, ``JavaScopeSelector`` and ``JavaScopeDeriver`` of
the resolver of Maven 3.8: the nearest counts, of equally near ones the first declared; scopes ``test`` and
``provided``, optional and excluded dependencies end at the first step; the module's own management wins throughout.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from linter.facts.value import Evidence, Unknown
from linter.record import dataclass, replace
from linter.systems.maven.build import Build
from linter.systems.maven.lineage import ancestry
from linter.systems.maven.model import Answer, locked
from linter.systems.maven.packages import Direct, Package, Resolver, name_of
from linter.systems.maven.pom import Key, Pom
from linter.systems.maven.reach import Reach
from linter.systems.maven.scopes import Scopes
from linter.versions.published import NONE

_MOST = 20_000
"""Steps for one module; more than any real one takes."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A package at one place of the tree.

    ``direct`` is the module's own dependency that leads to it and ``steps`` the way from there. ``exact`` is false for
    what a table knows: how near it is isn't said there. ``doubt`` says why it may not be there. ``near`` is the pom
    that declares it.
    """

    key: Key
    direct: Direct
    version: Answer
    exclusions: tuple[tuple[str, str], ...]
    steps: tuple[Evidence, ...]
    near: Pom
    exact: bool
    doubt: str


class Closure:
    """The packages of modules, over one build."""

    __slots__ = ("_build", "_reach")

    def __init__(self, build: Build) -> None:
        self._build = build
        self._reach = Reach(build)

    def packages(self, pom: Pom) -> Iterator[Package]:
        """Direct ones, then those that are followed behind them, each package once."""
        resolver = self._build.resolver(pom)
        directs = resolver.directs()
        for direct in directs:
            yield direct.package
        yield from self._behind(pom, resolver, directs)

    def _behind(self, pom: Pom, resolver: Resolver, directs: Sequence[Direct]) -> Iterator[Package]:
        own = {direct.package.key for direct in directs}
        scopes = Scopes((direct.package.key, direct.package.scope) for direct in directs)
        found: dict[Key, list[_Node]] = {}
        pending = deque(_start(direct, pom) for direct in directs)
        steps = 0
        while pending and steps < _MOST:
            node = pending.popleft()
            for child, scope, managed in self._children(node, resolver):
                steps += 1
                if child.key in own:
                    continue
                scopes.add(node.key, child.key, scope, managed)
                known = found.setdefault(child.key, [])
                # Of several, Maven keeps the first and what is behind it.
                if not known or (known[-1].doubt and not child.doubt):
                    pending.append(child)
                known.append(child)
        for key, several in found.items():
            if self._build.outside.follows(name_of(key)):
                yield _settled(several, scopes.of(key))

    def _children(self, node: _Node, resolver: Resolver) -> Iterator[tuple[_Node, str, bool]]:
        pom = self._pom(node)
        if pom is None:
            yield from self._brought(node, resolver)
        elif self._reach.of(pom):
            for one in self._build.resolver(pom).directs():
                if one.transitive and not _excluded(one.package.key, node.exclusions) and self._leads(one, pom):
                    yield self._below(node, pom, one, resolver)

    def _pom(self, node: _Node) -> Pom | None:
        if isinstance(node.version.text, Unknown):
            return None
        found = self._build.find(node.key[0], node.key[1], node.version.text, node.near)
        return found if isinstance(found, Pom) else None

    def _leads(self, direct: Direct, pom: Pom) -> bool:
        """Whether it, or what is behind it, is followed."""
        name = name_of(direct.package.key)
        if self._build.outside.follows(name) or self._build.outside.brings(name):
            return True
        if not isinstance(direct.version.text, str):
            return False
        found = self._build.find(*direct.package.key[:2], direct.version.text, pom)
        return isinstance(found, Pom) and self._reach.of(found)

    def _below(self, node: _Node, pom: Pom, one: Direct, resolver: Resolver) -> tuple[_Node, str, bool]:
        """A dependency of ``pom``, which ``node`` is, as ``resolver``'s module gets it."""
        key, version = one.package.key, one.version
        steps = (*node.steps, *version.evidence[:1])
        exclusions = (*node.exclusions, *one.exclusions)
        managed = resolver.management.of(key)
        scope = one.package.scope
        if managed is not None:
            version, scope = managed.version, managed.scope or scope
            exclusions += managed.exclusions
        else:
            further = ancestry(self._build.model(pom).lineage, version)
            version = replace(version, evidence=(*version.evidence[1:], *further))
        below = _Node(key, node.direct, version, exclusions, steps, pom, node.exact, node.doubt or one.doubt)
        return below, scope, managed is not None and bool(managed.scope)

    def _brought(self, node: _Node, resolver: Resolver) -> Iterator[tuple[_Node, str, bool]]:
        """What a table says that ``node`` brings."""
        name = name_of(node.key)
        steps = (*node.steps[:-1], Evidence(f"`{name}` is a dependency and brings it", node.steps[-1].place))
        for other in self._build.outside.brings(name):
            group, _, artifact = other.partition(":")
            key = (group, artifact, "jar", "")
            version = None if _excluded(key, node.exclusions) else self._version_brought(node.version, name, other)
            if version is None:
                continue
            managed = resolver.management.of(key)
            version = version if managed is None else managed.version
            scope = "" if managed is None else managed.scope
            below = _Node(key, node.direct, version, node.exclusions, steps, node.near, False, node.doubt)
            yield below, scope or "compile", bool(scope)

    def _version_brought(self, by: Answer, name: str, other: str) -> Answer | None:
        """The version of ``other`` that goes with the version ``by`` of ``name``; ``None`` where none does."""
        if isinstance(by.text, Unknown):
            return by
        known = self._build.outside.brought(name, by.text, other)
        if known == NONE:
            return None
        if known is None:
            return Answer(Unknown(f"which `{other}` `{name}` {by.text} brings is not known"))
        if known == by.text:
            return by
        version = locked(by, f"`{name}` {by.text} decides it; state the version yourself")
        return replace(version, text=known)


def _start(direct: Direct, pom: Pom) -> _Node:
    version = direct.version
    rest = replace(version, evidence=version.evidence[1:])
    steps = version.evidence[:1]
    return _Node(direct.package.key, direct, rest, direct.exclusions, steps, pom, True, direct.doubt)


def _excluded(key: Key, exclusions: Sequence[tuple[str, str]]) -> bool:
    return any(group in ("*", key[0]) and artifact in ("*", key[1]) for group, artifact in exclusions)


def _settled(several: Sequence[_Node], scope: str) -> Package:
    """The package that Maven takes; its version is unknown where it can't be said which that is."""
    certain = next((at for at, node in enumerate(several) if node.exact and not node.doubt), len(several) - 1)
    rivals = several[: certain + 1]
    first = next((node for node in rivals if not node.doubt), rivals[0])
    version = replace(first.version, evidence=(*first.steps, *first.version.evidence), origin="merged")
    via = name_of(first.direct.package.key)
    if first.doubt:
        version = Answer(Unknown(first.doubt), evidence=version.evidence)
    for other in rivals:
        if other.version.text != first.version.text:
            why = _differ(via, first, name_of(other.direct.package.key), other)
            version = Answer(Unknown(why), evidence=first.steps)
            break
    return Package(first.key, first.direct.package.dependency, version, scope, via)


def _differ(via: str, first: _Node, other_via: str, other: _Node) -> str:
    if other.doubt and not first.doubt:
        return f"another version may come with `{other_via}`: {other.doubt}"
    if via == other_via:
        return f"different versions of it are behind `{via}`"
    return f"`{via}` and `{other_via}` bring different versions"
