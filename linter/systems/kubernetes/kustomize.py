"""Kustomizations, as far as they make what a manifest says untrue: they replace images.

Fields: kubectl.docs.kubernetes.io/references/kustomize/kustomization/images.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping

from linter.facts.read import maps, string
from linter.facts.tree import Seq, Tree, at
from linter.syntax.document import Place
from linter.systems.kubernetes.claim import KUSTOMIZATION
from linter.systems.kubernetes.manifest import Manifest

_CHANGES: Mapping[str, tuple[str, ...]] = {
    "newName": ("repository",),
    "newTag": ("tag", "digest"),
    "digest": ("tag", "digest"),
}
_LISTS = ("resources", "bases", "components")


class Overlays:
    """Which images of which files some kustomization replaces."""

    def __init__(self, kustomizations: Iterable[Manifest]) -> None:
        self._by_path = {found.doc.path: found for found in kustomizations if found.doc.host is None}
        self._replaced: dict[tuple[str, str], dict[str, tuple[Place, str]]] = {}
        for found in self._by_path.values():
            images = dict(_images(found))
            for path in self._files(found) if images else ():
                for image, fields in images.items():
                    known = self._replaced.setdefault((path, image), {})
                    for field, place in fields.items():
                        known.setdefault(field, (place, found.doc.path))

    def replaced(self, path: str, repository: str) -> Mapping[str, tuple[Place, str]]:
        """The fields of a ``deploy.image`` in the file ``path`` that aren't as written: where and by which file."""
        return self._replaced.get((path, repository), {})

    def _files(self, start: Manifest) -> Iterator[str]:
        """Every file that ``start`` takes in, directly or through other kustomizations."""
        waiting, seen = [start], {start.doc.path}
        while waiting:
            found = waiting.pop()
            for target in _resources(found):
                inner = self._kustomization(target)
                if inner is None:
                    yield target
                elif inner.doc.path not in seen:
                    seen.add(inner.doc.path)
                    waiting.append(inner)

    def _kustomization(self, folder: str) -> Manifest | None:
        for name in (*KUSTOMIZATION[:2], "Kustomization"):
            found = self._by_path.get(posixpath.join(folder, name))
            if found is not None:
                return found
        return None


def _resources(found: Manifest) -> Iterator[str]:
    """The files and folders it names, from the tree's root; addresses and what lies outside are left out."""
    folder = posixpath.dirname(found.doc.path)
    for key in _LISTS:
        tree = at(found.tree, key)
        for item in tree.items if isinstance(tree, Seq) else ():
            text = string(item)
            if text and "://" not in text:
                path = posixpath.normpath(posixpath.join(folder, text))
                if not path.startswith(("..", "/")):
                    yield "" if path == "." else path


def _images(found: Manifest) -> Iterator[tuple[str, dict[str, Place]]]:
    """Image names with the fields that change and where that is written."""
    for _, image in maps(at(found.tree, "images")):
        name = string(image.get("name"))
        if not name:
            continue
        fields: dict[str, Place] = {}
        for key, changed in _CHANGES.items():
            tree: Tree | None = image.get(key)
            if tree is not None and string(tree) is not None:
                fields.update(dict.fromkeys((*changed, "reference"), tree.place))
        if fields:
            yield name, fields
