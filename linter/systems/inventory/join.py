"""Lists as entities: the packages of modules that a build states, or of modules of their own."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from linter.facts.base import FactBase, text
from linter.facts.entity import Entity
from linter.facts.read import maps, string
from linter.facts.tree import Map, Seq
from linter.facts.value import Evidence, Ref, Unknown, Value
from linter.pattern import pattern
from linter.syntax.document import Place
from linter.system import Fragment, Setup
from linter.versions.packages import scheme_of_package
from linter.versions.version import parse

_SCHEME = scheme_of_package("group:artifact")
_OUTPUT = pattern(r"(?:^|/)(?:target|build(?:/(?:libs|reports)(?:/.*)?)?|(?:WEB-INF/|BOOT-INF/)?libs?)(?:/.*)?$")
_RELEASE = pattern(r"-\d[\w.+-]*$")
"""The version in the name of a jar."""


def packages(fragments: Sequence[Fragment], facts: FactBase, setup: Setup) -> Iterator[Entity]:
    """A ``build.package`` for each package of each list, and a ``build.module`` where no build states it."""
    known = _Known(facts, fragments)
    for fragment in fragments:
        for number, module in enumerate(_modules(fragment)):
            entity, own = known.of(fragment, module, number)
            if own:
                yield entity
            yield from _packages(fragment, module, entity, f"{fragment.place.doc.id}!{number}", setup)


class _Known:
    """The modules that builds state, and those that lists have stated so far."""

    def __init__(self, facts: FactBase, fragments: Sequence[Fragment]) -> None:
        self._folders: dict[str, Entity] = {}
        self._artifacts: dict[str, list[Entity]] = {}
        for entity in facts.of("build.module"):
            self._folders.setdefault(text(entity, "folder") or ".", entity)
            self._artifacts.setdefault(text(entity, "artifact") or "", []).append(entity)
        self._subjects: dict[str, set[str]] = {}
        for fragment in fragments:
            for module in _modules(fragment):
                self._subjects.setdefault(_folder(fragment), set()).add(_subject(module))

    def of(self, fragment: Fragment, module: Map, number: int) -> tuple[Entity, bool]:
        """The module that a list is about, and whether it is a new one."""
        said = {name: string(module.get(name)) or "" for name in ("group", "artifact", "version")}
        named = self._artifacts.get(said["artifact"], []) if said["artifact"] else []
        if len(named) == 1:
            return named[0], False
        folder, subject = _folder(fragment), _subject(module)
        if subject and len(self._subjects[folder] - {""}) > 1 and not self._built(folder):
            folder = posixpath.normpath(posixpath.join(folder, subject))
        if folder in self._folders:
            return self._folders[folder], False
        place = module.place
        name = said["artifact"] or posixpath.basename(fragment.place.path)
        version = parse(_SCHEME, said["version"]) if said["version"] else None
        fields = {
            "folder": Value(folder),
            "group": Value(said["group"] or None),
            "artifact": Value(name),
            "version": Value(version or Unknown("the list states no version for it")),
        }
        entity = Entity(Ref("build.module", f"{fragment.place.doc.id}!{number}"), place, name, "module", fields)
        self._folders[folder] = entity
        return entity, True

    def _built(self, folder: str) -> bool:
        """Whether a build states the module of ``folder``."""
        known = self._folders.get(folder)
        return known is not None and "!" not in known.ref.id


def _modules(fragment: Fragment) -> Sequence[Map]:
    listed = fragment.data["modules"]
    return [module for _, module in maps(listed if isinstance(listed, Seq) else None)]


def _folder(fragment: Fragment) -> str:
    return _OUTPUT.sub("", posixpath.dirname(fragment.place.path)) or "."


def _subject(module: Map) -> str:
    """What a list is about, whatever its version; several lists of one folder may be about one thing."""
    return _RELEASE.sub("", string(module.get("artifact")) or "")


def _packages(fragment: Fragment, module: Map, owner: Entity, prefix: str, setup: Setup) -> Iterator[Entity]:
    seen: set[str] = set()
    folder = text(owner, "folder") or "."
    for _, item in maps(module.get("items")):
        said = {name: string(item.get(name)) or "" for name in ("group", "artifact", "version", "scope", "via")}
        name = f"{said['group']}:{said['artifact']}"
        if f"{name}:{said['version']}" in seen:
            continue
        seen.add(f"{name}:{said['version']}")
        told = setup.version_for(item.place.path, name) if setup.versions else None
        step = _step(fragment, said, item.place) if told is None else Evidence(f"the settings say {told}")
        version = parse(_SCHEME, told or said["version"])
        via = "direct" if fragment.kind == "archive" else said["via"] or "direct"
        fields = {
            "module": Value(owner.ref),
            "folder": Value(folder),
            "package": Value(name, "written"),
            "version": Value(version or _no_version(fragment, said["version"]), "written", None, (step,)),
            "scope": Value(said["scope"]),
            "via": Value(via, "written"),
        }
        ref = Ref("build.package", f"{prefix}/{name}:{said['version']}")
        yield Entity(ref, item.place, name, f"{fragment.kind}/{name}", fields)


def _step(fragment: Fragment, said: dict[str, str], place: Place) -> Evidence:
    path = fragment.place.path
    if fragment.kind == "archive":
        return Evidence(f"{path} holds {said['via']}" if said["via"] else f"{path} is called so", place)
    return Evidence(f"the {fragment.kind} {path} says {said['version'] or 'no version'}", place)


def _no_version(fragment: Fragment, said: str) -> Unknown:
    return Unknown(f"`{said}` is no version" if said else f"the {fragment.kind} states no version of it")
