"""The patches of a kustomization, applied to objects.

Sources: kubernetes-sigs/kustomize api/types/{patch,selector}.go, api/internal/builtins/PatchTransformer.go.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from linter.facts.patching import locked, merged, pointed, put, unknown
from linter.facts.read import is_null, maps, string
from linter.facts.tree import Key, Map, Text, Tree, at
from linter.pattern import pattern
from linter.record import NamedTuple, replace
from linter.syntax.document import DocRef, Place
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.shapes import TEXTS

SET = "a kustomization's patch sets it"
"""Why what a patch says is not edited: its lists have other items than those of the object."""

UNREADABLE = "unreadable"
"""What a patch does to an object that it changes in a way that can't be followed."""

_LISTS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("containers", "initContainers", "volumes", "env"), ("name",)),
    "volumeMounts": ("mountPath",),
    "ports": ("containerPort", "port"),
}
_PLAIN = pattern(r"[\w-]*", re.ASCII)


class Patch(NamedTuple):
    """One patch: a part of an object to be merged, or operations.

    ``target`` selects objects; without one they are those of the part's kind and name. ``place`` is where the
    kustomization names it, ``body`` is ``None`` where it can't be read or is for another system's object; then ``path``
    is its file, or ``""`` where it stands in ``tree``, what the kustomization says.
    """

    target: Map | None
    place: Place
    body: Manifest | None
    path: str = ""
    tree: Tree | None = None


def apply(members: Mapping[str, Manifest], patches: Iterable[Patch]) -> dict[str, Manifest]:
    """``members`` by id with each of ``patches`` applied in order."""
    found = dict(members)
    named: dict[tuple[str, str], list[str]] = {}
    for member in found.values():
        for name in member.names:
            named.setdefault((member.kind, name), []).append(member.id)
    for patch in patches:
        for id_ in _selected(patch, found, named):
            changed = _patched(found[id_], patch)
            if changed is None:
                del found[id_]
            else:
                found[id_] = changed
    return found


def _selected(
    patch: Patch, members: Mapping[str, Manifest], named: Mapping[tuple[str, str], list[str]]
) -> Iterator[str]:
    target, body = patch.target, patch.body
    if target is None:
        if body is not None and body.kind:
            yield from (id_ for id_ in dict.fromkeys(named.get((body.kind, body.name), ())) if id_ in members)
        return
    kind, name = string(target.get("kind")) or "", string(target.get("name")) or ""
    if kind and name and _PLAIN.fullmatch(kind) and _PLAIN.fullmatch(name):
        yield from (id_ for id_ in dict.fromkeys(named.get((kind, name), ())) if id_ in members)
        return
    by_kind, by_name = _pattern(kind), _pattern(name)
    for id_, member in list(members.items()):
        if by_kind.fullmatch(member.kind) and any(map(by_name.fullmatch, member.names)):
            yield id_


def _pattern(text: str) -> re.Pattern[str]:
    """A selector's pattern, of which only what has no surprises is followed; anything else selects everything."""
    simple = re.fullmatch(r"[\w.|()*-]*", text, re.ASCII) is not None and text.count("*") < 4
    try:
        return re.compile(text if text and simple else ".*")
    except re.error:
        return re.compile(".*")


def _patched(found: Manifest, patch: Patch) -> Manifest | None:
    body = patch.body
    if body is None:
        return _unreadable(found, patch.place)
    if body.kind == "":
        return _operated(found, patch, body)
    if _unsure(patch.target):
        return _unreadable(found, patch.place)
    tree = merged(found.tree, _content(body.tree), _LISTS)
    if tree is None:
        return None
    changed = replace(found, tree=tree)
    return _keyed(changed, body) if found.kind in TEXTS else changed


def _unsure(target: Map | None) -> bool:
    """Whether a target also selects by what isn't kept of objects, or in a way that is not followed."""
    names = [string(at(target, key)) or "" for key in ("kind", "name")]
    odd = any(re.fullmatch(r"[\w.|()*-]*", name, re.ASCII) is None for name in names)
    return odd or any(at(target, key) is not None for key in ("labelSelector", "annotationSelector"))


def _content(tree: Tree) -> Tree:
    """A patch without its names, by which it is only found."""
    meta = at(tree, "metadata")
    for name in meta.entries if isinstance(meta, Map) else ():
        if name.key in ("name", "namespace"):
            tree = put(tree, ("metadata", name.key), None) or tree
    return locked(tree, SET)


def _unreadable(found: Manifest, place: Place) -> Manifest:
    """What is left of an object when nothing is known of what a patch does to it: its name."""
    why = "a patch changes it that can't be followed"
    tree = put(found.tree, ("spec",), unknown(place, why))
    keys = dict.fromkeys((entry.key for entry in found.keys), "")
    digest = f"{found.digest}\n{place.doc.id}:{place.start}"
    return replace(found, tree=tree or found.tree, sources=keys, digest=digest, does=UNREADABLE)


def _keyed(found: Manifest, body: Manifest) -> Manifest:
    """A ConfigMap or Secret with the texts of a patch."""
    before = () if body.does in ("replace", "delete") else found.keys
    kept = {entry.key: entry for entry in (*before, *body.keys) if entry.key not in body.gone}
    own = {entry.key: found.source(entry.key) for entry in found.keys}
    sources = own | {entry.key: body.source(entry.key) for entry in body.keys}
    digest = f"{found.digest}\n{body.digest}"
    return replace(found, keys=tuple(kept.values()), sources=sources, digest=digest)


def _operated(found: Manifest, patch: Patch, body: Manifest) -> Manifest:
    """The object after the operations of ``body``."""
    unsure = _unsure(patch.target)
    for index, operation in maps(body.tree):
        word, pointer = string(operation.get("op")) or "", string(operation.get("path")) or ""
        steps = pointed(pointer)
        value = operation.get("value")
        if word == "test" or not steps:
            continue
        if word not in ("add", "replace", "remove") or unsure:
            value = unknown(operation.place, "a patch changes it in a way that is not followed")
        elif word == "remove" or value is None or is_null(value):
            value = None
        else:
            value = locked(value, SET)
        if found.kind in TEXTS and steps[0] == TEXTS[found.kind]:
            inner = DocRef(body.doc.path, "yaml", 0, body.doc, (index, "value")).id
            found = _with_key(found, steps[1:], value, inner)
        elif steps[0] != "metadata" or found.kind not in TEXTS:
            tree = put(found.tree, steps, value, word == "add")
            found = replace(found, tree=tree if isinstance(tree, Map) else found.tree)
    return found


def _with_key(found: Manifest, steps: Sequence[str], value: Tree | None, source: str) -> Manifest:
    """A ConfigMap or Secret with another text for a key, or without it; all keys where ``steps`` are empty."""
    others = tuple(entry for entry in found.keys if steps and entry.key != steps[0])
    sources = {entry.key: found.source(entry.key) for entry in others}
    if len(steps) == 1 and value is not None:
        known = isinstance(value, Text) and value.locked == SET
        others = (*others, Key(steps[0], value.start, value.end, value))
        sources[steps[0]] = source if known else ""
    return replace(found, keys=others, sources=sources, digest=f"{found.digest}\n{source}")
