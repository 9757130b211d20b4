"""Custom resources of the OpenTelemetry Operator that hold a configuration: what one document says.

``spec.config`` is a text in v1alpha1 and a tree in v1beta1 (open-telemetry/opentelemetry-operator apis/).
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.kinds import COLLECTOR_CONFIG
from linter.facts.tree import Map, Tree, at, tree_of
from linter.record import NamedTuple, replace
from linter.syntax.document import DocRef, Document, Place, Route
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence, follow
from linter.system import Fragment, Inner
from linter.systems.otelcol.names import SYSTEM

KIND = "OpenTelemetryCollector"
CONFIG = ("spec", "config")

DIRECTIVE = "$patch"
"""The key of a patch that says what becomes of the mapping in which it stands."""

_GROUP = "opentelemetry.io/"
_SPEC = (
    "mode",
    "image",
    "args",
    "env",
    "envFrom",
    "replicas",
    "autoscaler",
    "ports",
    "podAnnotations",
    "hostNetwork",
    DIRECTIVE,
)
_META = ("name", "namespace", "labels", "annotations")


class Resource(NamedTuple):
    """One custom resource as written."""

    node: Mapping
    route: Route

    def below(self, *steps: str) -> Node | None:
        found: Node | None = self.node
        for step in steps:
            found = follow(found) if found is not None else None
            found = found.get(step) if isinstance(found, Mapping) else None
        return found if found is None else follow(found)


def resources(root: Node) -> Iterator[Resource]:
    """The custom resources of a document: itself, or the items of its lists."""
    yield from _resources(root, ())


def _resources(node: Node, route: Route) -> Iterator[Resource]:
    written = not isinstance(node, Alias)
    node = follow(node)
    if not isinstance(node, Mapping):
        return
    kind, items = _text(node.get("kind")), node.get("items")
    if kind == KIND and _text(node.get("apiVersion")).startswith(_GROUP):
        yield Resource(node, route)
    # A list that stands for itself by an alias would never end, so none is followed.
    elif kind.endswith("List") and written and isinstance(items, Sequence):
        for index, item in enumerate(items.items):
            yield from _resources(item, (*route, "items", index))


def _text(node: Node | None) -> str:
    node = None if node is None else follow(node)
    return node.text if isinstance(node, Scalar) else ""


def inside(document: Document[Node]) -> Iterator[Inner]:
    """The configurations: texts (v1alpha1), or mappings (v1beta1)."""
    for found in resources(document.root):
        config = found.below(*CONFIG)
        if isinstance(config, Scalar | Mapping):
            yield Inner(config, (*found.route, *CONFIG), COLLECTOR_CONFIG)


def local(document: Document[Node]) -> Iterator[Fragment]:
    """A fragment ``resource`` for each custom resource.

    ``data`` has the pruned ``object``, and ``config``: the id of the configuration, as mounts name it, which ``holds``
    a ``text`` or ``settings``, or ``$patch`` if it says how to patch another one.
    Raises ``TooMuchAliasing``.
    """
    for found in resources(document.root):
        tree = tree_of(document, found.node)
        if not isinstance(tree, Map):
            continue
        ref = DocRef(document.ref.path, "yaml", 0, document.ref, (*found.route, *CONFIG))
        route = "/".join(map(str, ref.route))
        config = found.below(*CONFIG)
        holds = "settings" if isinstance(config, Mapping) else "text" if isinstance(config, Scalar) else ""
        if isinstance(config, Mapping) and _directed(config):
            holds = DIRECTIVE
        data: dict[str, Tree | str] = {"object": _pruned(tree), "config": ref.id, "route": route, "holds": holds}
        yield Fragment(SYSTEM, "resource", _place(tree), data)


def _directed(node: Node) -> bool:
    """Whether a directive of a patch stands anywhere in it."""
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, Sequence):
            pending += one.items
        elif isinstance(one, Mapping):
            for key, value in one.entries:
                if isinstance(key, Scalar) and key.text == DIRECTIVE:
                    return True
                pending.append(value)
    return False


def _place(tree: Map) -> Place:
    """The resource's name, else its kind."""
    name = at(tree, "metadata", "name")
    return name.place if name is not None else (tree.key_place("kind") or tree.place)


def steps(route: str) -> Route:
    """The steps of a ``route`` as fragments hold it, joined by ``/``."""
    return tuple(int(step) if step.isdigit() else step for step in route.split("/") if step)


def _pruned(tree: Map) -> Map:
    """What says how the Collector is run."""
    kept = []
    for entry in tree.entries:
        wanted = {"metadata": _META, "spec": _SPEC}.get(entry.key)
        if entry.key == DIRECTIVE:
            kept.append(entry)
        if wanted is not None and isinstance(entry.value, Map):
            inner = tuple(item for item in entry.value.entries if item.key in wanted)
            kept.append(replace(entry, value=replace(entry.value, entries=inner)))
    return replace(tree, entries=tuple(kept))
