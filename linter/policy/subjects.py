"""Which entities a policy has to look at."""

from __future__ import annotations

from collections.abc import Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Unknown
from linter.policy.model import Policy


class Subjects:
    """The entities of one run as policies need them: advisories, of which there are hundreds, by package."""

    def __init__(self, facts: FactBase) -> None:
        self._facts = facts
        self._kinds: dict[str, _ByPackage] = {}

    def of(self, policy: Policy) -> Sequence[Entity]:
        """The entities that ``policy`` can be about, in the order in which they were stated."""
        entities = self._facts.of(policy.match)
        if policy.advisory is None:
            return entities
        if policy.match not in self._kinds:
            self._kinds[policy.match] = _ByPackage(entities)
        return self._kinds[policy.match].of(policy.advisory.package)


class _ByPackage:
    """Entities by package; those whose package is not known may be of any."""

    def __init__(self, entities: Sequence[Entity]) -> None:
        self._known: dict[str, list[Entity]] = {}
        self._unsure: list[Entity] = []
        for entity in entities:
            package = entity.fields.get("package", ABSENT).data
            if isinstance(package, Unknown):
                for found in (self._unsure, *self._known.values()):
                    found.append(entity)
            elif isinstance(package, str):
                if package not in self._known:
                    self._known[package] = list(self._unsure)
                self._known[package].append(entity)

    def of(self, package: str) -> Sequence[Entity]:
        return self._known.get(package, self._unsure)
