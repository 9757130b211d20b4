"""ConfigMaps and Secrets that a kustomization generates from files.

Source: kubernetes-sigs/kustomize api/internal/generators, api/resmap/reswrangler.go (behavior).
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from linter.facts.read import items, maps, string
from linter.facts.tree import Key, Map, Text, at
from linter.record import replace
from linter.syntax.document import DocRef, Route
from linter.systems.kubernetes.inside import GENERATORS
from linter.systems.kubernetes.manifest import Manifest


def generated(found: Manifest, folder: str) -> Iterator[tuple[str, Manifest]]:
    """What the kustomization ``found`` in ``folder`` generates, each with its ``behavior``."""
    for key, kind in GENERATORS.items():
        for index, item in maps(at(found.tree, key)):
            name = string(item.get("name"))
            if name:
                behavior = string(item.get("behavior")) or "create"
                yield behavior, _object(found, kind, item, (key, index), folder)


def _object(found: Manifest, kind: str, item: Map, route: Route, folder: str) -> Manifest:
    keys: list[Key] = []
    sources: dict[str, str] = {}
    name = string(item.get("name")) or ""
    id_ = "/".join(map(str, (found.id, *route)))
    for key, text, path in _pairs(found, item, route, folder):
        keys.append(Key(key, text.start, text.end, replace(text, text="")))
        sources[key] = path
    namespace = string(item.get("namespace")) or ""
    tree = replace(item, entries=tuple(entry for entry in item.entries if entry.key == "name"))
    metadata = replace(item, entries=(Key("metadata", item.start, item.end, tree),))
    digest = "\n".join(f"{key}={path}" for key, path in sources.items())
    place = item.key_place("name") or item.place
    return Manifest(id_, kind, name, namespace, place, (), metadata, tuple(keys), digest, sources=sources)


def _pairs(found: Manifest, item: Map, route: Route, folder: str) -> Iterator[tuple[str, Text, str]]:
    """Key, where it is written, and the document that is the text; ``""`` for what can't be read.

    The variables of ``envs`` are left out: they are no files that anybody would name.
    """
    for _, one in items(item.get("files")):
        written = string(one)
        if isinstance(one, Text) and written:
            key, _, path = written.rpartition("=")
            inside = posixpath.normpath(posixpath.join(folder, path))
            yield key or posixpath.basename(path), one, "" if inside.startswith(("..", "/")) else inside
    for index, one in items(item.get("literals")):
        written = string(one)
        if isinstance(one, Text) and written and "=" in written:
            key, _, text = written.partition("=")
            inner = DocRef(found.doc.path, "yaml", 0, found.doc, (*route, "literals", index, f"{key}="))
            yield key, one, inner.id if "\n" in text else ""


def absorbed(old: Manifest, new: Manifest, behavior: str) -> Manifest:
    """The object ``old`` with what a generator of this ``behavior`` makes of it."""
    digest = f"{old.digest}\n{new.digest}"
    if behavior == "replace":
        sources = new.sources
        keys: tuple[Key, ...] = new.keys
    else:
        kept = {entry.key: entry for entry in (*old.keys, *new.keys)}
        keys = tuple(kept.values())
        sources = {entry.key: old.source(entry.key) for entry in old.keys} | dict(new.sources)
    return replace(old, keys=keys, sources=sources, digest=digest)
