"""What one document says: a fragment for each object that matters."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.pruning import pruned
from linter.facts.tree import Key, Map, Text, Tree, tree_of
from linter.record import replace
from linter.syntax.document import Document, Place
from linter.syntax.node import Mapping, Node, Scalar, follow
from linter.system import Fragment
from linter.systems.kubernetes.inside import KINDS, is_kustomization, operations, texts
from linter.systems.kubernetes.objects import Object, follow_into, objects, text
from linter.systems.kubernetes.shapes import AUTOSCALERS, DIRECTIVE, KUSTOMIZATION, ROUTES, TEXTS, WORKLOADS, shape_of

SYSTEM = "kubernetes"

_META_ONLY = {"name": None, "namespace": None}


def local(document: Document[Node]) -> Iterator[Fragment]:
    """Fragments of the kinds ``workload``, ``service``, ``config``, ``route``, ``autoscaler``, ``namespace``, and
    ``kustomization``.

    ``operations`` are a patch (RFC 6902). ``data`` has the pruned ``object``, its ``kind`` and the ``route`` to it
    (steps joined by ``/``); a config also its ``keys``, without their texts, the ``digest`` of these, the keys ``gone``
    that are null, by which a patch removes them, one a line, and what a patch ``does`` to all of them. Raises
    ``TooMuchAliasing``.
    """
    root = follow(document.root)
    if isinstance(root, Mapping) and is_kustomization(document):
        found = Object(root, (), "", text(root.get("kind")) or KINDS[0])
        yield _fragment(document, found, "kustomization", {"object": pruned(tree_of(document), KUSTOMIZATION)})
        return
    if next(operations(document.root), None) is not None:
        place = document.place(document.root.start, document.root.start)
        yield Fragment(SYSTEM, "operations", place, {"object": tree_of(document), "kind": "", "route": ""})
        return
    for found in objects(document.root):
        kind = _kind(found)
        if kind == "config":
            yield _config(document, found)
        elif kind:
            tree = pruned(tree_of(document, found.node), shape_of(found.kind))
            yield _fragment(document, found, kind, {"object": tree})


def _kind(found: Object) -> str:
    """The kind of fragment that ``found`` becomes; ``""`` for none."""
    if found.kind in WORKLOADS:
        return "workload" if _in_group(found, WORKLOADS[found.kind][0]) else ""
    if found.kind in ROUTES:
        return "route" if _in_group(found, ROUTES[found.kind]) else ""
    if found.kind in AUTOSCALERS:
        return "autoscaler" if _in_group(found, AUTOSCALERS[found.kind][0]) else ""
    if found.kind in TEXTS:
        return "config" if not found.group else ""
    kind = {"Service": "service", "Namespace": "namespace"}.get(found.kind, "")
    return kind if _in_group(found, ("",)) else ""


def _in_group(found: Object, groups: tuple[str, ...]) -> bool:
    """Whether its API group is one of these; a templated one can't be told, and the kind says enough."""
    return found.group in groups or "{{" in found.group or "$(" in found.group


def _fragment(document: Document[Node], found: Object, kind: str, data: dict[str, Tree | str]) -> Fragment:
    data["kind"] = found.kind
    data["route"] = "/".join(map(str, found.route))
    return Fragment(SYSTEM, kind, _place(document, found), data)


def _place(document: Document[Node], found: Object) -> Place:
    """The object's name, else its kind, else its start."""
    meta = follow_into(found.node.get("metadata"))
    name = follow_into(meta.get("name")) if isinstance(meta, Mapping) else None
    token = name if isinstance(name, Scalar) else follow_into(found.node.get("kind"))
    if isinstance(token, Scalar) and token.end > token.start:
        return document.place(token.start, token.end)
    return document.place(found.node.start, found.node.start)


def _config(document: Document[Node], found: Object) -> Fragment:
    """A ConfigMap or Secret; its texts stay out, they may be large and are documents of their own."""
    from hashlib import blake2b

    meta = found.node.get("metadata")
    whole = Map(document.ref, *document.view.outer(found.node.start, found.node.end), ())
    if meta is not None:
        start, end = document.view.outer(meta.start, meta.end)
        kept = pruned(tree_of(document, meta), _META_ONLY)
        whole = replace(whole, entries=(Key("metadata", start, end, kept),))
    patch = follow_into(found.node.get(DIRECTIVE))
    if isinstance(patch, Scalar):
        start, end = document.view.outer(patch.start, patch.end)
        directive = Key(DIRECTIVE, start, end, Text(document.ref, start, end, patch.text))
        whole = replace(whole, entries=(*whole.entries, directive))
    digest = blake2b(digest_size=16)
    keys = []
    held = texts(found)
    does = held.pop(DIRECTIVE, None)
    for key, node in held.items():
        digest.update(f"{len(key)}:{key}{len(node.text)}:{node.text}".encode("utf-8", "surrogatepass"))
        start, end = document.view.outer(node.start, node.end)
        keys.append(Key(key, start, end, Text(document.ref, start, end, "")))
    data: dict[str, Tree | str] = {
        "object": whole,
        "keys": replace(whole, entries=tuple(keys)),
        "digest": digest.hexdigest(),
        "gone": "\n".join(_nulls(found)),
        "does": does.text if does is not None else "",
    }
    return _fragment(document, found, "config", data)


def _nulls(found: Object) -> Iterator[str]:
    entries = follow_into(found.node.get(TEXTS[found.kind]))
    for key, value in entries.entries if isinstance(entries, Mapping) else ():
        target = follow(value)
        if isinstance(key, Scalar) and isinstance(target, Scalar) and not target.style:
            if target.text in ("", "~", "null"):
                yield key.text
