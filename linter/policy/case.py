"""A policy that fires: what judging hands to concluding."""

from __future__ import annotations

from linter.facts.entity import Entity
from linter.finding import Severity
from linter.policy.trial import Trial
from linter.record import NamedTuple


class Case(NamedTuple):
    """A policy that fires on an entity; ``others`` are further instances of the same thing that it fires on."""

    trial: Trial
    entity: Entity
    severity: Severity
    others: tuple[Entity, ...] = ()
