"""Rules that stand further in: in lists, and as texts in dumps of configuration centres.

Nacos lists its entries with ``dataId`` and ``content``; dumps of ZooKeeper have paths and data.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.syntax.document import Document, Route
from linter.syntax.node import Mapping, Node, Scalar, Sequence
from linter.system import Inner
from linter.systems.dubbo.claim import governs
from linter.systems.dubbo.found import carries
from linter.systems.dubbo.names import RULES

_NAMES = ("dataId", "data_id", "data-id", "path", "node", "key", "name", "id")
"""Keys beside a text that may say what it is called."""
_DEPTH = 12


def inside(document: Document[Node]) -> Iterator[Inner]:
    """Mappings and texts that may be rules; those of Kubernetes' objects are offered by others."""
    if document.ref.syntax == "yaml" and not carries(document) and document.ref.host is None:
        yield from _walk(document.root, (), "", _DEPTH)


def _walk(node: Node, route: Route, name: str, depth: int) -> Iterator[Inner]:
    """What lies below ``node``; what an alias repeats is met where it is written."""
    if isinstance(node, Scalar):
        if len(node.text) > _SHORTEST and governs(node.text.encode("utf-8", "replace")):
            yield Inner(node, route, name)
    elif isinstance(node, Sequence) and depth:
        for index, item in enumerate(node.items):
            yield from _walk(item, (*route, index), name, depth - 1)
    elif isinstance(node, Mapping) and depth:
        if any(isinstance(key, Scalar) and key.text in RULES for key, _ in node.entries):
            if route:
                yield Inner(node, route, name)
            return
        called = _called(node)
        for key, value in node.entries:
            if isinstance(key, Scalar):
                yield from _walk(value, (*route, key.text), called or key.text, depth - 1)


def _called(node: Mapping) -> str:
    """What a mapping's text is called: the last step of a path, or all of a name."""
    for name in _NAMES:
        value = node.get(name)
        if isinstance(value, Scalar) and value.text:
            return value.text.rpartition("/")[2]
    return ""


_SHORTEST = len("key:a\nconfigs:")
