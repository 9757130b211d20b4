"""The dependencies that a module declares or inherits, with their versions; ``closure`` follows them further."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.value import Evidence, Unknown
from linter.record import dataclass, replace
from linter.systems.maven.flattened import Flattened
from linter.systems.maven.management import Management
from linter.systems.maven.model import Answer, Model, locked
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
class Direct:
    """A direct dependency with what management adds to it.

    ``doubt`` says why it may not be there at all, and ``version`` what it would be then.
    """

    package: Package
    exclusions: tuple[tuple[str, str], ...]
    optional: bool
    version: Answer
    doubt: str = ""

    @property
    def transitive(self) -> bool:
        """Whether those that depend on the module get it too."""
        return not self.optional and self.package.scope not in ("test", "provided")


class Resolver:
    """Resolves the direct dependencies of one module."""

    __slots__ = ("_directs", "_flattened", "_in_profiles", "management", "model")

    def __init__(self, model: Model, management: Management, flattened: Flattened | None = None) -> None:
        self.model = model
        self.management = management
        self._flattened = flattened
        self._directs: tuple[Direct, ...] | None = None
        self._in_profiles: dict[Key, list[tuple[Pom, Section, Dependency]]] = {}
        for pom in model.lineage.poms:
            for profile in pom.profiles:
                for one in profile.dependencies:
                    self._in_profiles.setdefault(model.key(one) or one.key, []).append((pom, profile, one))

    def directs(self) -> tuple[Direct, ...]:
        """The module's own before its parents', then those that only profiles add which nothing applies."""
        if self._directs is None:
            declared = self._declared()
            found = [self._direct(key, one) for key, one in declared.items()]
            self._directs = (*found, *self._only_in_profiles(declared))
        return self._directs

    def _declared(self) -> dict[Key, Dependency]:
        found: dict[Key, Dependency] = {}
        for pom in self.model.lineage.poms:
            # Within one pom the last of several counts, in the first one's place; a profile's come after its pom's.
            own: dict[Key, Dependency] = {}
            for layer in reversed(pom.layers[:-1]):
                own |= {self.model.key(one) or one.key: one for one in layer.dependencies}
            of_pom = {self.model.key(one) or one.key: one for one in pom.own.dependencies}
            for key, one in {**of_pom, **own}.items():
                found.setdefault(key, one)
        return found

    def _direct(self, key: Key, dependency: Dependency) -> Direct:
        managed = self.management.of(key) if dependency.version is None or not dependency.scope else None
        place = Evidence(f"`{name_of(key)}` is a dependency", dependency.place)
        if dependency.version is not None:
            version = self.model.read(dependency.version)
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
        if isinstance(version.text, Unknown) and self._flattened is not None:
            version = self._flattened.version(key, version)
        scope = dependency.scope or (managed.scope if managed is not None else "") or "compile"
        exclusions = dependency.exclusions or (managed.exclusions if managed is not None else ())
        version = replace(version, evidence=(place, *version.evidence))
        return Direct(Package(key, dependency, version, scope), exclusions, self._optional(dependency), version)

    def _optional(self, dependency: Dependency) -> bool:
        if dependency.optional is None:
            return False
        return self.model.read(dependency.optional).text == "true"

    def _only_in_profiles(self, declared: dict[Key, Dependency]) -> Iterator[Direct]:
        for key, several in self._in_profiles.items():
            if key not in declared:
                pom, profile, one = several[0]
                step = Evidence(f"`{name_of(key)}` is a dependency in the profile `{profile.name}`", one.place)
                doubt = f"only the profile `{profile.name}` of {pom.path} adds it"
                would = self._direct(key, one)
                version = replace(would.version, evidence=(step, *would.version.evidence[1:]))
                package = replace(would.package, version=Answer(Unknown(doubt), evidence=(step,)))
                yield replace(would, package=package, version=version, doubt=doubt)


def name_of(key: Key) -> str:
    return f"{key[0]}:{key[1]}"
