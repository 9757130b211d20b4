"""The texts that ConfigMaps, Secrets and kustomizations carry."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.kinds import PATCH
from linter.syntax.document import Document, Route
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.system import Inner
from linter.systems.kubernetes.claim import KUSTOMIZATION
from linter.systems.kubernetes.objects import Object, follow_into, objects, text
from linter.systems.kubernetes.shapes import TEXTS, WORKLOADS

GENERATORS = {"configMapGenerator": "ConfigMap", "secretGenerator": "Secret"}
"""The lists of a kustomization that make objects, with the kinds of these."""

KINDS = ("Kustomization", "Component")
"""The kinds of kustomize.config.k8s.io."""


def inside(document: Document[Node]) -> Iterator[Inner]:
    """Every text of the document's ConfigMaps and Secrets; ``name`` is the key. The patches of a kustomization.

    The texts that a patch of operations puts somewhere are called after the last step of the way there.
    """
    if is_kustomization(document):
        yield from _patches(document.root)
        yield from _literals(document.root)
        return
    for index, operation in operations(document.root):
        value, pointer = follow_into(operation.get("value")), text(operation.get("path"))
        if isinstance(value, Scalar) and value.text:
            yield Inner(value, (index, "value"), pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~"))
    for found in objects(document.root):
        for key, node in texts(found).items():
            yield Inner(node, (*found.route, TEXTS[found.kind], key), key)
        if found.kind in WORKLOADS:
            yield from _variables(found)


def _variables(found: Object) -> Iterator[Inner]:
    """The variables of containers that have several lines."""
    pod = (*WORKLOADS[found.kind][1], "spec")
    for listed in ("containers", "initContainers"):
        for index, container in _listed(found.node, (*pod, listed)):
            for number, entry in _listed(container, ("env",)):
                value = follow_into(entry.get("value"))
                if isinstance(value, Scalar) and "\n" in value.text:
                    route = (*found.route, *pod, listed, index, "env", number, "value")
                    yield Inner(value, route, text(entry.get("name")))


def _listed(node: Node, steps: Route) -> Iterator[tuple[int, Mapping]]:
    """The mappings of the list that ``steps`` lead to."""
    found: Node | None = node
    for step in steps:
        found = follow_into(found.get(str(step))) if isinstance(found, Mapping) else None
    for index, item in enumerate(found.items if isinstance(found, Sequence) else ()):
        target = follow(item)
        if isinstance(target, Mapping):
            yield index, target


def is_kustomization(document: Document[Node]) -> bool:
    """Whether it is a kustomization or a component, told by its kind or, since it may lack one, by its file's name."""
    root = follow(document.root)
    if not isinstance(root, Mapping):
        return False
    group = text(root.get("apiVersion")).rpartition("/")[0]
    kind = text(root.get("kind"))
    named = document.ref.host is None and document.ref.path.rsplit("/", 1)[-1].lower() in KUSTOMIZATION
    return (named and not kind) or (kind in KINDS and group == "kustomize.config.k8s.io")


def operations(root: Node) -> Iterator[tuple[int, Mapping]]:
    """The operations of a patch (RFC 6902) with their indices; nothing where it is none."""
    root = follow(root)
    for index, item in enumerate(root.items if isinstance(root, Sequence) else ()):
        operation = follow(item)
        if isinstance(operation, Mapping) and text(operation.get("op")) and text(operation.get("path")):
            yield index, operation


def _patches(root: Node) -> Iterator[Inner]:
    kustomization = follow(root)
    for key in ("patches", "patchesJson6902", "patchesStrategicMerge"):
        listed = follow_into(kustomization.get(key)) if isinstance(kustomization, Mapping) else None
        for index, item in enumerate(listed.items if isinstance(listed, Sequence) else ()):
            target = follow(item)
            patch = follow_into(target.get("patch")) if isinstance(target, Mapping) else target
            if isinstance(patch, Scalar) and "\n" in patch.text:
                yield Inner(patch, (key, index) if patch is target else (key, index, "patch"), PATCH)


def _literals(root: Node) -> Iterator[Inner]:
    """What the literals of generators hold in several lines."""
    kustomization = follow(root)
    for key in GENERATORS:
        for index, item in _listed(kustomization, (key,)):
            literals = follow_into(item.get("literals"))
            for number, one in enumerate(literals.items if isinstance(literals, Sequence) else ()):
                literal = follow(one)
                name, equals, value = literal.text.partition("=") if isinstance(literal, Scalar) else ("", "", "")
                if isinstance(literal, Scalar) and name and "\n" in value:
                    after = name + equals
                    yield Inner(literal, (key, index, "literals", number, after), name, after)


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
