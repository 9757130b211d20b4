"""Which build runs which file, and which Dubbo it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from linter import resources
from linter.facts.base import FactBase, text
from linter.facts.entity import Entity
from linter.facts.value import Evidence, Unknown, Value
from linter.pattern import pattern
from linter.record import dataclass, replace
from linter.syntax.document import DocRef, Place
from linter.system import Directive, Setup
from linter.systems.dubbo.names import ALIBABA, APACHE, SCHEME, SYSTEM
from linter.systems.dubbo.published import released
from linter.systems.dubbo.releases import APACHE as FIRST_APACHE
from linter.versions.version import Version, parse

_DIRECTIVE = pattern(r"(?:^|[\s,])dubbo\s*=\s*([^\s,]+)")
_HOW = "say it with a comment `deadpeer: dubbo=2.7.23` in the file, or under `versions` in the settings"
_SOURCES = pattern(r"(?:^|/)src/(?:main|test)/.*")
_NOT_RUN = ("test", "provided")
"""Scopes that say nothing about what is there at run time."""
_CHOSEN = (APACHE, "org.apache.dubbo:dubbo-remoting-api", ALIBABA)
"""Artifacts in the order in which they say which Dubbo runs: the whole, the one with the channels, the old whole."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module of a build, or a folder that belongs to none; ``artifact`` is the one that decides the version."""

    folder: str
    name: str
    place: Place | None
    package: Value
    artifact: Value
    version: Value
    built: bool


class Modules:
    """Finds the module of a file: the build in the nearest folder at or above it.

    A comment in one of the module's files wins over the settings, these over what the build resolves to.
    """

    def __init__(self, facts: FactBase, setup: Setup) -> None:
        self._setup = setup
        self._builds: dict[str, Entity] = {}
        # of several in one folder the one that a build takes unasked is the module; others are its parent, or a variant
        for module in sorted(facts.of("build.module"), key=lambda one: one.place.path.rpartition("/")[2] != "pom.xml"):
            folder = text(module, "folder")
            if folder is not None:
                self._builds.setdefault("" if folder == "." else folder.rstrip("/"), module)
        self._beside = _beside(facts)
        self._packages: dict[str, list[Entity]] = {}
        self._only: dict[str, str] = {}
        for package in facts.of("build.package"):
            if text(package, "package") in _artifacts():
                folder = _plain(text(package, "folder"))
                if _runs(package):
                    self._packages.setdefault(folder, []).append(package)
                else:
                    self._only.setdefault(folder, text(package, "scope") or "")
        self._comments = _comments(setup.directives)
        self._told = self._tell()
        self._known: dict[str, Module] = {}

    def folder(self, path: str) -> str:
        """The folder of the module that the file ``path`` belongs to; ``""`` is the root."""
        folder = path.rpartition("/")[0]
        while True:
            if folder in self._builds:
                return folder
            if not folder:
                break
            folder = folder.rpartition("/")[0]
        return _SOURCES.sub("", path) if _SOURCES.search(path) else path.rpartition("/")[0]

    def builds(self) -> Sequence[str]:
        """The folders of the builds that have Dubbo."""
        return tuple(folder for folder in self._builds if folder in self._packages)

    def sees(self, folder: str, other: str) -> bool:
        """Whether the module in ``folder`` may have classes of the one in ``other`` on its path.

        Maven's modules that depend on no module of the tree have none but their own; of others it is not asked.
        """
        build = self._builds.get(folder)
        if folder == other or build is None or other not in self._builds:
            return True
        return folder in self._beside or not build.place.path.endswith("pom.xml")

    def holds(self, folder: str, other: str) -> bool:
        """Whether the module in ``folder`` depends on the one in ``other``, so that both may run in one process."""
        return other in self._beside.get(folder, ())

    def brings(self, folder: str, fits: Callable[[str], bool]) -> Value:
        """Whether the build in ``folder`` has an artifact that ``fits``; unknown where no build was found."""
        if folder not in self._builds:
            return Value(Unknown("no build was found for it"))
        return Value(any(fits(text(package, "package") or "") for package in self._packages.get(folder, ())))

    def of(self, path: str) -> Module:
        """The module of a file."""
        return self.at(self.folder(path), path)

    def at(self, folder: str, path: str = "") -> Module:
        """The module in ``folder``; ``path`` is one of its files, for which the settings may give a version."""
        known = self._known.get(folder)
        if known is None:
            known = self._known[folder] = self._module(folder, path)
        return known

    def said(self, doc: DocRef) -> Value | None:
        """The version that a comment in ``doc`` itself, or the settings for its path, give."""
        told = self._written_for(doc)
        return None if told is None else self.counting(told)

    def counting(self, version: Value) -> Value:
        """The version that counts instead of ``version``, where one is supposed."""
        supposed = self._setup.supposed.get(SYSTEM)
        return version if supposed is None else supposed.over(version)

    def _written_for(self, doc: DocRef) -> Value | None:
        found: DocRef | None = doc
        while found is not None:
            directive = self._comments.get(found.id) or (self._comments.get(found.path) if found.index else None)
            if directive is not None:
                return directive
            found = found.host
        setting = self._setup.version_for(doc.path, SYSTEM)
        return None if setting is None else stated(setting, Evidence("`versions` in the settings, or `--assume`"))

    def _tell(self) -> Mapping[str, Value]:
        """The versions that comments give, by module; unknown where two disagree."""
        told: dict[str, Value] = {}
        for directive in self._setup.directives:
            value = _directive(directive)
            if value is not None:
                folder = self.folder(directive.place.path)
                known = told.get(folder)
                if known is not None and known.data != value.data:
                    value = Value(Unknown("comments in its files say different versions of Dubbo"))
                told[folder] = value
        return told

    def _module(self, folder: str, path: str) -> Module:
        build = self._builds.get(folder)
        artifact, version = self._resolved(folder, build)
        told = self._told.get(folder) or self._set(path, build)
        if told is not None:
            version = told
        version = self.counting(version)
        package = _package(Value(None) if SYSTEM in self._setup.supposed else artifact, version)
        name = (text(build, "artifact") if build is not None else None) or folder or "."
        return Module(folder, name, build.place if build else None, package, artifact, version, build is not None)

    def _set(self, path: str, build: Entity | None) -> Value | None:
        for candidate in (path, build.place.path if build is not None else ""):
            setting = self._setup.version_for(candidate, SYSTEM) if candidate else None
            if setting is not None:
                return stated(setting, Evidence("`versions` in the settings, or `--assume`"))
        return None

    def _resolved(self, folder: str, build: Entity | None) -> tuple[Value, Value]:
        """The artifact that decides and its version, as the build has them."""
        packages = self._packages.get(folder, [])
        if build is None:
            why = Unknown(f"its version of Dubbo is not known: no build was found for it; {_HOW}")
            return Value(Unknown("no build was found that says which artifact of Dubbo it has")), Value(why)
        if not packages:
            scope = self._only.get(folder, "")
            has = (
                "no Dubbo that was found" if not scope else f"Dubbo with the scope `{scope}` only: who runs it decides"
            )
            why = Unknown(f"its version of Dubbo is not known: {build.place.path} has {has}; {_HOW}")
            return Value(why), Value(why)
        own = [package for package in packages if text(package, "package") not in _starters()]
        if not own:
            starter = text(packages[0], "package")
            told = f"its version of Dubbo is not known: `{starter}` is there without the Dubbo that it brings"
            why = Unknown(f"{told}; {_HOW}")
            return Value(why), Value(why)
        artifact, version = self._decided(own)
        return artifact, _alone(released(artifact, version, _HOW), packages)

    def _decided(self, packages: Sequence[Entity]) -> tuple[Value, Value]:
        for name in _CHOSEN:
            chosen = [package for package in packages if text(package, "package") == name]
            if chosen:
                return _agreed(name, chosen)
        versions = {str(package.fields["version"].data): package for package in packages}
        if len(versions) > 1:
            listed = ", ".join(sorted(versions))
            return Value(None), Value(Unknown(f"its artifacts of Dubbo have different versions: {listed}"))
        return _artifact(packages[0]), _explained(packages[0].fields["version"])


def _beside(facts: FactBase) -> Mapping[str, set[str]]:
    """The folders of the builds that each build depends on."""
    names = {f"{text(one, 'group')}:{text(one, 'artifact')}": text(one, "folder") for one in facts.of("build.module")}
    found: dict[str, set[str]] = {}
    for package in facts.of("build.package"):
        other = names.get(text(package, "package") or "")
        if other is not None and _runs(package):
            found.setdefault(_plain(text(package, "folder")), set()).add(_plain(other))
    return found


def _plain(folder: str | None) -> str:
    return "" if folder in (None, ".") else str(folder).rstrip("/")


def _runs(package: Entity) -> bool:
    """Whether a package's classes are there at run time."""
    code = package.fields.get("code")
    return text(package, "scope") not in _NOT_RUN and (code is None or code.data is not False)


def _agreed(name: str, packages: Sequence[Entity]) -> tuple[Value, Value]:
    """What several builds and lists of one folder say of one artifact: what one knows counts, if no other differs."""
    known = [package for package in packages if isinstance(package.fields["version"].data, Version)]
    versions = sorted({str(package.fields["version"].data) for package in known})
    if len(versions) > 1:
        paths = sorted({package.place.path for package in known})
        say = "says both" if len(paths) == 1 else "say"
        why = f"{' and '.join(paths)} {say} {' and '.join(versions)}"
        return Value(name), Value(Unknown(f"its version of Dubbo is not known: {why}"))
    chosen = known[0] if known else packages[0]
    return _artifact(chosen), _explained(chosen.fields["version"])


def _alone(version: Value, packages: Sequence[Entity]) -> Value:
    """``version``, its slot locked where other modules of Dubbo have theirs elsewhere: they are released together."""
    slot = version.slot
    if slot is None or slot.locked:
        return version
    for package in packages:
        other = package.fields["version"].slot
        if other is not None and other.place != slot.place:
            name = text(package, "package")
            return replace(version, slot=replace(slot, locked=f"`{name}` is set apart from it: change both together"))
    return version


def _explained(version: Value) -> Value:
    if not isinstance(version.data, Unknown):
        return version
    why = Unknown(f"its version of Dubbo is not known: {version.data.why}; {_HOW}")
    return Value(why, version.origin, version.slot, version.evidence)


def _artifact(package: Entity) -> Value:
    return Value(text(package, "package"), "written", evidence=(Evidence("the dependency", package.place),))


def _package(artifact: Value, version: Value) -> Value:
    """The package that releases and advisories are listed under: all modules of Dubbo are released together."""
    if isinstance(artifact.data, str):
        return Value(ALIBABA if artifact.data == ALIBABA else APACHE)
    if isinstance(version.data, Version):
        return Value(ALIBABA if version.data < FIRST_APACHE else APACHE)
    return Value(version.data if isinstance(version.data, Unknown) else None)


def stated(written: str, evidence: Evidence) -> Value:
    """A version that the user tells."""
    version = parse(SCHEME, written)
    if version is None:
        return Value(Unknown(f"`{written}` is no version of Dubbo"), evidence=(evidence,))
    return Value(version, "written", evidence=(evidence,))


def _directive(directive: Directive) -> Value | None:
    found = _DIRECTIVE.search(directive.text)
    return None if found is None else stated(found[1], Evidence("a comment in the file", directive.place))


def _comments(directives: Iterable[Directive]) -> Mapping[str, Value]:
    """The last comment about the version in each document."""
    found = {}
    for directive in directives:
        value = _directive(directive)
        if value is not None:
            found[directive.place.doc.id] = value
    return found


@cache
def _starters() -> frozenset[str]:
    """Artifacts that have no Dubbo in them but bring it, unless it is excluded."""
    return frozenset(row[0] for row in resources.rows("schemas", "dubbo", "starters.tsv"))


@cache
def _artifacts() -> frozenset[str]:
    return frozenset(row[0] for row in resources.rows("schemas", "dubbo", "artifacts.tsv"))
