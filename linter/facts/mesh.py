"""Whether pods get a service mesh's proxy, which terminates HTTP/2, by what is written about them.

Sources: istio.io/latest/docs/setup/additional-setup/sidecar-injection, linkerd.io/2/features/proxy-injection. Istio's
ambient mode is left out: what it puts on a node passes connections on as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from linter.facts.holes import unfilled
from linter.facts.read import string
from linter.facts.tree import Text, Tree, at
from linter.facts.value import Evidence, Unknown, Value

_ISTIO, _REVISION = "sidecar.istio.io/inject", "istio.io/rev"
_LINKERD = "linkerd.io/inject"
_ON = ("true", "enabled", "ingress")

_MAYBE = Unknown("something fills in whether a mesh's proxy stands in front")

Proxy: TypeAlias = "Evidence | Unknown | None"
"""Why pods have a proxy, or why that is not known; ``None`` where nothing says so."""

MARKS = (_ISTIO, _REVISION, _LINKERD)
"""The labels and annotations that are looked at."""


def of_pod(labels: Iterable[Tree | None], annotations: Iterable[Tree | None]) -> Evidence | Unknown | bool:
    """Why a pod with these has a proxy; false where they keep it away, true where its namespace decides.

    Of each there may be several, the nearest first.
    """
    for trees, key in ((labels, _ISTIO), (annotations, _ISTIO), (annotations, _LINKERD)):
        value = _first(trees, key)
        if value is not None:
            return _MAYBE if _open(value) else _evidence(key, value) if string(value) in _ON else False
    revision = _first(labels, _REVISION)
    return True if revision is None else _evidence(_REVISION, revision)


def decided(own: Evidence | Unknown | bool, around: Proxy) -> Proxy:
    """What ``of_pod`` and the pod's namespace come to together."""
    if isinstance(own, bool):
        return around if own else None
    return own


def meshed(proxy: Proxy) -> Value:
    """The field ``meshed`` of a workload."""
    return Value(True, evidence=(proxy,)) if isinstance(proxy, Evidence) else Value(proxy)


def direct(proxy: Proxy) -> Value:
    """The field ``direct`` of an endpoint that leads to a workload."""
    if isinstance(proxy, Unknown):
        return Value(proxy)
    return Value(True) if proxy is None else Value(False, "written", None, (proxy,))


def of_namespace(labels: Tree | None, annotations: Tree | None) -> Proxy:
    """Why the pods of a namespace with these have a proxy."""
    for tree, key, wanted in ((labels, "istio-injection", "enabled"), (annotations, _LINKERD, "enabled")):
        value = at(tree, key)
        if value is not None and _open(value):
            return _MAYBE
        if isinstance(value, Text) and string(value) == wanted:
            return _evidence(key, value)
    value = at(labels, _REVISION)
    return _evidence(_REVISION, value) if isinstance(value, Text) and at(labels, "istio-injection") is None else None


def _open(value: Tree) -> bool:
    """Whether something else decides what is written."""
    return not isinstance(value, Text) or unfilled(value.text) is not None


def _first(trees: Iterable[Tree | None], key: str) -> Tree | None:
    return next((value for tree in trees if (value := at(tree, key)) is not None), None)


def _evidence(key: str, value: Tree) -> Evidence:
    return Evidence(f"`{key}` puts a proxy in front that terminates HTTP/2", value.place)
