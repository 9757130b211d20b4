"""What kustomizations do to objects that other systems read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from linter.facts.entity import Entity
from linter.facts.read import maps, string
from linter.facts.tree import Text, at
from linter.facts.value import Items, Ref, Value
from linter.pattern import pattern
from linter.syntax.document import Place
from linter.systems.kubernetes.kustomize import Build, Kustomizations, Layer
from linter.systems.kubernetes.patches import Patch
from linter.systems.kubernetes.shapes import AUTOSCALERS, ROUTES, TEXTS, WORKLOADS

_OWN = {*WORKLOADS, *ROUTES, *TEXTS, *AUTOSCALERS, "Service", "Namespace"}
_KIND = pattern(r"(?m)^[\"']?kind[\"']?:[ \t]*[\"']?(\w+)")
_PLAIN = pattern(r"[\w-]+", re.ASCII)
_PLACED = (("namespace", "namespace"), ("namePrefix", "prefix"), ("nameSuffix", "suffix"))


class _Change(NamedTuple):
    does: str
    value: str
    place: Place
    kind: str | None = None
    name: str | None = None


def changes(over: Kustomizations, build: Build) -> Iterator[Entity]:
    """The ``deploy.change`` entities of a build in their order."""
    row = 0
    for layer in over.layers(build.path):
        files = Items(tuple(map(Value, layer.files)))
        for change in _changes(layer):
            yield _entity(build.path, files, change, row)
            row += 1


def _changes(layer: Layer) -> Iterator[_Change]:
    yield _Change("take", "", layer.found.place)
    for patch in layer.patches:
        yield from _patched(patch)
    for key, does in _PLACED:
        written = at(layer.found.tree, key)
        text = string(written)
        if text and written is not None:
            yield _Change(does, text, written.place)
    for patch in layer.late:
        yield from _patched(patch)


def _patched(patch: Patch) -> Iterator[_Change]:
    """What a patch does to objects that are not read here."""
    kind, name = (_plain(string(at(patch.target, key))) for key in ("kind", "name"))
    body = patch.body
    if body is not None and body.kind:
        kind = body.kind if patch.target is None else kind
    if kind in _OWN:
        return
    if body is not None and not body.kind:
        for _, operation in maps(body.tree):
            pointer, word = string(operation.get("path")) or "", string(operation.get("op"))
            if word != "test":
                yield _Change("set", pointer, operation.place, kind, name)
    elif body is not None:
        yield _Change("set", "/spec", patch.place, kind, name)
    elif patch.path:
        yield _Change("merge", patch.path, patch.place, kind, name)
    else:
        inline = patch.tree if isinstance(patch.tree, Text) else at(patch.tree, "patch")
        found = _KIND.search(inline.text) if isinstance(inline, Text) else None
        kind = kind or (found[1] if found is not None else None)
        if kind not in _OWN:
            yield _Change("set", "/spec", patch.place, kind, name)


def _plain(text: str | None) -> str | None:
    """The text of a selector; ``None`` for a pattern, which may select anything."""
    return text if text is not None and _PLAIN.fullmatch(text) else None


def _entity(build: str, files: Items, change: _Change, row: int) -> Entity:
    return Entity(
        Ref("deploy.change", f"{build}!{row}"),
        change.place,
        f"{change.does} in {build}",
        f"{change.does}/{row}",
        {
            "build": Value(build),
            "files": Value(files),
            "kind": Value(change.kind),
            "name": Value(change.name),
            "does": Value(change.does),
            "value": Value(change.value),
        },
    )
