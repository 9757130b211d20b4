"""What kustomizations do to objects that other systems read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from linter.facts.entity import Entity
from linter.facts.patching import escaped
from linter.facts.read import maps, string
from linter.facts.tree import Text, at
from linter.facts.value import Items, Ref, Value
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import Place
from linter.systems.kubernetes.kustomize import Build, Kustomizations, Layer
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.patches import UNREADABLE, Patch
from linter.systems.kubernetes.replacements import replacements
from linter.systems.kubernetes.shapes import AUTOSCALERS, ROUTES, TEXTS, WORKLOADS

_OWN = {*WORKLOADS, *ROUTES, *TEXTS, *AUTOSCALERS, "Service", "Namespace"}
_KIND = pattern(r"(?m)^[\"']?kind[\"']?:[ \t]*[\"']?(\w+)")
_NAME = pattern(
    r"(?m)^metadata:[ \t]*(?:\{[^}\n]*?\bname:[ \t]*[\"']?([\w.-]+)|\n([ \t]+)(?:.*\n\2)*?name:[ \t]*[\"']?([\w.-]+))"
)
_DELETE = pattern(r"(?m)^[\"']?\$patch[\"']?:[ \t]*[\"']?delete\b")
_REACHED = (("images", "/spec/image"), ("replicas", "/spec/replicas"))
_PLAIN = pattern(r"[\w-]+", re.ASCII)
_PLACED = (("namespace", "namespace"), ("namePrefix", "prefix"), ("nameSuffix", "suffix"))


class _Change(NamedTuple):
    does: str
    value: str
    place: Place
    kind: str | None = None
    name: str | None = None


def hidden(found: Iterable[Manifest], rest: Iterable[Manifest], builds: Iterable[Build]) -> Iterator[Entity]:
    """A ``deploy.change`` for each text of ConfigMaps and Secrets that builds take in and none has in the end."""
    kept = {one.source(key.key) for one in rest if one.kind in TEXTS for key in one.keys}
    taken = {one.source(key.key): one for one in found if one.kind in TEXTS for key in one.keys}
    for build in builds:
        for one in build.members:
            held = one.held if one.does == UNREADABLE else one.source
            kept.update(held(key.key) for key in one.keys if one.kind in TEXTS)
    for row, (source, one) in enumerate(taken.items()):
        if source not in kept:
            yield _entity("", Items(()), _Change("hide", source, one.place), row)


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
    yield from _written(layer)


def _written(layer: Layer) -> Iterator[_Change]:
    """What replacements write, and what the project's own ``configurations`` may let other fields reach."""
    for one in replacements(layer.found):
        if one.kind not in _OWN:
            yield _Change("set", "/" + "/".join(map(escaped, one.steps or ("spec",))), one.place, one.kind, one.name)
    configurations = at(layer.found.tree, "configurations")
    for key, pointer in _REACHED if configurations is not None else ():
        if at(layer.found.tree, key) is not None and configurations is not None:
            yield _Change("set", pointer, configurations.place)


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
        text = inline.text if isinstance(inline, Text) else ""
        found, named = _KIND.search(text), _NAME.search(text)
        kind = kind or (found[1] if found is not None else None)
        if patch.target is None and named is not None:
            name = named[1] or named[3]
        gone = _DELETE.search(text) is not None and name is not None
        if kind not in _OWN:
            yield _Change(*(("delete", "") if gone else ("set", "/spec")), patch.place, kind, name)


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
