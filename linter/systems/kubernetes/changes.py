"""What a kustomization changes in all its objects: names, namespaces, annotations, numbers and images.

Source: kubernetes-sigs/kustomize api/internal/konfig/builtinpluginconsts, api/filters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from linter.facts.patching import locked, put, unknown
from linter.facts.read import maps, string
from linter.facts.tree import Key, Map, Text, Tree, at
from linter.record import replace
from linter.systems.kubernetes.images import images, with_images
from linter.systems.kubernetes.labels import labelled
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.replacements import replacements
from linter.systems.kubernetes.shapes import TEXTS, WORKLOADS
from linter.systems.kubernetes.workloads import containers

Members: TypeAlias = "dict[str, Manifest]"

_SET = "a kustomization sets it"
_COUNTED = ("Deployment", "ReplicationController", "ReplicaSet", "StatefulSet")
_CLUSTER = ("Namespace",)


def changed(found: Manifest, members: Members, late: Callable[[Members], Members]) -> Members:
    """``members`` as the kustomization ``found`` leaves them; ``late`` are the patches that come in between."""
    named = {id_: _placed(found, member) for id_, member in members.items()}
    counts = {name: item for _, item in maps(at(found.tree, "replicas")) if (name := string(item.get("name")))}
    wanted = images(found)
    return {
        id_: _uncertain(found, with_images(_counted(member, counts), wanted)) for id_, member in late(named).items()
    }


def _placed(found: Manifest, member: Manifest) -> Manifest:
    """``member`` with the namespace, name and annotations that ``found`` gives it."""
    prefix, suffix = (string(at(found.tree, key)) or "" for key in ("namePrefix", "nameSuffix"))
    namespace = at(found.tree, "namespace")
    annotations = at(found.tree, "commonAnnotations")
    placed = member
    if member.kind not in _CLUSTER:
        if string(namespace) and isinstance(namespace, Text):
            placed = _in_namespace(placed, namespace)
        if (prefix or suffix) and placed.name:
            placed = _renamed(placed, f"{prefix}{placed.name}{suffix}")
    for route, tree in labelled(found, placed):
        placed = _with(placed, route, tree)
    noted = member.kind in WORKLOADS or member.kind in _CLUSTER
    return _annotated(placed, annotations) if isinstance(annotations, Map) and noted else placed


def _counted(member: Manifest, counts: Mapping[str, Map]) -> Manifest:
    item = next((counts[name] for name in member.names if name in counts), None) if counts else None
    count = item.get("count") if item is not None else None
    if count is None or member.kind not in _COUNTED:
        return member
    return _with(member, ("spec", "replicas"), locked(count, _SET))


def _in_namespace(member: Manifest, namespace: Text) -> Manifest:
    member = _with(member, ("metadata", "namespace"), locked(namespace, _SET))
    return replace(member, namespace=namespace.text)


def _renamed(member: Manifest, name: str) -> Manifest:
    written = at(member.tree, "metadata", "name")
    if isinstance(written, Text):
        member = _with(member, ("metadata", "name"), replace(written, text=name, locked=_SET))
    return replace(member, name=name, former=member.names)


def _annotated(member: Manifest, annotations: Map) -> Manifest:
    """The annotations of pods, or of a namespace, with those for all; a Pod has its own at the top."""
    route = (*(WORKLOADS[member.kind][1] if member.kind in WORKLOADS else ()), "metadata")
    meta = at(member.tree, *route)
    if not isinstance(meta, Map):
        return member
    own = meta.get("annotations")
    kept = own.entries if isinstance(own, Map) else ()
    new = {entry.key for entry in annotations.entries}
    entries = (*(entry for entry in kept if entry.key not in new), *annotations.entries)
    return _with(member, (*route, "annotations"), locked(replace(annotations, entries=entries), _SET))


def _with(member: Manifest, route: tuple[str | int, ...], value: Tree) -> Manifest:
    """The object with ``value`` at ``route``; what is missing on the way there is made."""
    tree = _made(member.tree, route, value)
    return replace(member, tree=tree)


def _made(tree: Tree, route: tuple[str | int, ...], value: Tree) -> Tree:
    for size in range(1, len(route)):
        if at(tree, *route[:size]) is None:
            empty: Tree = Map(value.doc, value.start, value.end, ())
            for step in reversed(route[size:-1]):
                empty = Map(value.doc, value.start, value.end, (Key(str(step), value.start, value.end, empty),))
            tree = put(tree, route[:size], empty) or tree
            break
    return put(tree, route, value) or tree


def _uncertain(found: Manifest, member: Manifest) -> Manifest:
    """The object with what plugins and replacements may set left unknown."""
    tree: Tree = member.tree
    transformers = at(found.tree, "transformers")
    if transformers is not None and member.kind in WORKLOADS:
        for route, container in containers(member):
            if container.get("image") is not None:
                hole = unknown(transformers.place, "a transformer of the kustomization may change it")
                tree = put(tree, (*route, "image"), hole) or tree
    unkeyed = list[str]()
    for one in replacements(found):
        if one.kind not in (None, member.kind) or (one.name is not None and one.name not in member.names):
            continue
        if member.kind in TEXTS:
            keys = [entry.key for entry in member.keys if one.steps in ((), (TEXTS[member.kind], entry.key))]
            unkeyed += keys or [entry.key for entry in member.keys if one.steps == (TEXTS[member.kind],)]
            continue
        hole = unknown(one.place, f"a replacement in {found.doc.path} sets it")
        tree = put(tree, one.steps or ("spec",), hole) or tree
    if unkeyed:
        member = _without(member, unkeyed)
    return member if tree is member.tree else replace(member, tree=tree)


def _without(member: Manifest, keys: Sequence[str]) -> Manifest:
    """The ConfigMap or Secret with nothing known of the texts of ``keys``."""
    sources = {entry.key: member.source(entry.key) for entry in member.keys} | dict.fromkeys(keys, "")
    return replace(member, sources=sources, digest=f"{member.digest}\n{','.join(keys)}")
