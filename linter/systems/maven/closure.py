"""What a module gets through its dependencies: the modules of the same tree, published poms, known starters.

Source: ``DefaultDependencyCollector``, ``NearestVersionSelector``, ``JavaScopeSelector`` and ``JavaScopeDeriver`` of
the resolver of Maven 3.8: the nearest counts, of equally near ones the first declared; scopes ``test`` and
``provided``, optional and excluded dependencies end at the first step; the module's own management wins throughout.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from linter.facts.value import Evidence, Unknown
from linter.record import replace
from linter.systems.maven.build import Build
from linter.systems.maven.lineage import ancestry
from linter.systems.maven.model import Answer, locked
from linter.systems.maven.packages import Direct, Package, Resolver, name_of
from linter.systems.maven.pom import Key, Pom
from linter.systems.maven.reach import Edge, Reach
from linter.systems.maven.scopes import Scopes
from linter.versions.published import NONE

_MOST = 100_000
"""Steps for one module; more than any real one takes."""


class _Node:
    """A package at one place of the tree: many are made and few looked at, so they hold only what tells them apart.

    ``direct`` is the module's own dependency that leads to it, ``step`` the way from ``parent``, ``pom`` the one that
    it is published with. ``exact`` is false for what a table knows: how near it is isn't said there. ``doubt`` says why
    it may not be there.
    """

    __slots__ = ("direct", "doubt", "exact", "exclusions", "key", "near", "parent", "pom", "step", "version")

    def __init__(self, key: Key, direct: Direct, version: Answer, step: Evidence | None, near: Pom) -> None:
        self.key = key
        self.direct = direct
        self.version = version
        self.step = step
        self.near = near
        self.parent: _Node | None = None
        self.pom: Pom | None = None
        self.exclusions: tuple[tuple[str, str], ...] = ()
        self.exact = True
        self.doubt = ""

    def steps(self) -> tuple[Evidence, ...]:
        """The way to it from the module's own dependency."""
        found: list[Evidence] = []
        node: _Node | None = self
        while node is not None:
            if node.step is not None:
                found.append(node.step)
            node = node.parent
        return tuple(reversed(found))


class Closure:
    """The packages of modules, over one build."""

    __slots__ = ("_build", "_reach")

    def __init__(self, build: Build) -> None:
        self._build = build
        self._reach = Reach(build)

    def packages(self, pom: Pom) -> Iterator[Package]:
        """Direct ones, then those that are followed behind them, each package once."""
        resolver = self._build.resolver(pom)
        for direct in resolver.directs():
            yield direct.package
        if self._reach.leads(pom):
            yield from self._behind(pom, resolver)

    def _behind(self, pom: Pom, resolver: Resolver) -> Iterator[Package]:
        own = {direct.package.key for direct in resolver.directs()}
        scopes = Scopes((direct.package.key, direct.package.scope) for direct in resolver.directs())
        found: dict[Key, list[_Node]] = {}
        pending = deque(self._start(edge, pom) for edge in self._reach.edges(pom))
        steps = 0
        while pending and steps < _MOST:
            node = pending.popleft()
            for child, scope, managed in self._children(node, resolver, found, scopes):
                steps += 1
                if child.key in own:
                    continue
                scopes.add(node.key, child.key, scope, managed)
                known = found.get(child.key)
                if known is None:
                    found[child.key] = [child]
                    pending.append(child)
                    continue
                # Of several, Maven keeps the first and what is behind it.
                if known[-1].doubt and not child.doubt:
                    pending.append(child)
                known.append(child)
        for key, several in found.items():
            if self._build.outside.follows(name_of(key)):
                yield self._settled(several, scopes.of(key))

    @staticmethod
    def _start(edge: Edge, pom: Pom) -> _Node:
        direct = edge.direct
        version = direct.version
        rest = replace(version, evidence=version.evidence[1:])
        node = _Node(direct.package.key, direct, rest, version.evidence[0] if version.evidence else None, pom)
        node.pom, node.exclusions, node.doubt = edge.pom, direct.exclusions, direct.doubt
        return node

    def _children(
        self, node: _Node, resolver: Resolver, found: Mapping[Key, list[_Node]], scopes: Scopes
    ) -> Iterator[tuple[_Node, str, bool]]:
        """What is behind ``node``, with scopes; of what is only passed through, the ways to it count, but no copies."""
        if node.pom is None:
            yield from self._brought(node, resolver)
        elif self._reach.of(node.pom):
            for edge in self._reach.edges(node.pom):
                direct = edge.direct
                key = direct.package.key
                if not direct.transitive or not edge.leads or _excluded(key, node.exclusions):
                    continue
                known = None if edge.followed else found.get(key)
                if known is None or known[-1].doubt:
                    yield self._below(node, node.pom, edge, resolver)
                else:
                    managed = resolver.management.of(key)
                    fixed = managed.scope if managed is not None else ""
                    scopes.add(node.key, key, fixed or direct.package.scope, bool(fixed))

    def _below(self, node: _Node, pom: Pom, edge: Edge, resolver: Resolver) -> tuple[_Node, str, bool]:
        """A dependency of ``pom``, which ``node`` is, as ``resolver``'s module gets it."""
        one = edge.direct
        key = one.package.key
        version = one.version
        below = _Node(key, node.direct, version, version.evidence[0] if version.evidence else None, pom)
        below.parent, below.pom, below.exact = node, edge.pom, node.exact
        below.doubt = node.doubt or one.doubt
        below.exclusions = (*node.exclusions, *one.exclusions) if one.exclusions else node.exclusions
        managed = resolver.management.of(key)
        if managed is None:
            return below, one.package.scope, False
        if isinstance(managed.version.text, Unknown) and edge.pom is not None and not edge.pom.foreign:
            # A module of this tree is managed by BOMs of its own family only, which are released with it.
            if _family(managed.by, key[0]):
                below.doubt = below.doubt or managed.version.text.why
            return below, one.package.scope, False
        if managed.version.text != version.text:
            below.pom = self._published(key, managed.version, pom)
        below.version = replace(managed.version, evidence=(*version.evidence[:1], *managed.version.evidence))
        below.exclusions += managed.exclusions
        return below, managed.scope or one.package.scope, bool(managed.scope)

    def _published(self, key: Key, version: Answer, near: Pom) -> Pom | None:
        if isinstance(version.text, Unknown):
            return None
        found = self._build.find(key[0], key[1], version.text, near)
        return found if isinstance(found, Pom) else None

    def _brought(self, node: _Node, resolver: Resolver) -> Iterator[tuple[_Node, str, bool]]:
        """What a table says that ``node`` brings."""
        name = name_of(node.key)
        for other in self._build.outside.brings(name):
            group, _, artifact = other.partition(":")
            key = (group, artifact, "jar", "")
            version = None if _excluded(key, node.exclusions) else self._version_brought(node.version, name, other)
            if version is None:
                continue
            managed = resolver.management.of(key)
            if managed is not None:
                version = managed.version
            elif node.parent is not None:
                version = replace(version, evidence=version.evidence[1:])
            place = node.step.place if node.step is not None else None
            below = _Node(
                key, node.direct, version, Evidence(f"`{name}` is a dependency and brings it", place), node.near
            )
            below.parent, below.exact, below.doubt, below.exclusions = node.parent, False, node.doubt, node.exclusions
            scope = "" if managed is None else managed.scope
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

    def _settled(self, several: Sequence[_Node], scope: str) -> Package:
        """The package that Maven takes; its version is unknown where it can't be said which that is."""
        certain = next((at for at, node in enumerate(several) if node.exact and not node.doubt), len(several) - 1)
        rivals = several[: certain + 1]
        first = next((node for node in rivals if not node.doubt), rivals[0])
        via = name_of(first.direct.package.key)
        version = self._explained(first)
        if first.doubt:
            version = Answer(Unknown(first.doubt), evidence=version.evidence)
        for other in rivals:
            if other.version.text != first.version.text:
                why = _differ(via, first, name_of(other.direct.package.key), other)
                version = Answer(Unknown(why), evidence=first.steps())
                break
        return Package(first.key, first.direct.package.dependency, version, scope, via)

    def _explained(self, node: _Node) -> Answer:
        """The version of ``node`` with the whole way to it."""
        version = node.version
        evidence = version.evidence
        if node.parent is not None and node.exact:
            # The first step is the way to it already.
            evidence = (*evidence[1:], *ancestry(self._build.model(node.near).lineage, version))
        return replace(version, evidence=(*node.steps(), *evidence), origin="merged")


def _family(by: str, group: str) -> bool:
    """Whether a pom of the group ``by`` may be released with modules of ``group``; one that is not known may."""
    return not by or f"{group}.".startswith(f"{by}.") or f"{by}.".startswith(f"{group}.")


def _excluded(key: Key, exclusions: Sequence[tuple[str, str]]) -> bool:
    return any(group in ("*", key[0]) and artifact in ("*", key[1]) for group, artifact in exclusions)


def _differ(via: str, first: _Node, other_via: str, other: _Node) -> str:
    if other.doubt and not first.doubt:
        return f"another version may come with `{other_via}`: {other.doubt}"
    if via == other_via:
        return f"different versions of it are behind `{via}`"
    return f"`{via}` and `{other_via}` bring different versions"
