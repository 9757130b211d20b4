"""Which objects a document holds: the document itself, or the items of its lists."""

from __future__ import annotations

from collections.abc import Iterator

from linter.record import NamedTuple
from linter.syntax.document import Route
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence, follow


class Object(NamedTuple):
    """One object as written; ``group`` is its API group, ``""`` for the core one."""

    node: Mapping
    route: Route
    group: str
    kind: str


def objects(root: Node) -> Iterator[Object]:
    """All objects below ``root``, those of lists and OpenShift templates included; nothing where it holds none."""
    yield from _objects(root, (), "", "")


def _objects(node: Node, route: Route, version: str, kind: str) -> Iterator[Object]:
    """``version`` and ``kind`` are what an item takes from its typed list (``ConfigMapList``)."""
    written = not isinstance(node, Alias)
    node = follow(node)
    if not isinstance(node, Mapping):
        return
    version = text(node.get("apiVersion")) or version
    kind = text(node.get("kind")) or kind
    if not version or not kind:
        return
    group = version if "{{" in version or "$(" in version else version.rpartition("/")[0]
    holder = "objects" if kind == "Template" else "items" if kind.endswith("List") else ""
    # A list that stands for itself by an alias would never end, so none is followed.
    items = node.get(holder) if holder and written else None
    if not isinstance(items, Sequence):
        yield Object(node, route, group, kind)
        return
    item_kind = kind[: -len("List")] if holder == "items" else ""
    for index, item in enumerate(items.items):
        yield from _objects(item, (*route, holder, index), version, item_kind)


def follow_into(node: Node | None) -> Node | None:
    """The node itself or what an alias stands for; ``None`` stays."""
    return None if node is None else follow(node)


def text(node: Node | None) -> str:
    """A scalar's text, ``""`` for anything else."""
    node = follow_into(node)
    return node.text if isinstance(node, Scalar) else ""
