"""What kustomizations make of the manifests: each build that stands for itself, as far as it can be said.

Sources: kubernetes-sigs/kustomize api/types/kustomization.go, api/internal/target/kusttarget.go (the order of things).
``vars`` and plugins are left out: a reference to a variable is a placeholder wherever it stands, and of the plugins
``transformers`` make all images unknown.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence

from linter.facts.read import items, string
from linter.facts.tree import Map, Seq, Tree, at
from linter.record import NamedTuple, replace
from linter.syntax.document import DocRef
from linter.systems.kubernetes.changes import changed
from linter.systems.kubernetes.generators import absorbed, generated
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.patches import Patch, apply

_NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")
_LISTS = ("resources", "bases")
_PATCHES = ("patchesStrategicMerge", "patches")
_LATE = ("patchesJson6902",)


class Build(NamedTuple):
    """All that one kustomization rolls out; ``path`` is its file."""

    path: str
    members: tuple[Manifest, ...]


class Layer(NamedTuple):
    """One kustomization of a build: the files it concerns, and its patches, those that come last apart."""

    found: Manifest
    files: tuple[str, ...]
    patches: tuple[Patch, ...]
    late: tuple[Patch, ...]


class Kustomizations:
    """The kustomizations of the input, and the objects that they build.

    ``found`` has every other object, patches included. ``patches`` are the ids of the objects that are patches only,
    ``taken`` those of the objects that some build has read.
    """

    def __init__(self, kustomizations: Iterable[Manifest], found: Iterable[Manifest]) -> None:
        self._by_path = {one.doc.path: one for one in kustomizations if one.doc.host is None}
        self._files: dict[str, list[Manifest]] = {}
        self._inline: dict[str, list[Manifest]] = {}
        for one in found:
            if one.doc.host is None:
                self._files.setdefault(one.doc.path, []).append(one)
            elif one.doc.host.path in self._by_path:
                self._inline.setdefault(_within(one.doc), []).append(one)
        self._done: dict[str, dict[str, Manifest]] = {}
        self._open: set[str] = set()
        self.patches = self._patch_ids()
        self.taken: set[str] = set()

    def builds(self) -> tuple[Build, ...]:
        """A build for each kustomization that no other one takes in; what several hold has an own id in each."""
        inner = {child for one in self._by_path.values() for child in self._children(one)}
        roots = [path for path, one in self._by_path.items() if path not in inner and one.kind != "Component"]
        rendered = [(path, self._members(self._by_path[path])) for path in roots]
        count: dict[str, int] = {}
        for _, members in rendered:
            for id_ in members:
                count[id_] = count.get(id_, 0) + 1
        return tuple(
            Build(path, tuple(_own(one, path, count[id_] > 1) for id_, one in members.items()))
            for path, members in rendered
        )

    def _patch_ids(self) -> frozenset[str]:
        """The ids of the objects that are only patches."""
        found = {one.id for several in self._inline.values() for one in several}
        for one in self._by_path.values():
            for key in (*_PATCHES, *_LATE):
                for _, item in items(at(one.tree, key)):
                    path = string(item) if key == _PATCHES[0] else string(at(item, "path"))
                    for file in self._files.get(_joined(one, path) or "", ()) if path and "\n" not in path else ():
                        found.add(file.id)
        return frozenset(found)

    def _children(self, found: Manifest) -> Iterator[str]:
        for key in (*_LISTS, "components"):
            for target in _named(found, key):
                inner = self._kustomization(target)
                if inner is not None:
                    yield inner.doc.path

    def _kustomization(self, folder: str) -> Manifest | None:
        for name in _NAMES:
            found = self._by_path.get(posixpath.join(folder, name))
            if found is not None:
                return found
        return None

    def _members(self, found: Manifest) -> dict[str, Manifest]:
        """The objects that ``found`` builds, by id; none where it takes itself in."""
        path = found.doc.path
        if path not in self._done:
            if path in self._open:
                return {}
            self._open.add(path)
            self._done[path] = self._built(found, {})
            self._open.discard(path)
        return self._done[path]

    def _built(self, found: Manifest, given: Mapping[str, Manifest]) -> dict[str, Manifest]:
        """``given`` and what ``found`` adds, with its changes to all of them."""
        members = dict(given)
        for key in _LISTS:
            for target in _named(found, key):
                inner = self._kustomization(target)
                inside = self._members(inner).values() if inner is not None else self._files.get(target, ())
                taken = {one.id: one for one in inside if one.id not in self.patches}
                self.taken.update(taken)
                members.update(taken)
        folder = posixpath.dirname(found.doc.path)
        for behavior, new in generated(found, folder):
            old = next((one for one in members.values() if one.kind == new.kind and new.name in one.names), None)
            if old is None:
                members[new.id] = new
            else:
                members[old.id] = absorbed(old, new, behavior)
        for target in _named(found, "components"):
            component = self._kustomization(target)
            if component is not None and component.doc.path not in self._open:
                self._open.add(component.doc.path)
                members = self._built(component, members)
                self._open.discard(component.doc.path)
        members = apply(members, self._patches(found, _PATCHES))
        return changed(found, members, lambda so_far: apply(so_far, self._patches(found, _LATE)))

    def layers(self, path: str) -> tuple[Layer, ...]:
        """The kustomizations that a build consists of, in the order in which they take effect, with their files."""
        found: list[Layer] = []
        self._layer(self._by_path[path], {}, found, set())
        return tuple(found)

    def _layer(self, one: Manifest, files: dict[str, None], found: list[Layer], seen: set[str]) -> None:
        """Adds ``one`` and what it takes in to ``found``; ``files`` are those of what it is a component of."""
        if one.doc.path in seen:
            return
        seen.add(one.doc.path)
        for key in _LISTS:
            for target in _named(one, key):
                inner = self._kustomization(target)
                if inner is None:
                    files[target] = None
                else:
                    own: dict[str, None] = {}
                    self._layer(inner, own, found, seen)
                    files.update(own)
        for target in _named(one, "components"):
            component = self._kustomization(target)
            if component is not None:
                self._layer(component, files, found, seen)
        patches = (tuple(self._patches(one, _PATCHES)), tuple(self._patches(one, _LATE)))
        found.append(Layer(one, tuple(files), *patches))

    def _patches(self, found: Manifest, lists: Sequence[str]) -> Iterator[Patch]:
        for key in lists:
            for index, item in items(at(found.tree, key)):
                target = at(item, "target")
                selector = target if isinstance(target, Map) else None
                path = string(item) if key == _PATCHES[0] else string(at(item, "path"))
                if path and "\n" not in path:
                    bodies = self._files.get(_joined(found, path) or "", [])
                else:
                    steps = f"{key}/{index}" if key == _PATCHES[0] else f"{key}/{index}/patch"
                    bodies = self._inline.get(f"{found.doc.path}!{steps}", [])
                for body in bodies:
                    yield Patch(selector, item.place, body)
                if not bodies:
                    yield Patch(selector, item.place, None, _joined(found, path) or "", item)


def _own(found: Manifest, path: str, several: bool) -> Manifest:
    """The object in the build of ``path``."""
    folder = posixpath.dirname(path) or "."
    return replace(found, build=path, id=f"{found.id}@{folder}" if several else found.id)


def _within(doc: DocRef) -> str:
    """A patch's place in its kustomization, which is not a list of several documents."""
    return f"{doc.path}!{'/'.join(map(str, doc.route))}"


def _joined(found: Manifest, path: str | None) -> str | None:
    """``path`` from the tree's root; ``None`` for addresses and what lies outside."""
    if not path or "://" in path:
        return None
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(found.doc.path), path))
    return None if joined.startswith(("..", "/")) else "" if joined == "." else joined


def _named(found: Manifest, key: str) -> Iterator[str]:
    """The files and folders of a list."""
    tree: Tree | None = at(found.tree, key)
    for item in tree.items if isinstance(tree, Seq) else ():
        path = _joined(found, string(item))
        if path is not None:
            yield path
