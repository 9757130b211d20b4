"""All of Dubbo's configuration together: what each module calls and serves, and what governs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.system import Fragment, Setup
from linter.systems.dubbo.applications import applications
from linter.systems.dubbo.calls import Counting, calls
from linter.systems.dubbo.elements import elements
from linter.systems.dubbo.governed import Governed
from linter.systems.dubbo.groups import grouped
from linter.systems.dubbo.heartbeats import heartbeats
from linter.systems.dubbo.links import Links
from linter.systems.dubbo.mentions import Mentions
from linter.systems.dubbo.modules import Modules
from linter.systems.dubbo.overrides import overrides
from linter.systems.dubbo.placeholders import Placeholders
from linter.systems.dubbo.pools import pools
from linter.systems.dubbo.roles import Roles
from linter.systems.dubbo.routes import routes
from linter.systems.dubbo.rules import rules
from linter.systems.dubbo.sources.elements import Sources
from linter.systems.dubbo.sources.futures import Futures
from linter.systems.dubbo.variables import variables
from linter.text.fixture import is_test


def join(fragments: Sequence[Fragment], facts: FactBase, setup: Setup) -> Iterator[Entity]:
    """Every entity that the configurations and rules state."""
    kinds: dict[str, list[Fragment]] = {}
    for fragment in fragments:
        kinds.setdefault(fragment.kind, []).append(fragment)
    modules = Modules(facts, setup)
    written = list(elements(kinds))
    sources = Sources(kinds, {one.interface for one in written if one.interface})
    Placeholders(kinds, modules).fill(written)
    written += sources.elements()
    written += variables(facts, modules, {one.interface for one in written if one.interface})
    groups = grouped(written, modules)
    yield from Roles(groups, modules, Futures(sources, modules)).entities()
    yield from Links(groups, modules, setup).entities()
    counting = Counting(groups.values())
    for group in groups.values():
        yield from heartbeats(group)
        yield from calls(group, counting)
        yield from pools(group)
        yield from applications(group)
    governed = Governed(groups, modules)
    yield from Mentions(governed).of(_governing(kinds, governed))


def _governing(kinds: Mapping[str, Sequence[Fragment]], governed: Governed) -> Iterator[Entity]:
    """The rules and the URLs that govern, those of tests left out."""
    kept = {
        kind: [fragment for fragment in kinds.get(kind, ()) if not is_test(fragment.place.path)]
        for kind in ("rule", "override", "removal", "route")
    }
    for fragment in kept["rule"]:
        yield from rules(fragment, governed)
    yield from overrides(kept["override"], governed, kept["removal"])
    yield from routes(kept["route"], governed)
