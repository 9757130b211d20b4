"""How scripts and folders hang together: the projects of each build, and which statements concern which of them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from linter.facts.tree import Map, Seq, Text
from linter.facts.value import Unknown
from linter.pattern import pattern
from linter.record import dataclass
from linter.syntax.document import Place
from linter.system import Fragment
from linter.systems.gradle.catalog import Catalog, from_settings, from_toml
from linter.systems.gradle.names import SCRIPTS, SETTINGS
from linter.systems.gradle.reader import read
from linter.systems.gradle.script import ALL, OWN, SUB, Script
from linter.systems.gradle.values import written

_TEXT = pattern(r"[\"']([^\"']+)[\"']")
_FOLDERS = pattern(r"^(?:\$\{?[\w.]+\}?/)+|^\./")
_PRECOMPILED = pattern(r"(?:^|.*/)src/main/(?:groovy|kotlin)/(?:.*/)?([\w.-]+)\.gradle(?:\.kts)?")
_DEFAULT_CATALOG = "gradle/libs.versions.toml"


@dataclass(frozen=True, slots=True)
class Project:
    """A project: its path (``:`` for the root), its folder (``""`` for the top), and what stands for it."""

    path: str
    folder: str
    place: Place
    parent: Project | None
    root: str

    @property
    def chain(self) -> Iterator[Project]:
        """Itself and those above, nearest first."""
        project: Project | None = self
        while project is not None:
            yield project
            project = project.parent


class Projects:
    """All builds of a run."""

    def __init__(self, fragments: Sequence[Fragment]) -> None:
        trees = [(one.kind, one.place.path, one.data["tree"]) for one in fragments]
        self.scripts = {
            path: read(path, tree)
            for kind, path, tree in trees
            if kind in ("script", "settings") and isinstance(tree, Seq)
        }
        self.properties = {posixpath.dirname(p): t for k, p, t in trees if k == "properties" and isinstance(t, Map)}
        self.locks = {posixpath.dirname(p): t for k, p, t in trees if k == "lock" and isinstance(t, Map)}
        self._tomls = {
            path: from_toml(tree) for kind, path, tree in trees if kind == "catalog" and isinstance(tree, Seq)
        }
        self._places = {one.place.path: one.place for one in fragments}
        self._precompiled: dict[str, list[str]] = {}
        self._build_scripts: dict[str, str] = {}
        for path in self.scripts:
            found = _PRECOMPILED.fullmatch(path)
            if found is not None:
                self._precompiled.setdefault(found[1], []).append(path)
            if posixpath.basename(path) in SCRIPTS:
                self._build_scripts.setdefault(posixpath.dirname(path), path)
        self._settings = {
            posixpath.dirname(path): path for path in self.scripts if posixpath.basename(path) in SETTINGS
        }
        self.all: list[Project] = list(self._projects())
        self.by_name = {(project.root, project.path): project for project in self.all}
        self._catalogs: dict[str, dict[str, Catalog]] = {}

    def script(self, project: Project) -> Script | None:
        path = self._build_scripts.get(project.folder)
        return None if path is None else self.scripts[path]

    def _root_of(self, folder: str) -> str:
        """The nearest folder at or above that has settings, else the folder itself."""
        found = folder
        while True:
            if found in self._settings:
                return found
            if not found:
                return folder
            found = posixpath.dirname(found)

    def _projects(self) -> Iterator[Project]:
        roots: dict[str, dict[str, tuple[str, Place]]] = {folder: {} for folder in self._settings}
        for folder in self._settings:
            roots[folder] |= self._included(folder)
        for folder, path in sorted(self._build_scripts.items()):
            root = self._root_of(folder)
            known = roots.setdefault(root, {})
            if folder not in (root, *(found for found, _ in known.values())):
                inner = posixpath.relpath(folder, root or ".")
                known[":" + inner.replace("/", ":")] = (folder, self._places[path])
        for root, below in sorted(roots.items()):
            path = self._build_scripts.get(root) or self._settings.get(root) or ""
            top = Project(":", root, self._places[path], None, root)
            yield top
            made = {":": top}
            for name in sorted(below):
                folder, place = below[name]
                parent = made.get(name.rpartition(":")[0] or ":", top)
                made[name] = Project(name, folder, place, parent, root)
                yield made[name]

    def _included(self, root: str) -> dict[str, tuple[str, Place]]:
        script = self.scripts[self._settings[root]]
        moved = {}
        for name, value in script.folders:
            found = _TEXT.findall("".join(map(written, value)))
            if found:
                moved[":" + name.strip(":")] = posixpath.normpath(posixpath.join(root, _FOLDERS.sub("", found[-1])))
        included: dict[str, tuple[str, Place]] = {}
        for text in script.included:
            if "$" in text.text:
                continue
            parts = [part for part in re.split("[:/]", text.text) if part]
            for size in range(1, len(parts) + 1):
                name = ":" + ":".join(parts[:size])
                above = moved.get(name.rpartition(":")[0], "")
                plain = posixpath.join(above, parts[size - 1]) if above else posixpath.join(root, *parts[:size])
                folder = moved.get(name, plain)
                path = self._build_scripts.get(folder)
                place = text.place if path is None else self._places[path]
                included.setdefault(name, (folder, place))
        return included

    def catalogs(self, project: Project) -> dict[str, Catalog]:
        """The catalogs of the build by name."""
        known = self._catalogs.get(project.root)
        if known is None:
            known = self._catalogs[project.root] = self._make_catalogs(project.root)
        return known

    def _make_catalogs(self, root: str) -> dict[str, Catalog]:
        found: dict[str, Catalog] = {}
        plain = self._tomls.get(posixpath.join(root, _DEFAULT_CATALOG))
        if plain is not None:
            found["libs"] = plain
        path = self._settings.get(root)
        if path is not None:
            script = self.scripts[path]
            for name, file in script.catalog_files:
                at = posixpath.normpath(posixpath.join(root, _FOLDERS.sub("", file)))
                found[name] = self._tomls.get(at) or Catalog()
            for name in dict.fromkeys(name for name, _, _ in script.catalogs):
                lines = [(words, place) for each, words, place in script.catalogs if each == name]
                made = from_settings(lines)
                base = found.setdefault(name, made)
                if base is not made:
                    base.versions |= made.versions
                    base.libraries |= made.libraries
        return found

    def concerning(self, project: Project) -> Iterator[tuple[Script, str, Project]]:
        """The scripts that state something for ``project``, with the targets that mean it, nearest first.

        Each comes with the project that it belongs to and the targets as one text.
        """
        for owner in project.chain:
            base = self.script(owner)
            seen: set[tuple[str, bool]] = set()
            pending = [(base, owner is project)] if base is not None else []
            while pending:
                script, own = pending.pop(0)
                if (script.path, own) in seen:
                    continue
                seen.add((script.path, own))
                yield script, _targets(project, owner, own), owner
                for target, path in self._applied(script, owner):
                    means = f" {target} " in _targets(project, owner, own)
                    if path and (means or (not own and target == OWN)):
                        pending.append((self.scripts[path], means))

    def _applied(self, script: Script, owner: Project) -> Iterator[tuple[str, str]]:
        for value, target in script.applied:
            found = _TEXT.findall("".join(map(written, value)))
            for folder in (owner.folder, posixpath.dirname(script.path), owner.root) if found else ():
                path = posixpath.normpath(posixpath.join(folder, _FOLDERS.sub("", found[-1])))
                if path in self.scripts:
                    yield target, path
                    break
            else:
                yield target, ""
        for plugin, target in script.plugins:
            paths = self._precompiled.get(plugin, ())
            if len(paths) == 1:
                yield target, paths[0]

    def unread(self, project: Project) -> Unknown | None:
        """Why more may be stated for ``project`` than was read: a script that it applies is not there."""
        for script, targets, owner in self.concerning(project):
            for target, path in self._applied(script, owner):
                if not path and f" {target} " in targets:
                    return Unknown(f"{script.path} applies a script that is not among the files")
        return None


def _targets(project: Project, owner: Project, own: bool) -> str:
    """The targets that mean ``project`` in a script of ``owner``, each between blanks."""
    found = [ALL, project.path]
    if own:
        found.append(OWN)
    if owner is not project:
        found.append(SUB)
    return " " + " ".join(found) + " "


def text_of(tree: Map, key: str) -> Text | None:
    """A property's value."""
    found = tree.get(key)
    return found if isinstance(found, Text) else None
