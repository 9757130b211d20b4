"""Modules and packages as entities."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.nearest import Nearest
from linter.facts.value import Evidence, Ref, Unknown, Value
from linter.system import Fragment, Setup
from linter.systems.maven.lineage import Families
from linter.systems.maven.management import Management
from linter.systems.maven.model import Answer, Model
from linter.systems.maven.outside import Outside
from linter.systems.maven.packages import DIRECT, Package, Resolver
from linter.systems.maven.pom import Key, Pom
from linter.versions.version import Version, parse


def modules(fragments: Sequence[Fragment], facts: FactBase, setup: Setup) -> Iterable[Entity]:  # noqa: ARG001
    """A ``build.module`` for each pom and a ``build.package`` for each of its dependencies.

    A version that the settings state for a package wins over what the poms say.
    """
    build = _Build(fragments)
    for pom in build.poms:
        yield from _module(build, pom, setup)


class _Build:
    """All poms of a run; models and managements are made when they are first asked for."""

    def __init__(self, fragments: Sequence[Fragment]) -> None:
        self.poms = [Pom(fragment) for fragment in fragments if fragment.kind == "pom"]
        self.outside = Outside()
        self._families = Families(self.poms)
        self._models: dict[str, Model] = {}
        self._managements: dict[str, Management] = {}
        self._published: dict[tuple[str, str, str], Nearest[Pom]] | None = None

    def model(self, pom: Pom) -> Model:
        if pom.doc.id not in self._models:
            self._models[pom.doc.id] = Model(pom, self._families.of(pom))
        return self._models[pom.doc.id]

    def management(self, pom: Pom) -> Management:
        if pom.doc.id not in self._managements:
            self._managements[pom.doc.id] = Management(self.model(pom), self.outside, self._find)
        return self._managements[pom.doc.id]

    def resolver(self, pom: Pom) -> Resolver:
        return Resolver(self.model(pom), self.management(pom), self.outside)

    def _find(self, group: str, artifact: str, version: str, near: Pom) -> Management | str:
        """A pom of this tree by what it is published as."""
        if self._published is None:
            self._published = {}
            for pom in self.poms:
                model = self.model(pom)
                names = [model.coordinate(name).text for name in ("groupId", "artifactId", "version")]
                texts = [name for name in names if isinstance(name, str)]
                if len(texts) == len(names):
                    self._published.setdefault((texts[0], texts[1], texts[2]), Nearest()).add(pom.path, pom)
        known = self._published.get((group, artifact, version))
        found = () if known is None else known.to(near.path)
        if len(found) > 1:
            return "which " + " and ".join(pom.path for pom in found) + " both are"
        return self.management(found[0]) if found else "which is not among the files"


def _module(build: _Build, pom: Pom, setup: Setup) -> Iterator[Entity]:
    model = build.model(pom)
    folder = posixpath.dirname(pom.path) or "."
    ref = Ref("build.module", pom.doc.id)
    group, artifact, version = (model.coordinate(name) for name in ("groupId", "artifactId", "version"))
    yield Entity(
        ref,
        pom.place,
        artifact.text if isinstance(artifact.text, str) else pom.path,
        "project",
        {
            "folder": Value(folder),
            "group": _value(group),
            "artifact": _value(artifact),
            "version": _version(version),
        },
    )
    seen: set[Key] = set()
    for package in build.resolver(pom).packages():
        if package.key not in seen:
            seen.add(package.key)
            yield _package(model, ref, folder, package, setup)


def _package(model: Model, module: Ref, folder: str, package: Package, setup: Setup) -> Entity:
    name = f"{package.key[0]}:{package.key[1]}"
    unusual = [piece for piece in package.key[2:] if piece not in ("", "jar")]
    path = ":".join((name, *unusual))
    slot = package.dependency.part.slot()
    told = setup.version_for(model.pom.path, name) if setup.versions else None
    version = _version(package.version, _ancestry(model, package.version))
    if told is not None:
        version = _told(told)
    scoped = package.dependency.part.get("scope")
    return Entity(
        Ref("build.package", f"{module.id}/{path}"),
        package.dependency.place,
        name,
        f"dependencies/{path}",
        {
            "module": Value(module),
            "folder": Value(folder),
            "package": Value(Unknown(f"`{name}` can't be resolved"), "written", slot)
            if "${" in name
            else Value(name, "written", slot),
            "version": version,
            "scope": Value(
                package.scope, "default" if scoped is None else "written", None if scoped is None else scoped.slot()
            ),
            "via": Value(package.via, "default" if package.via == DIRECT else "merged"),
        },
    )


def _value(answer: Answer) -> Value:
    return Value(answer.text, answer.origin, answer.slot, answer.evidence)


def _version(answer: Answer, further: tuple[Evidence, ...] = ()) -> Value:
    return Value(_one_version(answer.text), answer.origin, answer.slot, (*answer.evidence, *further))


def _one_version(text: str | Unknown) -> Version | Unknown:
    if isinstance(text, Unknown):
        return text
    # `[1.2]` is a range of one version.
    exact = text[1:-1].strip() if text[:1] == "[" and text[-1:] == "]" and "," not in text else text
    version = parse("maven", exact)
    if version is not None:
        return version
    if text[:1] in ("[", "("):
        return Unknown(f"`{text}` is a range; a repository decides which version it gives")
    return Unknown(f"`{text}` is no fixed version")


def _told(text: str) -> Value:
    version = parse("maven", text)
    step = Evidence(f"the settings say {text}")
    return Value(Unknown(f"`{text}` is no version") if version is None else version, "written", None, (step,))


def _ancestry(model: Model, version: Answer) -> tuple[Evidence, ...]:
    """How the pom that decides ``version`` becomes an ancestor of the module, nearest step first."""
    steps: list[Evidence] = []
    if version.slot is not None and version.slot.place.path != model.pom.path:
        for pom in model.lineage.poms:
            if pom.path == version.slot.place.path:
                return tuple(steps)
            if pom.parent is not None:
                parent = pom.parent.get("artifactId") or pom.parent
                steps.append(Evidence(f"{pom.path} has this parent: `{parent.text}`", parent.place))
    return ()
