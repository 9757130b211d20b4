"""What one document says: a fragment for each Collector, each chart file and each release."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product

from linter.facts.kinds import COLLECTOR_CONFIG
from linter.facts.mesh import MARKS
from linter.facts.pruning import Shape, pruned
from linter.facts.tree import Map, Tree, tree_of
from linter.syntax.document import Document, Place, Route
from linter.syntax.node import Mapping as MappingNode
from linter.syntax.node import Node, Scalar, Sequence, follow
from linter.system import Fragment, Inner
from linter.systems.helm.claim import CHART_FILES, laid
from linter.systems.helm.shapes import (
    Collector,
    collectors,
    components,
    has_null,
    images,
    into,
    mapping,
    overlays,
    text,
)

SYSTEM = "helm"

_VALUES: Mapping[str, Shape] = {
    **dict.fromkeys(
        ("mode", "replicaCount", "replicas", "fullnameOverride", "nameOverride", "namespaceOverride", "suffix")
    ),
    **dict.fromkeys(("enabled", "alternateConfig", "extraArgs", "args", "extraEnvs", "hostNetwork")),
    "image": None,
    "command": {"name": None, "extraArgs": None},
    "service": {"enabled": None, "type": None, "clusterIP": None},
    "ports": None,
    "autoscaling": {"enabled": None, "maxReplicas": None},
    "presets": None,
    "configMap": {"create": None, "existingName": None},
    **dict.fromkeys(("podLabels", "podAnnotations"), dict.fromkeys(MARKS)),
}
_CHART: Mapping[str, Shape] = {
    **dict.fromkeys(("name", "version", "appVersion")),
    "dependencies": {"name": None, "version": None, "alias": None},
}

_TEMPLATE = ("spec", "template")
"""Where an ApplicationSet keeps the Application that its generators fill in (Argo CD's operator manual, Template)."""

_BEARERS: Mapping[str, tuple[tuple[Route, Route, str, str], ...]] = {
    "HelmRelease": ((("spec", "chart", "spec"), ("spec", "values"), "chart", "version"),),
    "Application": ((("spec", "source"), ("spec", "source", "helm", "valuesObject"), "chart", "targetRevision"),),
    "ApplicationSet": (
        (
            (*_TEMPLATE, "spec", "source"),
            (*_TEMPLATE, "spec", "source", "helm", "valuesObject"),
            "chart",
            "targetRevision",
        ),
    ),
    "HelmChart": ((("spec",), ("spec", "valuesContent"), "chart", "version"),),
}
"""The objects that release a chart: where they name it and its version, and where they keep its values.

Argo CD's user guide (multiple_sources) has an Application with ``sources`` ignore its ``source``.
"""

_RELEASE_NAMES: Mapping[str, tuple[Route, ...]] = {
    "HelmRelease": (("spec", "releaseName"),),
    "Application": (("metadata", "name"),),
    "ApplicationSet": ((*_TEMPLATE, "metadata", "name"),),
    "HelmChart": (("metadata", "name"),),
}
_NAMESPACES: Mapping[str, tuple[Route, ...]] = {
    "HelmRelease": (("spec", "targetNamespace"), ("metadata", "namespace")),
    "Application": (("spec", "destination", "namespace"),),
    "ApplicationSet": ((*_TEMPLATE, "spec", "destination", "namespace"),),
    "HelmChart": (("spec", "targetNamespace"),),
}


_BESIDE = tuple(("helm", name) for name in ("valueFiles", "parameters", "fileParameters"))
_FURTHER: Mapping[str, tuple[Route, ...]] = {
    "HelmRelease": (("spec", "valuesFrom"), ("spec", "chart", "spec", "valuesFiles")),
    "Application": _BESIDE,
    "ApplicationSet": _BESIDE,
    "HelmChart": (("spec", "valuesSecrets"), ("spec", "set")),
}
"""Where the objects name further values for the chart; an Application beside the chart's name."""


def local(document: Document[Node]) -> Iterator[Fragment]:
    """Fragments of all kinds; raises ``TooMuchAliasing``.

    Those of the kinds ``overlay`` and ``retag`` are laid over a ``collector`` of another file.
    """
    if document.ref.host is None and document.ref.path.rsplit("/", 1)[-1].lower() in CHART_FILES:
        yield from _chart(document)
        return
    for found in _collectors(document.root):
        yield _collector(document, found)
    if document.ref.host is None and not _kind(mapping(document.root)):
        yield from map(partial(_overlay, document), overlays(follow(document.root)))
        for route, node in images(document.root) if laid(document.ref.path) else ():
            yield Fragment(
                SYSTEM, "retag", document.place(node.start, node.start), {"route": json.dumps(route)}, aside=True
            )
    yield from _release(document)


def inside(document: Document[Node]) -> Iterator[Inner]:
    """The configurations, and values that are kept as a text."""
    for found in _collectors(document.root):
        yield Inner(found.node, found.config, COLLECTOR_CONFIG)
    root = mapping(document.root)
    for _, route, *_ in _bearers(root, _kind(root)):
        for steps in (route, (*route[:-1], "values")):
            node = into(root, *steps)
            if isinstance(node, Scalar) and node.text:
                yield Inner(node, steps, "values.yaml")


def _kind(root: MappingNode | None) -> str:
    """The kind of a Kubernetes object; ``""`` for a document that is none."""
    if root is None or root.get("apiVersion") is None:
        return ""
    return text(root.get("kind"))


def _bearers(root: MappingNode | None, kind: str) -> Iterator[tuple[Route, Route, str, str]]:
    """Where the object releases charts; an Application with ``sources`` has no other ``source``."""
    held = {"Application": (), "ApplicationSet": _TEMPLATE}.get(kind)
    sources = None if held is None else into(root, *held, "spec", "sources")
    if not isinstance(sources, Sequence):
        yield from _BEARERS.get(kind, ())
        return
    for (where, values, name, version), index in product(_BEARERS[kind], range(len(sources.items))):
        steps = (*where[:-1], "sources", index)
        yield steps, (*steps, *values[len(where) :]), name, version


def _collectors(root: Node) -> Iterator[Collector]:
    """Of a Kubernetes object only what it hands to a chart counts as values."""
    found = mapping(root)
    kind = _kind(found)
    if not kind:
        yield from collectors(follow(root))
        return
    for _, route, *_ in _bearers(found, kind):
        node = into(found, *route)
        if isinstance(node, MappingNode):
            yield from collectors(node, route)


def _collector(document: Document[Node], found: Collector) -> Fragment:
    root = document.root
    data: dict[str, Tree | str] = {
        "chart": found.chart,
        "route": json.dumps(found.route),
        "shared": json.dumps(found.shared),
        "chart_route": json.dumps(found.chart_route),
        "config": json.dumps(found.config),
        "base": "*" if found.base is None else "\n".join(sorted(found.base)),
        "defines": "\n".join(components(found.node)) if isinstance(found.node, MappingNode) else "",
        "nulls": "yes" if has_null(found.node) else "",
        "holds": "text" if isinstance(found.node, Scalar) else "settings",
        "values": _values(document, into(root, *found.route)),
        "defaults": _values(document, into(root, *found.shared)),
        "around": _values(document, into(root, *found.chart_route)),
    }
    return Fragment(SYSTEM, "collector", _key_place(document, found), data)


def _overlay(document: Document[Node], found: Collector) -> Fragment:
    defines = "\n".join(components(found.node)) if isinstance(found.node, MappingNode) else ""
    data: dict[str, Tree | str] = {"route": json.dumps(found.route), "defines": defines}
    return Fragment(SYSTEM, "overlay", _key_place(document, found), data, aside=True)


def _values(document: Document[Node], node: Node | None) -> Tree:
    """A chart's settings without its configuration and whatever else isn't read."""
    if not isinstance(node, MappingNode):
        return Map(document.ref, *document.view.outer(0, 0), ())
    kept: list[tuple[Node, Node]] = [
        (key, value) for key, value in node.entries if isinstance(key, Scalar) and key.text in {*_VALUES, "<<"}
    ]
    return pruned(tree_of(document, MappingNode(node.start, node.end, kept, node.flow, node.tag, node.anchor)), _VALUES)


def _key_place(document: Document[Node], found: Collector) -> Place:
    """The key that holds the configuration."""
    parent = into(document.root, *found.config[:-1])
    if isinstance(parent, MappingNode):
        for key, _ in parent.entries:
            if isinstance(key, Scalar) and key.text == found.config[-1]:
                return document.place(key.start, key.end)
    return document.place(found.node.start, found.node.start)


def _chart(document: Document[Node]) -> Iterator[Fragment]:
    root = mapping(document.root)
    if root is None:
        return
    tree = pruned(tree_of(document, root), _CHART)
    if isinstance(tree, Map) and tree.entries:
        yield Fragment(SYSTEM, "chart", tree.place, {"chart": tree})


def _release(document: Document[Node]) -> Iterator[Fragment]:
    """A release of one of the charts, by an object of Flux, Argo CD or k3s."""
    root = mapping(document.root)
    kind = _kind(root)
    for where, values, name, version in _bearers(root, kind):
        holder = into(root, *where)
        if not isinstance(holder, MappingNode) or not text(holder.get(name)):
            continue
        data: dict[str, Tree | str] = {"values": json.dumps(values), "chart": text(holder.get(name))}
        patched = kind == "ApplicationSet" and _patched(root)
        number = None if patched else holder.get(version)
        if number is not None:
            data["version"] = tree_of(document, number)
            data["where"] = json.dumps((*where, version))
        data["release"] = _first(root, ((*where, "helm", "releaseName"), *_RELEASE_NAMES[kind]))
        data["namespace"] = _first(root, _NAMESPACES[kind])
        further: Node | None = holder if _FURTHER[kind] is _BESIDE else root
        layered = patched or any(into(further, *route) is not None for route in _FURTHER[kind])
        data["layered"] = "yes" if layered else ""
        if kind == "HelmRelease" and not data["release"]:
            prefix = text(into(root, "spec", "targetNamespace"))
            data["release"] = "-".join(filter(None, (prefix, text(into(root, "metadata", "name")))))
        yield Fragment(SYSTEM, "release", document.place(holder.start, holder.start), data)


def _patched(root: MappingNode | None) -> bool:
    """Whether an ApplicationSet changes its template for some of its Applications."""
    if into(root, "spec", "templatePatch") is not None:
        return True
    generators = into(root, "spec", "generators")
    found = map(mapping, generators.items if isinstance(generators, Sequence) else ())
    kinds = (value for one in found if one is not None for _, value in one.entries)
    return any(into(value, "template") is not None for value in kinds)


def _first(root: Node | None, routes: tuple[Route, ...]) -> str:
    return next((found for route in routes if (found := text(into(root, *route)))), "")
