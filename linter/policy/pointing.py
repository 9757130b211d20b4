"""Where a finding points: its place, the other places that matter, and a fingerprint free of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from linter.expr.scope import Scope
from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Items, Ref, Value
from linter.finding import Related
from linter.policy.model import RelatedSpec, Text
from linter.policy.programs import Compiled
from linter.record import dataclass
from linter.syntax.document import DocRef, Place

_MOST = 10
"""Places of one chain or list that are shown; the last one says how many more there are."""
_ENDS = ("client", "server")


@dataclass(frozen=True, slots=True)
class Spot:
    """What a path expression leads to: a place, and the value it is the place of (``None`` for a whole entity)."""

    place: Place | None
    value: Value | None = None


def spot(compiled: Compiled, path: Text | None, scope: Scope, entity: Entity) -> Spot:
    """Where ``path`` points; where nothing is written, at the entity that would hold it, at last at ``entity``."""
    if path is None:
        return Spot(entity.place)
    found = compiled.program(path).locate(scope)
    if isinstance(found, Entity):
        return Spot(found.place)
    if isinstance(found, Value) and found.slot is not None:
        return Spot(found.slot.place, found)
    owner, _, field = path.text.strip().rpartition(".")
    if owner and field:
        holder = spot(compiled, Text(owner), scope, entity) if "." in owner else Spot(_holder(scope, owner, entity))
        return Spot(holder.place, found if isinstance(found, Value) else None)
    return Spot(entity.place)


def _holder(scope: Scope, name: str, entity: Entity) -> Place:
    named = scope.names.get(name)
    return named.place if isinstance(named, Entity) else entity.place


class Places:
    """The related places of one finding, each once, in order, without the finding's own."""

    def __init__(self, own: Place) -> None:
        self._found: dict[Place, Related] = {}
        self._own = own

    def add(self, place: Place | None, label: str) -> None:
        if place is not None and place != self._own:
            self._found.setdefault(place, Related(place, label))

    def evidence(self, value: Value | None) -> None:
        """The chain that leads to ``value``, as far as it lies in files."""
        chain = () if value is None else value.evidence
        self._several([(link.place, link.text) for link in chain if link.place is not None])

    def spec(self, related: RelatedSpec, compiled: Compiled, scope: Scope, entity: Entity, facts: FactBase) -> None:
        """What an item of ``related`` names; a list gives each of its members."""
        label = compiled.message(related.label).render(scope)
        at = spot(compiled, related.at, scope, entity)
        if at.value is not None and isinstance(at.value.data, Items):
            self._several([(place, label) for place in _members(at.value.data, facts)])
            return
        self.add(at.place, label)
        self.evidence(at.value)

    def all(self) -> tuple[Related, ...]:
        return tuple(self._found.values())

    def _several(self, places: list[tuple[Place, str]]) -> None:
        for index, (place, label) in enumerate(places[:_MOST]):
            more = len(places) - _MOST if index == _MOST - 1 else 0
            self.add(place, f"{label} (and {more} more)" if more > 0 else label)


def _members(items: Items, facts: FactBase) -> Iterator[Place]:
    for value in items.values:
        entity = facts.get(value.data) if isinstance(value.data, Ref) else None
        if entity is not None:
            yield entity.place
        elif value.slot is not None:
            yield value.slot.place


Step: TypeAlias = tuple[DocRef, str]
"""A document and a structural path in it."""


def structure(entity: Entity, facts: FactBase) -> tuple[Step, ...]:
    """Where the entity is: the document and the path in it, for a link also those of its ends."""
    steps = [(entity.place.doc, entity.path)]
    for name in _ENDS:
        end = entity.fields.get(name, ABSENT).data
        peer = facts.get(end) if isinstance(end, Ref) else None
        if peer is not None and (peer.place.doc, peer.path) != steps[0]:
            steps.append((peer.place.doc, peer.path))
    return tuple(steps)


def fingerprint(policy: str, steps: Sequence[Step]) -> str:
    """16 hex digits of the policy and of structural paths.

    Stable while lines move; two findings about one thing share it.
    """
    parts = [policy, *(part for doc, path in steps for part in (doc.id, path))]
    from hashlib import sha256

    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def shown(steps: Sequence[Step]) -> str:
    """The paths as one text: the first without its file, and ends in other documents.

    As in ``#0/data/relay: exporters/otlp -> b.yaml: receivers/otlp``.
    """
    (doc, path), *ends = steps
    own = ": ".join(filter(None, (doc.id[len(doc.path) :], path)))
    return " -> ".join((own, *(f"{end.id}: {step}" for end, step in ends if end != doc)))
