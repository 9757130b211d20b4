"""Whether a text is a Collector configuration, told by its bytes and then by its shape, and what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.facts.kinds import COLLECTOR_CONFIG
from linter.facts.tree import Map, Text, Tree, tree_of
from linter.syntax.document import Document, Place
from linter.syntax.node import Mapping, Node, Scalar, follow
from linter.system import Claim, Fragment
from linter.systems.otelcol.holes import placeholder
from linter.systems.otelcol.names import SECTIONS, SYSTEM

NEEDLES = (b"receivers", b"exporters", b"processors", b"connectors", b"extensions", b"pipelines")

_NAMES = rb"(receivers|processors|exporters|connectors|extensions|service)"
_BLOCK = re.compile(rb"(?m)^(?:\xef\xbb\xbf)?[\"']?" + _NAMES + rb"[\"']?[ \t]*:(?=[\s\[{&*!$|>'\"~#]|$)")
_FLOW = re.compile(rb"[{,\s][\"']?" + _NAMES + rb"[\"']?[ \t]*:")
_PIPELINES = re.compile(rb"[\"']?pipelines[\"']?[ \t]*:")


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for a text with two of the sections at its top level, or with one where ``name`` says what it is.

    Sure with ``service``, ``pipelines`` and one of ``receivers`` and ``exporters``, which nothing else has together.
    """
    flow = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    found = set((_FLOW if flow else _BLOCK).findall(data))
    if len(found) < (1 if name == COLLECTOR_CONFIG else 2):
        return None
    sure = b"service" in found and bool(found & {b"receivers", b"exporters"}) and _PIPELINES.search(data) is not None
    return Claim("yaml", sure and not flow)


def local(document: Document[Node]) -> Iterator[Fragment]:
    """One fragment ``config`` with the whole ``tree``; a ``manifest`` for one of the builder; none for anything else.

    ``data`` also has ``whole``: why the document is only a part of a configuration, ``""`` if it is all of one.
    Raises ``TooMuchAliasing``.
    """
    root = follow(document.root)
    if isinstance(root, Mapping) and root.get("dist") is not None:
        from linter.systems.otelcol.builder import is_manifest, manifest

        if is_manifest(root):
            yield from manifest(document)
            return
    if not isinstance(root, Mapping) or not _plausible(root, 2 if document.ref.host is None else 1):
        return
    tree = tree_of(document, root)
    if isinstance(tree, Map):
        yield Fragment(SYSTEM, "config", _place(tree), {"tree": tree, "whole": _whole(tree)})


def _plausible(root: Mapping, sections: int) -> bool:
    """Whether the top level has the Collector's sections, and nothing in them that they can't hold.

    A part of a configuration (no pipelines) has to hold so many sections and nothing else: the Collector takes no
    other keys.
    """
    found = set()
    others = 0
    for key, value in root.entries:
        name = key.text if isinstance(key, Scalar) else ""
        if name not in SECTIONS and name != "service":
            others += 1
        elif _section(value):
            found.add(name)
        else:
            return False
    service = root.get("service")
    whole = service is not None and _has_pipelines(service)
    if whole:
        return bool(found & {"receivers", "exporters"})
    return len(found) >= sections and not others


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


def _whole(tree: Map) -> str:
    service = tree.get("service")
    if isinstance(service, Map) and isinstance(service.get("pipelines"), Map):
        return ""
    if isinstance(service, Text) and service.text:
        return f"`service` is `{service.text}`, which stands elsewhere"
    return "the file has no `service.pipelines`, so it is one of several parts"


def is_null(tree: Tree) -> bool:
    """Whether nothing is written but perhaps YAML's word for nothing."""
    return isinstance(tree, Text) and not tree.style and tree.text in ("", "~", "null", "Null", "NULL")
