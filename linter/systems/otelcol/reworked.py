"""Custom resources as kustomizations roll them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linter.facts.base import FactBase, data, text
from linter.facts.entity import Entity
from linter.facts.patching import locked, merged, pointed, put, unknown
from linter.facts.read import string
from linter.facts.tree import Map, Text, at
from linter.facts.value import Items
from linter.record import replace
from linter.systems.otelcol.names import PLURAL
from linter.systems.otelcol.resource import CONFIG, DIRECTIVE, KIND

if TYPE_CHECKING:
    from linter.systems.otelcol.operated import Resource

_ALL = (*PLURAL.values(), "service")
PATCHED = "a patch of a kustomization sets it"
"""Why a part of a configuration is not known."""


def reworked(written: Sequence[Resource], facts: FactBase) -> Sequence[Resource]:
    """The resources as each build has them, and as they are written where none does; patches are left out."""
    changes = facts.of("deploy.change")
    if not changes:
        return written
    patches = {text(change, "value") for change in changes if text(change, "does") == "merge"}
    by_path: dict[str, list[Resource]] = {}
    for one in written:
        by_path.setdefault(one.place.path, []).append(one)
    builds: dict[str, dict[str, list[Entity]]] = {}
    for change in changes:
        files = data(change, "files")
        for file in files.values if isinstance(files, Items) else ():
            if isinstance(file.data, str) and file.data in by_path:
                builds.setdefault(file.data, {}).setdefault(text(change, "build") or "", []).append(change)
    found: list[Resource] = []
    for one in written:
        path = one.place.path
        if path in builds:
            several = len(builds[path]) > 1
            built = (_built(one, build, several, done, by_path) for build, done in builds[path].items())
            found += (each for each in built if each is not None)
        elif path not in patches:
            found.append(one)
    return found


def _built(
    one: Resource, build: str, several: bool, changes: Sequence[Entity], by_path: dict[str, list[Resource]]
) -> Resource | None:
    folder = build.rpartition("/")[0] or "."
    found = replace(one, build=build, id=f"{one.id}@{folder}" if several else one.id)
    names = {one.name}
    for change in changes:
        if text(change, "kind") not in (None, KIND) or text(change, "name") not in (None, *names):
            continue
        changed = _changed(found, change, by_path, names)
        if changed is None:
            return None
        found = changed
        names.add(found.name)
    return found


def _changed(found: Resource, change: Entity, by_path: dict[str, list[Resource]], names: set[str]) -> Resource | None:
    does, value = text(change, "does"), text(change, "value") or ""
    if does == "namespace":
        return _with(replace(found, namespace=value), change, "namespace", value)
    if does in ("prefix", "suffix") and found.name:
        name = value + found.name if does == "prefix" else found.name + value
        return _with(replace(found, name=name), change, "name", name)
    if does == "delete":
        return None
    if does == "set":
        return _unknown(found, change, pointed(value))
    for patch in by_path.get(value, ()) if does == "merge" else ():
        if patch.name in names or text(change, "name") is not None:
            if string(patch.tree.get(DIRECTIVE) if isinstance(patch.tree, Map) else None) == "delete":
                return None
            found = _merged(found, patch)
    return found


def _with(found: Resource, change: Entity, key: str, value: str) -> Resource:
    place = change.place
    written = Text(place.doc, place.start, place.end, value, locked=PATCHED)
    return replace(found, tree=put(found.tree, ("metadata", key), written) or found.tree)


def _merged(found: Resource, patch: Resource) -> Resource:
    """``found`` with a strategic merge patch over it; custom resources have no lists that are merged."""
    for route in (("spec",), ("metadata", "labels"), ("metadata", "annotations")):
        part = at(patch.tree, *route)
        both = None if part is None else merged(at(found.tree, *route), locked(part, PATCHED), {})
        tree = None if both is None else put(found.tree, route, both)
        found = replace(found, tree=tree or found.tree)
    if patch.holds == DIRECTIVE:
        return replace(found, unknown=(*found.unknown, *_ALL))
    if string(at(patch.tree, "spec", DIRECTIVE)) == "replace":
        return replace(found, config=patch.config, holds=patch.holds, layers=(), unknown=())
    if patch.holds == "text" or (patch.holds and found.holds == "text"):
        return replace(found, config=patch.config, holds=patch.holds, layers=(), unknown=())
    return replace(found, layers=(*found.layers, patch.config)) if patch.holds else found


def _unknown(found: Resource, change: Entity, steps: Sequence[str]) -> Resource:
    """``found`` with what ``steps`` lead to left unknown."""
    if steps[: len(CONFIG)] == CONFIG or steps == CONFIG[:1]:
        parts = ("::".join(steps[len(CONFIG) :]),) if len(steps) > len(CONFIG) else _ALL
        found = replace(found, unknown=(*found.unknown, *parts))
    if steps[: len(CONFIG)] != CONFIG:
        hole = unknown(change.place, PATCHED)
        spec = ("image", "replicas", "mode", "args") if steps == CONFIG[:1] else ()
        for route in ([*steps], *([*CONFIG[:1], key] for key in spec))[1 if spec else 0 :]:
            found = replace(found, tree=put(found.tree, route, hole) or found.tree)
    return found
