"""The images that a kustomization replaces.

Source: kubernetes-sigs/kustomize api/filters/imagetag: only images of ``containers`` and ``initContainers``, so not
those that a custom resource names elsewhere, unless ``configurations`` say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from linter.facts.image import split
from linter.facts.patching import put, unknown
from linter.facts.read import maps, string
from linter.facts.tree import Map, Text, at, slot
from linter.facts.value import Slot
from linter.pattern import pattern
from linter.record import NamedTuple, replace
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.shapes import WORKLOADS
from linter.systems.kubernetes.workloads import containers

_PLAIN = pattern(r"[\w./:-]+", re.ASCII)
_FIELDS = {"newName": "repository", "newTag": "tag", "digest": "digest"}


class Image(NamedTuple):
    """One entry of ``images``: what it replaces, and where the new parts are written."""

    name: str
    parts: Mapping[str, str]
    slots: Mapping[str, Slot]
    tree: Map


def images(found: Manifest) -> tuple[Image, ...]:
    """The entries of a kustomization in their order."""
    return tuple(_images(found))


def _images(found: Manifest) -> Iterator[Image]:
    for index, item in maps(at(found.tree, "images")):
        name = string(item.get("name"))
        parts = {field: text for key, field in _FIELDS.items() if (text := string(item.get(key)))}
        if name and parts:
            slots = {_FIELDS[key]: slot(found.tree, ("images", index, key)) for key in _FIELDS}
            yield Image(name, parts, slots, item)


def with_images(found: Manifest, wanted: tuple[Image, ...]) -> Manifest:
    """The object with the images that its kustomization gives it."""
    if found.kind not in WORKLOADS or not wanted:
        return found
    for route, container in containers(found):
        tree = container.get("image")
        for image in wanted:
            if isinstance(tree, Text):
                found, tree = _replaced(found, (*route, "image"), tree, image)
    return found


def _replaced(found: Manifest, route: tuple[str | int, ...], tree: Text, image: Image) -> tuple[Manifest, Text]:
    """The object and its image at ``route`` after one entry."""
    if "{{" in tree.text:
        return found, tree
    parts = split(tree.text)
    if not _PLAIN.fullmatch(image.name):
        new = unknown(image.tree.place, "a kustomization may replace it")
    elif parts is None or parts.repository != image.name:
        return found, tree
    else:
        repository, tag, digest = parts
        if "tag" in image.parts or "digest" in image.parts:
            tag, digest = image.parts.get("tag"), image.parts.get("digest")
        text = image.parts.get("repository", repository) + (f":{tag}" if tag else "") + (f"@{digest}" if digest else "")
        new = replace(tree, text=text, locked=tree.locked or f"{image.tree.doc.path} replaces it")
    key = "/".join(map(str, route))
    set_ = {**found.images.get(key, {}), **{name: image.slots[name] for name in image.parts}}
    changed = put(found.tree, route, new)
    return replace(found, tree=changed or found.tree, images={**found.images, key: set_}), new
