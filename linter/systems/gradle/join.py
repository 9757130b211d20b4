"""Projects and packages as entities."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence

from linter.facts.entity import Entity
from linter.facts.value import Evidence, Ref, Unknown, Value
from linter.record import replace
from linter.system import Fragment, Setup
from linter.systems.gradle.answer import Answer
from linter.systems.gradle.names import SCHEME
from linter.systems.gradle.projects import Project, Projects
from linter.systems.gradle.resolve import DIRECT, Package, Resolver
from linter.versions.version import parse


def modules(fragments: Sequence[Fragment], setup: Setup) -> Iterable[Entity]:
    """A ``build.module`` for each project and a ``build.package`` for each of its dependencies.

    A version that the settings state for a package wins over what the build says.
    """
    projects = Projects(fragments)
    resolver = Resolver(projects)
    resolved = [(project, _once(resolver.packages(project))) for project in projects.all]
    shared = _shared(package for _, packages in resolved for package in packages)
    for project, packages in resolved:
        module = _module(project, resolver)
        yield module
        for number, package in enumerate(packages):
            yield _package(project, module.ref, package, number, shared, setup)


def _once(packages: Iterable[Package]) -> list[Package]:
    """The last of equally named packages, which knows most."""
    found: dict[object, Package] = {}
    for number, package in enumerate(packages):
        found[package.name or number] = package
    return list(found.values())


def _shared(packages: Iterable[Package]) -> dict[tuple[str, int], dict[str, str]]:
    """The groups whose versions one place decides, with a package of each."""
    found: dict[tuple[str, int], dict[str, str]] = {}
    for package in packages:
        slot = package.version.slot
        if slot is not None and package.name is not None:
            groups = found.setdefault((slot.place.path, slot.place.start), {})
            groups.setdefault(package.name.partition(":")[0], package.name)
    return found


def _module(project: Project, resolver: Resolver) -> Entity:
    lookup = resolver.requests.context(project).lookup
    base = posixpath.basename(project.folder)
    name = project.path.rpartition(":")[2] or base or "root"
    return Entity(
        Ref("build.module", f"{project.place.doc.id}!{project.path}"),
        project.place,
        name,
        "project",
        {
            "folder": Value(project.folder or "."),
            "group": _text(lookup("group")),
            "artifact": Value(name),
            "version": _version(lookup("version") or Answer(Unknown("the build states no version for it"))),
        },
    )


def _package(
    project: Project,
    module: Ref,
    package: Package,
    number: int,
    shared: dict[tuple[str, int], dict[str, str]],
    setup: Setup,
) -> Entity:
    name = package.name or f"dependency {number + 1}"
    told = setup.version_for(project.place.path, name) if setup.versions and package.name else None
    answer = package.version
    slot = answer.slot
    if slot is not None and not slot.locked and package.name is not None:
        groups = shared[slot.place.path, slot.place.start]
        other = next((one for group, one in groups.items() if group != package.name.partition(":")[0]), "")
        if other:
            answer = replace(answer, slot=replace(slot, locked=f"it decides `{other}` too"))
    unread = Unknown(answer.text.why if isinstance(answer.text, Unknown) else "it can't be read")
    return Entity(
        Ref("build.package", f"{module.id}/{name}"),
        package.place,
        name,
        f"dependencies/{name}",
        {
            "module": Value(module),
            "folder": Value(project.folder or "."),
            "package": Value(package.name if package.name is not None else unread, "written"),
            "version": _version(answer) if told is None else _told(told),
            "scope": Value(package.scope),
            "via": Value(package.via, "default" if package.via == DIRECT else "merged"),
        },
    )


def _text(answer: Answer | None) -> Value:
    return Value(None) if answer is None else Value(answer.text, answer.origin, answer.slot, answer.evidence)


def _version(answer: Answer) -> Value:
    data = answer.text
    if isinstance(data, Unknown):
        return Value(data, answer.origin, answer.slot, answer.evidence)
    version = parse(SCHEME, data)
    return Value(
        Unknown(f"`{data}` is no version") if version is None else version, answer.origin, answer.slot, answer.evidence
    )


def _told(text: str) -> Value:
    version = parse(SCHEME, text)
    step = Evidence(f"the settings say {text}")
    return Value(Unknown(f"`{text}` is no version") if version is None else version, "written", None, (step,))
