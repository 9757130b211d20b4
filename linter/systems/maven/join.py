"""Modules and packages as entities."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence

from linter.facts.entity import Entity
from linter.facts.holes import unfilled
from linter.facts.value import Evidence, Ref, Unknown, Value
from linter.record import replace
from linter.syntax.document import Place
from linter.system import Fragment, Setup
from linter.systems.maven.build import Build
from linter.systems.maven.closure import Closure
from linter.systems.maven.lineage import ancestry
from linter.systems.maven.model import Answer, Model
from linter.systems.maven.packages import DIRECT, Package
from linter.systems.maven.pom import Pom
from linter.systems.maven.uses import Uses
from linter.versions.version import Version, parse

_NO_CODE = frozenset(("pom", "sources", "java-source", "javadoc", "tests", "test-jar", "test-sources"))
"""Types and classifiers of what lies beside the jar with a package's classes."""


def modules(fragments: Sequence[Fragment], setup: Setup) -> Iterable[Entity]:
    """A ``build.module`` for each pom and a ``build.package`` for each of its dependencies.

    A version that the settings state for a package wins over what the poms say.
    """
    build = Build(fragments, setup.repository)
    closure = Closure(build)
    resolved = [(pom, [_ours(one, setup.repository) for one in closure.packages(pom)]) for pom in build.poms]
    uses = Uses((pom, build.model(pom).lineage.poms) for pom in build.poms)
    shared = _Shared((package for _, packages in resolved for package in packages), uses)
    for pom, packages in resolved:
        module = _module(build, pom)
        yield module
        for package in packages:
            yield _package(build.model(pom), module.ref, package, shared, setup)


class _Shared:
    """Places that decide the versions of packages of several groups: changing one for one package breaks the others."""

    def __init__(self, packages: Iterable[Package], uses: Uses) -> None:
        self._uses = uses
        self._groups: dict[tuple[str, int], dict[str, str]] = {}
        for package in packages:
            slot = package.version.slot
            if slot is not None and not slot.locked:
                groups = self._groups.setdefault((slot.place.path, slot.place.start), {})
                groups.setdefault(package.key[0], f"{package.key[0]}:{package.key[1]}")

    def settled(self, package: Package) -> Answer:
        """The version of ``package``, its slot locked where it is another group's too."""
        version = package.version
        slot = version.slot
        if slot is None or slot.locked:
            return version
        groups = self._groups[slot.place.path, slot.place.start]
        if len(slot.route) > 1 and str(slot.route[-2]).startswith("properties["):
            name = str(slot.route[-1]).rpartition("[")[0]
            groups = {**self._uses.of(slot.place.path, name), **groups}
        other = next((name for group, name in groups.items() if group != package.key[0]), "")
        named = other if " " in other else f"`{other}`"
        return replace(version, slot=replace(slot, locked=f"it decides {named} too")) if other else version


def _folder(pom: Pom) -> str:
    return posixpath.dirname(pom.path) or "."


def _module(build: Build, pom: Pom) -> Entity:
    artifact = build.coordinate(pom, "artifactId")
    return Entity(
        Ref("build.module", pom.doc.id),
        pom.place,
        artifact.text if isinstance(artifact.text, str) else pom.path,
        "project",
        {
            "folder": Value(_folder(pom)),
            "group": _value(build.coordinate(pom, "groupId")),
            "artifact": _value(artifact),
            "version": _version(build.coordinate(pom, "version")),
        },
    )


def _package(model: Model, module: Ref, package: Package, shared: _Shared, setup: Setup) -> Entity:
    name = f"{package.key[0]}:{package.key[1]}"
    unusual = [piece for piece in package.key[2:] if piece not in ("", "jar")]
    path = ":".join((name, *unusual))
    version = shared.settled(package)
    told = setup.version_for(model.pom.path, name) if setup.versions else None
    part = package.dependency.part
    scope = package.dependency.scoped
    return Entity(
        Ref("build.package", f"{module.id}/{path}"),
        package.dependency.place,
        name,
        f"dependencies/{path}",
        {
            "module": Value(module),
            "folder": Value(_folder(model.pom)),
            "package": Value(Unknown(f"`{name}` can't be resolved") if "${" in name else name, "written", part.slot()),
            "version": _version(version, ancestry(model.lineage, version)) if told is None else _told(told),
            "scope": Value(package.scope) if scope is None else Value(package.scope, "written", scope.slot()),
            "via": Value(package.via, "default" if package.via == DIRECT else "merged"),
            "code": Value(_NO_CODE.isdisjoint(package.key[2:])),
        },
    )


def _ours(package: Package, repository: str) -> Package:
    """``package`` without the places that lie in the ``repository``, which is none of the input."""
    version = package.version
    if not repository:
        return package
    slot = version.slot
    kept = None if slot is not None and _inside(slot.place, repository) else slot
    evidence = tuple(
        Evidence(step.text) if step.place is not None and _inside(step.place, repository) else step
        for step in version.evidence
    )
    return replace(package, version=replace(version, slot=kept, evidence=evidence))


def _inside(place: Place, folder: str) -> bool:
    return place.path.startswith(f"{folder}/")


def _value(answer: Answer) -> Value:
    return Value(answer.text, answer.origin, answer.slot, answer.evidence)


def _version(answer: Answer, further: tuple[Evidence, ...] = ()) -> Value:
    version, slot = _one_version(answer.text), answer.slot
    if slot is not None and isinstance(version, Version) and isinstance(answer.text, str):
        slot = replace(slot, around=_brackets(answer.text))
        if "," in answer.text:
            slot = replace(slot, locked=slot.locked or f"`{answer.text}` says it twice")
    return Value(version, answer.origin, slot, (*answer.evidence, *further))


def _one_version(text: str | Unknown) -> Version | Unknown:
    if isinstance(text, Unknown):
        return text
    hole = unfilled(text)
    if hole is not None:
        return hole
    before, after = _brackets(text)
    version = parse("maven", _bounds(text) or text[len(before) : len(text) - len(after)])
    if version is not None:
        return version
    if text[:1] in ("[", "("):
        return Unknown(f"`{text}` is a range; a repository decides which version it gives")
    return Unknown(f"`{text}` is no fixed version")


def _brackets(text: str) -> tuple[str, str]:
    """What is around the version in a range of one (`[1.2]`), which demands it where `1.2` only proposes it."""
    if text[:1] != "[" or text[-1:] != "]" or "," in text:
        return "", ""
    inner = text[1:-1]
    return text[: len(text) - len(inner.lstrip()) - 1], text[len(inner.rstrip()) + 1 :]


def _bounds(text: str) -> str:
    """The version of a range whose bounds are one and the same (``[1.2,1.2]``)."""
    first, comma, last = text[1:-1].partition(",")
    alike = text[:1] + text[-1:] == "[]" and comma and first.strip() == last.strip()
    return first.strip() if alike else ""


def _told(text: str) -> Value:
    version = parse("maven", text)
    step = Evidence(f"the settings say {text}")
    return Value(Unknown(f"`{text}` is no version") if version is None else version, "written", None, (step,))
