"""The packages of a module: its dependencies with their versions, and what known starters bring."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.value import Evidence, Unknown
from linter.record import dataclass, replace
from linter.systems.maven.management import Management
from linter.systems.maven.model import Answer, Model, locked
from linter.systems.maven.outside import NONE, Outside
from linter.systems.maven.pom import Dependency, Key, Pom, Section

DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class Package:
    """One package of a module; ``dependency`` is what it is declared by, or comes with."""

    key: Key
    dependency: Dependency
    version: Answer
    scope: str
    via: str = DIRECT


@dataclass(frozen=True, slots=True)
class _Direct:
    """A direct dependency with what management adds to it."""

    package: Package
    exclusions: tuple[tuple[str, str], ...]


class Resolver:
    """Resolves the packages of one module."""

    __slots__ = ("_in_profiles", "_management", "_model", "_outside")

    def __init__(self, model: Model, management: Management, outside: Outside) -> None:
        self._model = model
        self._management = management
        self._outside = outside
        self._in_profiles: dict[Key, list[tuple[Pom, Section, Dependency]]] = {}
        for pom in model.lineage.poms:
            for profile in pom.profiles:
                for one in profile.dependencies:
                    self._in_profiles.setdefault(model.key(one) or one.key, []).append((pom, profile, one))

    def packages(self) -> Iterator[Package]:
        """Direct ones, the module's before its parents', then transitive ones, each package once.

        A version that the module states itself wins over management, management over what a dependency brings.
        """
        direct = {key: self._direct(key, one) for key, one in self._declared().items()}
        for one in direct.values():
            yield one.package
        optional = self._only_in_profiles(direct)
        yield from optional.values()
        brought: dict[Key, list[Package]] = {}
        for one in direct.values():
            for package in self._brought(one):
                if package.key not in direct and package.key not in optional:
                    brought.setdefault(package.key, []).append(package)
        for several in brought.values():
            yield _mediated(several)

    def _declared(self) -> dict[Key, Dependency]:
        found: dict[Key, Dependency] = {}
        for pom in self._model.lineage.poms:
            # Within one pom the last of several counts, in the first one's place.
            own = {self._model.key(one) or one.key: one for one in pom.own.dependencies}
            for key, one in own.items():
                found.setdefault(key, one)
        return found

    def _direct(self, key: Key, dependency: Dependency) -> _Direct:
        managed = self._management.of(key) if dependency.version is None or not dependency.scope else None
        place = Evidence(f"`{_name(key)}` is a dependency", dependency.place)
        if dependency.version is not None:
            version = self._model.read(dependency.version)
        elif managed is not None:
            version = managed.version
        else:
            version = Answer(Unknown("nothing gives it a version"))
        for pom, profile, one in self._in_profiles.get(key, ()):
            if one.version is not None:
                where = f"the profile `{profile.name}` of {pom.path}"
                if dependency.version is None or one.version.text != dependency.version.text:
                    version = Answer(Unknown(f"{where} may set another version"))
                    break
                version = locked(version, f"{where} states it too")
        scope = dependency.scope or (managed.scope if managed is not None else "") or "compile"
        exclusions = dependency.exclusions or (managed.exclusions if managed is not None else ())
        version = replace(version, evidence=(place, *version.evidence))
        return _Direct(Package(key, dependency, version, scope), exclusions)

    def _only_in_profiles(self, direct: dict[Key, _Direct]) -> dict[Key, Package]:
        found: dict[Key, Package] = {}
        for key, several in self._in_profiles.items():
            if key not in direct:
                pom, profile, one = several[0]
                step = Evidence(f"`{_name(key)}` is a dependency in the profile `{profile.name}`", one.place)
                why = Unknown(f"only the profile `{profile.name}` of {pom.path} adds it")
                found[key] = Package(key, one, Answer(why, evidence=(step,)), one.scope or "compile")
        return found

    def _brought(self, direct: _Direct) -> Iterator[Package]:
        by = direct.package
        name = _name(by.key)
        for other in self._outside.brings(name):
            group, _, artifact = other.partition(":")
            if any(_matches(pattern, group, artifact) for pattern in direct.exclusions):
                continue
            version = self._version_brought(by, name, other)
            if version is None:
                continue
            key = (group, artifact, "jar", "")
            step = Evidence(f"`{name}` is a dependency and brings it", by.dependency.place)
            managed = self._management.of(key)
            if managed is not None:
                version = replace(managed.version, evidence=(step, *managed.version.evidence))
            else:
                # The first step of the bringer's evidence is the same dependency.
                version = replace(version, evidence=(step, *version.evidence[1:]), origin="merged")
            yield Package(key, by.dependency, version, by.scope, name)

    def _version_brought(self, by: Package, name: str, other: str) -> Answer | None:
        """The version of ``other`` that goes with ``by``; ``None`` where none does."""
        if isinstance(by.version.text, Unknown):
            return by.version
        known = self._outside.brought(name, by.version.text, other)
        if known == NONE:
            return None
        if known is None:
            return Answer(Unknown(f"which `{other}` `{name}` {by.version.text} brings is not known"))
        if known == by.version.text:
            return by.version
        version = locked(by.version, f"`{name}` {by.version.text} decides it; state the version yourself")
        return replace(version, text=known)


def _mediated(several: list[Package]) -> Package:
    """One of the packages that several dependencies bring; which one Maven takes is known only if they agree."""
    first = several[0]
    for other in several[1:]:
        if other.version.text != first.version.text:
            why = Unknown(f"`{first.via}` and `{other.via}` bring different versions")
            return replace(first, version=Answer(why, evidence=first.version.evidence))
    return first


def _matches(pattern: tuple[str, str], group: str, artifact: str) -> bool:
    return pattern[0] in ("*", group) and pattern[1] in ("*", artifact)


def _name(key: Key) -> str:
    return f"{key[0]}:{key[1]}"
