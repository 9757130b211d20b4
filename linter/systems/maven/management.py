"""Managed versions: own, inherited, and imported from BOMs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from linter.facts.value import Evidence, Unknown
from linter.record import dataclass, replace
from linter.systems.maven.model import Answer, Model, locked
from linter.systems.maven.pom import Dependency, Key, Pom, Section
from linter.versions.published import NONE, Published

Finder: TypeAlias = "Callable[[str, str, str, Pom], Management | str]"
"""The management of the pom with a group, artifact and version, seen from a pom; or why there is none."""

_DEEPEST = 30


@dataclass(frozen=True, slots=True)
class Managed:
    """What management says of one package; ``scope`` and ``exclusions`` are empty where it says nothing of them.

    ``by`` is the group of the published pom that may say it, where that is not known.
    """

    version: Answer
    scope: str = ""
    exclusions: tuple[tuple[str, str], ...] = ()
    by: str = ""


class Management:
    """The ``dependencyManagement`` of one module.

    Source: Maven's "Introduction to the Dependency Mechanism": entries of the module and its parents count before any
    import, child before parent; then imports in the same order, of which the first that knows a package decides.
    """

    __slots__ = ("_dynamic", "_find", "_known", "_model", "_outside", "_silent")

    def __init__(self, model: Model, outside: Published, find: Finder) -> None:
        self._model = model
        self._outside = outside
        self._find = find
        self._known: dict[Key, Managed | None] = {}
        self._dynamic: dict[int, dict[Key, list[Dependency]]] = {}
        sections = [one for pom in model.lineage.poms for one in (*pom.layers, *pom.profiles)]
        self._silent = model.lineage.outside is None and not any(
            one.managed or one.dynamic or one.imports for one in sections
        )

    def of(self, key: Key, depth: int = 0) -> Managed | None:
        """What is managed for ``key``; ``None`` where it is certain that nothing is."""
        if self._silent:
            return None
        if key not in self._known:
            if depth > _DEEPEST:
                return _unknown("BOMs import each other too deep")
            # What a circle of imports finds when it comes back here.
            self._known[key] = _unknown(f"{self._model.pom.path} imports itself")
            self._known[key] = self._explicit(key) or self._inherited(key) or self._imported(key, depth)
        return self._known[key]

    def _explicit(self, key: Key) -> Managed | None:
        rivals: list[tuple[Pom, Section, Dependency]] = []
        for pom in self._model.lineage.poms:
            rivals += ((pom, profile, one) for profile in pom.profiles for one in self._entries(profile, key))
            # Of one package in a profile and in the pom, the profile's counts.
            entries = next((each for layer in pom.layers if (each := self._entries(layer, key))), [])
            if not entries:
                continue
            entry = entries[0]
            if any(_stated(one) != _stated(entry) for one in entries):
                return _unknown(f"{pom.path} manages `{key[0]}:{key[1]}` twice")
            if any(_stated(one) != _stated(entry) for _, _, one in rivals):
                break
            found = self._managed(entry)
            if not rivals:
                return found
            reason = f"the profile `{rivals[0][1].name}` of {rivals[0][0].path} manages it too"
            return replace(found, version=locked(found.version, reason))
        if not rivals:
            return None
        return _unknown(f"the profile `{rivals[0][1].name}` of {rivals[0][0].path} may manage it")

    def _entries(self, section: Section, key: Key) -> list[Dependency]:
        found = section.managed.get(key, [])
        if section.dynamic:
            known = self._dynamic.get(id(section))
            if known is None:
                known = self._dynamic[id(section)] = {}
                for one in section.dynamic:
                    # A key that can't be resolved is nobody's; Maven would refuse the build.
                    known.setdefault(self._model.key(one) or one.key, []).append(one)
            found = found + known.get(key, [])
        return found

    def _managed(self, entry: Dependency) -> Managed:
        if entry.version is None:
            return Managed(Answer(Unknown("it is managed without a version")), entry.scope, entry.exclusions)
        answer = self._model.read(entry.version)
        step = Evidence(f"managed as `{entry.version.text}`", entry.version.place)
        version = replace(answer, evidence=(step, *answer.evidence), origin="merged")
        return Managed(version, entry.scope, entry.exclusions)

    def _inherited(self, key: Key) -> Managed | None:
        """What the first parent that is not among the files manages."""
        lineage = self._model.lineage
        if lineage.outside is None:
            return None
        parent = lineage.outside.get("version")
        version = Answer(Unknown(f"{lineage.missing} may manage it")) if parent is None else self._model.read(parent)
        pom = f"{lineage.outside.said('groupId')}:{lineage.outside.said('artifactId')}"
        place = lineage.outside.place
        step = Evidence(f"{lineage.missing}, manages it", place)
        return self._looked_up(pom, version, key, step, f"{lineage.missing}, may manage it")

    def _imported(self, key: Key, depth: int) -> Managed | None:
        found = next(self._imports(key, depth), None)
        for pom in self._model.lineage.poms:
            for profile in pom.profiles:
                if any(self._may_manage(one, key) for one in profile.imports):
                    return _unknown(f"the profile `{profile.name}` of {pom.path} imports a BOM that may manage it")
        return found

    def _imports(self, key: Key, depth: int) -> Iterator[Managed]:
        """What each imported BOM says of ``key``, in the order in which Maven asks them."""
        seen: set[Key] = set()
        for pom in self._model.lineage.poms:
            # A profile's BOMs follow those of the pom.
            for one in (*pom.own.imports, *(one for layer in pom.layers[-2::-1] for one in layer.imports)):
                bom = self._model.key(one) or one.key
                if bom not in seen:
                    seen.add(bom)
                    said = self._of_bom(one, bom, key, depth)
                    if said is not None:
                        yield said

    def _of_bom(self, dependency: Dependency, bom: Key, key: Key, depth: int) -> Managed | None:
        name = f"{bom[0]}:{bom[1]}"
        if dependency.version is None:
            return _unknown(f"the BOM `{name}` is imported without a version")
        version = self._model.read(dependency.version)
        if isinstance(version.text, Unknown):
            step = Evidence(f"the BOM `{name}` manages it", dependency.place)
            return self._looked_up(name, version, key, step, version.text.why)
        step = Evidence(f"the BOM `{name}:{version.text}` manages it", dependency.place)
        found = self._find(bom[0], bom[1], version.text, self._model.pom)
        if isinstance(found, str):
            why = f"the BOM `{name}:{version.text}`, {found}, may manage it"
            return self._looked_up(name, version, key, step, why)
        said = found.of(key, depth + 1)
        if said is None:
            return None
        return replace(said, version=replace(said.version, evidence=(step, *said.version.evidence)))

    def _may_manage(self, dependency: Dependency, key: Key) -> bool:
        bom = self._model.key(dependency) or dependency.key
        version = "" if dependency.version is None else self._model.read(dependency.version).text
        known = self._outside.managed(f"{bom[0]}:{bom[1]}", version if isinstance(version, str) else "", _package(key))
        return known != NONE

    def _looked_up(self, pom: str, version: Answer, key: Key, step: Evidence, why: str) -> Managed | None:
        """What the tables know of a published pom; ``why`` is the reason for not knowing."""
        text = version.text if isinstance(version.text, str) else ""
        known = self._outside.managed(pom, text, _package(key))
        if known == NONE:
            return None
        if known is None or isinstance(version.text, Unknown):
            return replace(_unknown(why), by=pom.partition(":")[0])
        if known == version.text:
            return Managed(replace(version, evidence=(step, *version.evidence), origin="merged"))
        version = locked(version, f"`{pom}` {version.text} decides it; state the version yourself")
        return Managed(Answer(known, version.slot, (step, *version.evidence), "merged"))


def _unknown(why: str) -> Managed:
    return Managed(Answer(Unknown(why)))


def _stated(dependency: Dependency) -> str:
    return "" if dependency.version is None else dependency.version.text


def _package(key: Key) -> str:
    return f"{key[0]}:{key[1]}"
