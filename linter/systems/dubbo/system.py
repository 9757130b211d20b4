"""Dubbo as a system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.syntax.document import Document, Problem
from linter.system import Claim, Fragment, Inner, Join, Setup
from linter.systems.dubbo import kinds_rules
from linter.systems.dubbo.claim import NAMES, NEEDLES, UNMARKED, claim
from linter.systems.dubbo.kinds import (
    APPLICATION,
    ASYNC,
    CALLS,
    CONSUMER,
    HEARTBEAT,
    MODULE,
    POOL,
    PROVIDER,
    QOS,
)
from linter.systems.dubbo.kinds_links import LINK, REFERENCE, SERVICE
from linter.systems.dubbo.names import SYSTEM

if TYPE_CHECKING:
    from linter.facts.told import Told

_KINDS = (
    MODULE,
    CONSUMER,
    PROVIDER,
    ASYNC,
    REFERENCE,
    SERVICE,
    LINK,
    APPLICATION,
    CALLS,
    HEARTBEAT,
    POOL,
    QOS,
    *kinds_rules.KINDS,
)
_READS = ("build.module", "build.package", "deploy.container")
_ASIDE = ("interface", "alias", "namesake", "given", "located")
"""What is of use to nobody who does not refer to it."""


def _join(fragments: Sequence[Fragment], facts: FactBase, setup: Setup) -> Iterable[Entity]:
    if all(one.kind in _ASIDE for one in fragments) and not facts.of("build.package"):
        return ()
    from linter.systems.dubbo.join import join

    return join(fragments, facts, setup)


class Dubbo:
    """Reads what Dubbo's consumers and providers are set to, and the rules that govern them."""

    name = SYSTEM
    title = "Apache Dubbo"
    kinds: Mapping[str, Kind] = {kind.name: kind for kind in _KINDS}
    names = NAMES
    needles = NEEDLES
    unmarked = UNMARKED
    variables = ()
    joins: tuple[Join, ...] = (
        Join(
            "dubbo/configured",
            _READS,
            tuple(kind.name for kind in _KINDS),
            _join,
        ),
    )

    def claim(self, name: str, data: bytes) -> Claim | None:
        return claim(name, data)

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        from linter.systems.dubbo.inside import inside

        return inside(document)

    def local(self, document: Document[Any]) -> Iterable[Fragment | Problem]:
        from linter.systems.dubbo.local import local

        return local(document)

    def lost(self, document: Document[Any]) -> str:
        from linter.syntax.xml.element import Element

        if not isinstance(document.root, Element):
            return ""
        from linter.systems.dubbo.spring import lost

        return lost(document.root)

    def render(self, data: Data, slot: Slot) -> str:
        from linter.systems.dubbo.render import render

        return render(data, slot)

    def told(self, facts: FactBase) -> Iterable[Told]:
        from linter.systems.dubbo.telling.told import told

        return told(facts)
