"""The labels that a kustomization gives to pods, to the selectors of Services, and to namespaces.

Source: kubernetes-sigs/kustomize api/internal/konfig/builtinpluginconsts/commonlabels.go, api/types/labels.go.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.patching import locked
from linter.facts.read import maps, string
from linter.facts.tree import Map, Tree, at
from linter.record import NamedTuple, replace
from linter.syntax.document import Route
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.shapes import WORKLOADS

_SET = "a kustomization sets it"


class _Labels(NamedTuple):
    """Pairs, and whether pods and selectors get them."""

    pairs: Map
    pods: bool
    selectors: bool


def labelled(found: Manifest, member: Manifest) -> Iterator[tuple[Route, Tree]]:
    """What the kustomization ``found`` sets of ``member``, with the route to it; each with all that is before it."""
    route: Route
    if member.kind in WORKLOADS:
        route = (*WORKLOADS[member.kind][1], "metadata", "labels")
    elif member.kind == "Service":
        route = ("spec", "selector")
    elif member.kind == "Namespace":
        route = ("metadata", "labels")
    else:
        return
    tree: Tree | None = at(member.tree, *route)
    for one in _given(found):
        own = member.kind in ("Pod", "Namespace")  # every label is set on the object itself
        if one.selectors if member.kind == "Service" else one.pods or own:
            tree = _with(tree if isinstance(tree, Map) else None, one.pairs)
            yield route, tree


def _given(found: Manifest) -> Iterator[_Labels]:
    for _, item in maps(at(found.tree, "labels")):
        pairs = item.get("pairs")
        selectors = string(item.get("includeSelectors")) == "true"
        if isinstance(pairs, Map):
            yield _Labels(pairs, selectors or string(item.get("includeTemplates")) == "true", selectors)
    common = at(found.tree, "commonLabels")
    if isinstance(common, Map):
        yield _Labels(common, True, True)


def _with(tree: Map | None, pairs: Map) -> Map:
    own = {entry.key for entry in pairs.entries}
    kept = tuple(entry for entry in tree.entries if entry.key not in own) if tree is not None else ()
    both = replace(pairs, entries=(*kept, *pairs.entries), open=tree.open if tree is not None else pairs.open)
    found = locked(both, _SET)
    return found if isinstance(found, Map) else both
