"""The texts that ConfigMaps and Secrets carry."""

from __future__ import annotations

from collections.abc import Iterator

from linter.syntax.document import Document
from linter.syntax.node import Mapping, Node, Scalar, follow
from linter.system import Inner
from linter.systems.kubernetes.objects import Object, follow_into, objects

TEXTS = {"ConfigMap": "data", "Secret": "stringData"}
"""Where the kinds that carry texts keep them; a Secret's ``data`` is base64 and nobody writes a configuration so."""


def inside(document: Document[Node]) -> Iterator[Inner]:
    """Every text of the document's ConfigMaps and Secrets; ``name`` is the key."""
    for found in objects(document.root):
        for key, node in texts(found).items():
            yield Inner(node, (*found.route, TEXTS[found.kind], key), key)


def texts(found: Object) -> dict[str, Scalar]:
    """The object's texts by key, none of them empty; of a key that is there twice the last counts."""
    if found.group or found.kind not in TEXTS:
        return {}
    entries = follow_into(found.node.get(TEXTS[found.kind]))
    if not isinstance(entries, Mapping):
        return {}
    kept: dict[str, Scalar] = {}
    for name, value in entries.entries:
        target = follow(value)
        if isinstance(name, Scalar) and isinstance(target, Scalar) and target.text:
            kept[name.text] = target
    return kept
