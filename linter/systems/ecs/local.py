"""The containers of one document's tasks.

Sources: docs.aws.amazon.com, Amazon ECS task definition parameters, and AWS::ECS::TaskDefinition.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Map, Seq, Text, Tree, at, tree_of
from linter.record import replace
from linter.syntax.document import Document
from linter.syntax.node import Mapping, Node, Scalar, follow
from linter.system import Fragment

SYSTEM = "ecs"

_TYPE = "AWS::ECS::TaskDefinition"
_KEPT = frozenset(("name", "image", "command", "entrypoint", "environment", "environmentfiles", "secrets", "essential"))


def local(document: Document[Node]) -> Iterator[Fragment]:
    """A fragment ``task`` for each task.

    ``data`` has its ``containers`` with keys in lower case, its ``network`` mode, the ``route`` to it and the key under
    which they are ``listed``. Of a text of several lines only that it is there is kept. Raises ``TooMuchAliasing``.
    """
    for route, node in _tasks(document.root):
        tree = tree_of(document, node)
        listed = _get(tree, "containerdefinitions")
        if not isinstance(listed, Seq):
            continue
        items = tuple(_container(item) for item in listed.items if isinstance(item, Map))
        network = _get(tree, "networkmode")
        data: dict[str, Tree | str] = {
            "containers": replace(listed, items=items),
            "network": network.text if isinstance(network, Text) and network.tag is None else "",
            "route": "/".join(route),
            "listed": next(key.key for key in _entries(tree) if key.key.lower() == "containerdefinitions"),
        }
        yield Fragment(SYSTEM, "task", listed.place, data)


def _tasks(root: Node) -> Iterator[tuple[tuple[str, ...], Mapping]]:
    found = follow(root)
    if not isinstance(found, Mapping):
        return
    if found.get("containerDefinitions") is not None:
        yield (), found
    resources = found.get("Resources")
    resources = None if resources is None else follow(resources)
    for name, value in resources.entries if isinstance(resources, Mapping) else ():
        resource = follow(value)
        kind = resource.get("Type") if isinstance(resource, Mapping) else None
        if not isinstance(resource, Mapping) or not isinstance(kind, Scalar) or kind.text != _TYPE:
            continue
        own = resource.get("Properties")
        properties = None if own is None else follow(own)
        if isinstance(name, Scalar) and isinstance(properties, Mapping):
            yield ("Resources", name.text, "Properties"), properties


def _entries(tree: Tree) -> tuple[Key, ...]:
    return tuple(tree.entries) if isinstance(tree, Map) else ()


def _get(tree: Tree, name: str) -> Tree | None:
    return next((entry.value for entry in _entries(tree) if entry.key.lower() == name), None)


def _container(tree: Map) -> Map:
    """A container with what is read of it; what the route needs of the keys' case is kept with the variables."""
    kept = []
    for entry in tree.entries:
        if entry.key.lower() in _KEPT:
            value = entry.value
            if entry.key.lower() == "environment" and isinstance(value, Seq):
                value = replace(value, items=tuple(_variable(item, entry.key) for item in value.items))
            kept.append(replace(entry, key=entry.key.lower(), value=value))
    return replace(tree, entries=tuple(kept))


def _variable(tree: Tree, key: str) -> Tree:
    """A variable as ``name``, ``value`` and the ``route`` from the container's variables to the text."""
    name, value = _get(tree, "name"), _get(tree, "value")
    written = next((entry.key for entry in _entries(tree) if entry.key.lower() == "value"), "")
    route = f"{written}"
    if isinstance(value, Map):  # a function: only the text that it fills in is looked at
        route, value = f"{written}/Fn::Sub", at(value, "Fn::Sub")
    entries = [Key("name", tree.start, tree.end, name)] if isinstance(name, Text) else []
    if isinstance(value, Text):
        text = replace(value, text="\n") if "\n" in value.text else value
        where = Text(tree.doc, tree.start, tree.end, f"{key}/{route}")
        entries += [Key("value", value.start, value.end, text), Key("route", tree.start, tree.end, where)]
    return Map(tree.doc, tree.start, tree.end, tuple(entries))
