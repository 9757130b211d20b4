"""Modules and packages as entities."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence

from linter.facts.entity import Entity
from linter.facts.nearest import Nearest
from linter.facts.value import Evidence, Ref, Unknown, Value
from linter.record import replace
from linter.system import Fragment, Setup
from linter.systems.maven.lineage import Families
from linter.systems.maven.management import Management
from linter.systems.maven.model import Answer, Model
from linter.systems.maven.outside import Outside
from linter.systems.maven.packages import DIRECT, Package, Resolver
from linter.systems.maven.pom import Pom
from linter.versions.version import Version, parse


def modules(fragments: Sequence[Fragment], setup: Setup) -> Iterable[Entity]:
    """A ``build.module`` for each pom and a ``build.package`` for each of its dependencies.

    A version that the settings state for a package wins over what the poms say.
    """
    build = _Build(fragments)
    resolved = [(pom, tuple(build.resolver(pom).packages())) for pom in build.poms]
    shared = _Shared(package for _, packages in resolved for package in packages)
    for pom, packages in resolved:
        module = _module(build.model(pom))
        yield module
        for package in packages:
            yield _package(build.model(pom), module.ref, package, shared, setup)


class _Shared:
    """Places that decide the versions of packages of several groups: changing one for one package breaks the others."""

    def __init__(self, packages: Iterable[Package]) -> None:
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
        other = next((name for group, name in groups.items() if group != package.key[0]), "")
        return replace(version, slot=replace(slot, locked=f"it decides `{other}` too")) if other else version


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


def _folder(pom: Pom) -> str:
    return posixpath.dirname(pom.path) or "."


def _module(model: Model) -> Entity:
    pom = model.pom
    artifact = model.coordinate("artifactId")
    return Entity(
        Ref("build.module", pom.doc.id),
        pom.place,
        artifact.text if isinstance(artifact.text, str) else pom.path,
        "project",
        {
            "folder": Value(_folder(pom)),
            "group": _value(model.coordinate("groupId")),
            "artifact": _value(artifact),
            "version": _version(model.coordinate("version")),
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
            "version": _version(version, _ancestry(model, version)) if told is None else _told(told),
            "scope": Value(package.scope) if scope is None else Value(package.scope, "written", scope.slot()),
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
