"""Findings of policies that fire: message, places, related places, upgrade and fixes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Unknown
from linter.finding import Finding
from linter.policy.fixing import Fixer, Names
from linter.policy.options import JudgeOptions
from linter.policy.pointing import Places, fingerprint, spot
from linter.policy.trial import Trial
from linter.policy.upgrade import Upgrade, Upgrades, still_affected
from linter.policy.words import listed
from linter.versions.version import Version

if TYPE_CHECKING:
    from linter.policy.judge import Case


class Conclusions:
    """The findings of one judgement; ``advisories`` are all that may bear on an upgrade."""

    def __init__(self, advisories: Sequence[Trial], facts: FactBase, options: JudgeOptions) -> None:
        self._facts = facts
        self._fixer = Fixer(facts, options.render)
        self._upgrades = Upgrades(advisories, facts, options.releases, options.profile)
        self._instances: dict[str, dict[str, list[str]]] = {}

    def finding(self, case: Case) -> Finding:
        """The finding that ``case`` is."""
        trial, entity, policy = case.trial, case.entity, case.trial.policy
        upgrade = None if policy.advisory is None else self._upgrade(trial, entity)
        scope = trial.scope(entity, {} if upgrade is None else {"upgrade": upgrade[0]})
        message = trial.compiled.message(policy.message).render(scope).strip()
        if upgrade is not None and not trial.compiled.says_upgrade:
            message = f"{message.rstrip('.')}. Upgrade to {upgrade[0]}"
        at = spot(trial.compiled, policy.at, scope, entity)
        place = at.place or entity.place
        places = Places(place)
        for related in policy.related:
            if trial.holds(related.when, scope) is True:
                places.spec(related, trial.compiled, scope, entity, self._facts)
        places.evidence(at.value)
        if policy.advisory is not None:
            places.evidence(entity.fields.get("version", ABSENT))
        names: Names = {} if upgrade is None else {"upgrade": upgrade[1]}
        return Finding(
            policy=policy.id,
            severity=case.severity,
            message=message + self._tail(entity, case.instances),
            place=place,
            fingerprint=fingerprint(policy.id, entity, self._facts),
            name=entity.name,
            subject=entity.ref,
            related=places.all(),
            fixes=self._fixer.fixes(trial, entity, names),
            instances=case.instances,
        )

    def _upgrade(self, trial: Trial, entity: Entity) -> tuple[str, Version | Unknown]:
        """The upgrade as messages say it, and as fixes use it: unknown where it would not cure this finding."""
        found: Upgrade = self._upgrades.of(entity)
        if found.to is None:
            return found.phrase, Unknown(found.why)
        if still_affected(trial, entity, found.to) and trial.policy.id not in found.remains:
            return f"{found.phrase} (which does not end this)", Unknown(f"{found.to} is affected too")
        return found.phrase, found.to

    def _tail(self, entity: Entity, instances: tuple[str, ...]) -> str:
        """The end of the message that names the deployments, where there are several and not all are alike."""
        kind, id_ = entity.ref.kind, entity.ref.id
        if kind not in self._instances:
            known: dict[str, list[str]] = {}
            for other in self._facts.of(kind):
                known.setdefault(other.ref.id, []).append(other.ref.instance)
            self._instances[kind] = known
        if len(self._instances[kind].get(id_, ())) < 2:
            return ""
        return f" (deployed as {listed(sorted(instances))})"
