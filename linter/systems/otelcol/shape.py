"""Whether a text is a Collector configuration, told by its bytes and then by its shape, and what it says."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.kinds import COLLECTOR_CONFIG, PATCH
from linter.facts.tree import Map, Text, tree_of
from linter.pattern import pattern
from linter.syntax.document import Document, Place, Problem
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.system import Claim, Fragment
from linter.systems.otelcol.holes import placeholder
from linter.systems.otelcol.layers import STEP
from linter.systems.otelcol.names import SECTIONS, SYSTEM

NEEDLES = (
    *(b"receivers", b"exporters", b"processors", b"connectors", b"extensions", b"pipelines"),
    *(b"telemetry:", b"OpenTelemetryCollector"),
)

_NAMES = rb"(receivers|processors|exporters|connectors|extensions|service)"
# each begins with fixed bytes, which are searched for much faster than a choice, and most lines are indented
_BLOCK = pattern(rb"\n(?=[rpecs\"'\xef])(?:\xef\xbb\xbf)?[\"']?" + _NAMES + rb"[\"']?[ \t]*:(?=[\s\[{&*!$|>'\"~#]|$)")
_FLOW = pattern(rb"[{,\s][\"']?" + _NAMES + rb"[\"']?[ \t]*:")
# what may stand before the root: comments, directives, the start of a document
_HEAD = pattern(
    rb"(?:\xef\xbb\xbf)?(?:(?:[ \t]*(?:#[^\n]*)?|%[^\n]*|---[ \t]*(?:#[^\n]*)?)\n)*(?:---[ \t]+(?=\{))?([ \t]*)"
)
_PIPELINES = pattern(rb"pipelines[\"']?[ \t]*:")
_TOP = pattern(rb"(?m)^(?:\xef\xbb\xbf)?[\"']?([^\s#\"'{}\[\]-][^\s:\"']*)")
_TELEMETRY = pattern(rb"\b(?:telemetry|pipelines)[\"']?[ \t]*:")
_WORDS = {b"receivers", b"processors", b"exporters", b"connectors", b"extensions", b"service"}
_RESOURCE = pattern(rb"kind[\"']?[ \t]*:[ \t]*[\"']?OpenTelemetryCollector\b")


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for a text with two of the sections at its top level, and for the operator's custom resources.

    One section is enough where ``name`` says what it is, or where nothing else is at the top level.

    Sure with ``service``, ``pipelines`` and one of ``receivers`` and ``exporters``, which nothing else has together.
    """
    if b"OpenTelemetryCollector" in data and _RESOURCE.search(data):
        return None if name == PATCH else Claim("yaml")
    if b"\r" in data:
        data = data.replace(b"\r", b"\n")
    head = _HEAD.match(data)
    start = head.end() if head is not None else 0
    # `{{` after a comment opens a template, not a mapping
    flow = data.startswith(b"{", start) and (start == 0 or not data.startswith(b"{{", start))
    found = set(_FLOW.findall(data) if flow else _BLOCK.findall(b"\n" + data))
    if head is not None and head[1] and not flow:
        # the whole root is indented
        found.update(_BLOCK.findall(data.replace(b"\n" + head[1], b"\n")))
    if len(found) < 2 and not (found and name == COLLECTOR_CONFIG):
        # One section alone: what a Collector merges, if the text holds nothing else.
        alone = bool(found - {b"service"}) or (b"service" in found and _TELEMETRY.search(data) is not None)
        alone = alone and not flow and set(_TOP.findall(data)) <= _WORDS
        return Claim("yaml") if alone else None
    sure = b"service" in found and bool(found & {b"receivers", b"exporters"}) and _PIPELINES.search(data) is not None
    return Claim("yaml", sure and not flow)


def is_resource(document: Document[Node]) -> bool:
    """Whether the document may hold custom resources of the operator: an object of Kubernetes that names them."""
    root = follow(document.root)
    if not isinstance(root, Mapping) or root.get("apiVersion") is None or root.get("kind") is None:
        return False
    return "OpenTelemetryCollector" in document.view.text


def local(document: Document[Node]) -> Iterator[Fragment | Problem]:
    """One fragment ``config`` with the whole ``tree``; a ``manifest`` for one of the builder; none for anything else.

    A section that holds no components (``processors: []``) is a problem, and the others are judged.
    ``data`` also has ``whole``: why the document is only a part of a configuration, ``""`` if it is all of one,
    and ``dollar`` and ``steps``, empty where the document has no ``$`` or ``::``. A document that may be a part of a
    configuration, if a Collector is told to read it, is a fragment ``part``.
    Raises ``TooMuchAliasing``.
    """
    root = follow(document.root)
    if not isinstance(root, Mapping):
        return
    if root.get("dist") is not None:
        from linter.systems.otelcol.builder import is_manifest, manifest

        if is_manifest(root):
            yield from manifest(document)
            return
    part = not _plausible(root)
    if part and not _may_be_a_part(root):
        return
    yield from _odd_sections(document, root)
    tree = tree_of(document, root)
    if isinstance(tree, Map):
        kind = "part" if part else "config"
        text = document.view.text
        marks = {"dollar": "$" if "$" in text else "", "steps": STEP if STEP in text else ""}
        yield Fragment(SYSTEM, kind, _place(tree), {"tree": tree, "whole": whole(tree), **marks})


def _plausible(root: Mapping) -> bool:
    """Whether the top level has the Collector's sections.

    A part of a configuration (no pipelines) has to hold sections only, and nothing in them that they can't hold: the
    Collector takes no other keys.
    """
    found = set()
    others = odd = 0
    for key, value in root.entries:
        name = key.text if isinstance(key, Scalar) else ""
        if name not in SECTIONS and name != "service":
            others += 1
        elif _section(value):
            found.add(name)
        else:
            odd += 1
    service = root.get("service")
    whole = service is not None and _has_pipelines(service)
    if whole:
        return bool(found & {"receivers", "exporters"})
    return len(found) > 1 and not others and not odd


def _odd_sections(document: Document[Node], root: Mapping) -> Iterator[Problem]:
    for key, value in root.entries:
        if isinstance(key, Scalar) and key.text in SECTIONS and not _section(value):
            what = "a list" if isinstance(follow(value), Sequence) else "a text"
            message = f"`{key.text}` must be a mapping of components, not {what}"
            yield Problem(document.place(key.start, key.end), message)


def _may_be_a_part(root: Mapping) -> bool:
    """Whether the top level holds the Collector's words only, and none of them twice, as collections of samples do."""
    keys = {key.text for key, _ in root.entries if isinstance(key, Scalar)}
    return 0 < len(root.entries) == len(keys) and all(
        isinstance(key, Scalar) and (key.text in SECTIONS or key.text == "service") and _section(value)
        for key, value in root.entries
    )


def _section(node: Node) -> bool:
    value = follow(node)
    if isinstance(value, Scalar):
        return not value.text or value.text in ("~", "null") or placeholder(value.text) is not None
    return isinstance(value, Mapping)


def _has_pipelines(node: Node) -> bool:
    service = follow(node)
    pipelines = follow(service.get("pipelines") or service) if isinstance(service, Mapping) else None
    return pipelines is not service and isinstance(pipelines, (Mapping, Scalar))


def _place(tree: Map) -> Place:
    """The key ``service``, or the first section's."""
    return tree.key_place("service") or tree.key_place(tree.entries[0].key) or tree.place


def whole(tree: Map) -> str:
    """Why ``tree`` is only a part of a configuration, ``""`` if it is all of one."""
    service = tree.get("service")
    if isinstance(service, Map) and isinstance(service.get("pipelines"), Map):
        return tree.open
    if isinstance(service, Text) and service.text:
        return f"`service` is `{service.text}`, which stands elsewhere"
    return "the file has no `service.pipelines`, so it is one of several parts"
