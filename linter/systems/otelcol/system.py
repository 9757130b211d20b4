"""The OpenTelemetry Collector as a system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from linter.facts.base import FactBase, Later
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.offers import Host
from linter.syntax.document import Document, Problem
from linter.system import Claim, Fragment, Inner, Join, Setup
from linter.systems.otelcol.kinds import (
    COMPONENT,
    CONFIG,
    DURATION,
    KEY,
    LISTENER,
    LOAD_BALANCER,
    MOVE,
    REFERENCE,
    VARIABLE,
)
from linter.systems.otelcol.kinds_grpc import CLIENT, LINK, SERVER
from linter.systems.otelcol.kinds_pipelines import PROCESSOR, QUEUE, RETRY, SERVICE, SERVING
from linter.systems.otelcol.kinds_settings import AUTHENTICATOR, SENDER, SETTING
from linter.systems.otelcol.kinds_tiers import RINGS, TAIL_SAMPLER
from linter.systems.otelcol.names import SYSTEM, TEMPLATES
from linter.systems.otelcol.shape import NEEDLES, claim, is_resource, local

_TIERS = (TAIL_SAMPLER, RINGS)
_KINDS = (
    *(CONFIG, COMPONENT, REFERENCE, DURATION, KEY, MOVE, VARIABLE, LISTENER, LOAD_BALANCER, CLIENT, SERVER, LINK),
    *(PROCESSOR, SERVICE, QUEUE, RETRY, SERVING, SENDER, SETTING, AUTHENTICATOR),
)


def _operated(fragments: Sequence[Fragment], facts: FactBase, _setup: Setup) -> Iterable[Entity]:
    if not any(fragment.kind == "resource" for fragment in fragments):
        return ()
    from linter.systems.otelcol.operated import operated

    return operated(fragments, facts)


def _join(fragments: Sequence[Fragment], facts: FactBase, setup: Setup) -> Iterator[Entity | Later]:
    from linter.systems.otelcol.join import join

    return join(fragments, facts, setup)


def _tiers(_fragments: Sequence[Fragment], facts: FactBase, _setup: Setup) -> Iterable[Later]:
    return (Later(tuple(kind.name for kind in _TIERS), lambda: _tiered(facts)),)


def _tiered(facts: FactBase) -> Iterable[Entity]:
    if not facts.of("otelcol.component"):
        return ()
    from linter.systems.otelcol.tiers import tiers

    return tiers(facts)


OPERATED = Join(
    "otelcol/operated",
    ("deploy.workload", "deploy.change", "deploy.namespace"),
    (
        *("deploy.workload", "deploy.container", "deploy.image", "deploy.mount", "deploy.service", "net.endpoint"),
        "deploy.autoscaler",
    ),
    _operated,
)
CONFIGURED = Join(
    "otelcol/configured",
    ("deploy.workload", "deploy.container", "deploy.image", "deploy.mount", "deploy.service", "net.endpoint"),
    tuple(kind.name for kind in _KINDS),
    _join,
)


TIERS = Join(
    "otelcol/tiers",
    ("deploy.workload", "deploy.autoscaler", *(kind.name for kind in _KINDS)),
    tuple(kind.name for kind in _TIERS),
    _tiers,
)


class Otelcol:
    """Reads Collector configurations, wherever they stand, as facts about components, clients and servers."""

    name = SYSTEM
    title = "OpenTelemetry Collector"
    kinds: Mapping[str, Kind] = {kind.name: kind for kind in (*_KINDS, *_TIERS)}
    names = ("*.yaml", "*.yml", "*.json", *TEMPLATES)
    needles = NEEDLES
    joins: tuple[Join, ...] = (OPERATED, CONFIGURED, TIERS)

    def claim(self, name: str, data: bytes) -> Claim | None:
        return claim(name, data)

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        if not is_resource(document):
            return ()
        from linter.systems.otelcol.resource import inside

        return inside(document)

    def local(self, document: Document[Any]) -> Iterable[Fragment | Problem]:
        if not is_resource(document):
            return local(document)
        from linter.systems.otelcol.resource import local as resource

        return resource(document)

    def render(self, data: Data, slot: Slot) -> str:
        from linter.systems.otelcol.render import render

        return render(data, slot)

    def hosts(self, files: Mapping[str, str], version: str, image: str, versions: Mapping[str, str]) -> Sequence[Host]:
        from linter.systems.otelcol.hosts import hosts

        return hosts(files, version, image, versions)
