"""Findings of policies that fire: message, places, related places, upgrade and fixes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import ABSENT
from linter.finding import Finding, Way
from linter.policy.advice import Advice
from linter.policy.case import Case
from linter.policy.fixing import Fixer, Names
from linter.policy.options import JudgeOptions
from linter.policy.pointing import Places, fingerprint, shown, spot, structure
from linter.policy.trial import Trial
from linter.policy.upgrade import Upgrades
from linter.policy.words import listed
from linter.record import dataclass

_MOST = 10
"""Instances of one thing whose places are shown; all of them are named and fixed."""


@dataclass(frozen=True, slots=True)
class _Instance:
    """One instance that a policy fires on; ``upgrade`` is an advisory's."""

    entity: Entity
    upgrade: Advice | None

    @property
    def spoken(self) -> Names:
        """What messages may name."""
        return {} if self.upgrade is None else {"upgrade": self.upgrade.phrase}

    @property
    def named(self) -> Names:
        """What fixes may name."""
        return {} if self.upgrade is None else {"upgrade": self.upgrade.to}


class Conclusions:
    """The findings of one judgement; ``advisories`` are all that may bear on an upgrade."""

    def __init__(self, advisories: Sequence[Trial], facts: FactBase, options: JudgeOptions) -> None:
        self._facts = facts
        self._fixer = Fixer(facts, options.render)
        self._upgrades = Upgrades(advisories, facts, options)
        self._instances: dict[str, dict[str, list[str]]] = {}

    def finding(self, case: Case) -> Finding:
        """The finding that ``case`` is."""
        trial, entity, policy = case.trial, case.entity, case.trial.policy
        instances = [self._instance(trial, each) for each in (entity, *case.others)]
        upgrade, names = instances[0].upgrade, instances[0].spoken
        scope = trial.scope(entity, names)
        message = trial.compiled.message(policy.message).render(scope).strip()
        if upgrade is not None and upgrade.helps and not trial.compiled.says_upgrade:
            message = f"{message.rstrip('.')}. Upgrade to {upgrade.phrase}"
        place = spot(trial.compiled, policy.at, scope, entity).place or entity.place
        places = Places(place)
        for instance in instances[:_MOST]:
            self._related(trial, instance, places)
        steps = structure(entity, self._facts)
        return Finding(
            policy=policy.id,
            severity=case.severity,
            message=message + self._tail(entity, [each.entity.ref.instance for each in instances]),
            place=place,
            fingerprint=fingerprint(policy.id, steps),
            name=entity.name,
            structure=shown(steps),
            subject=entity.ref,
            related=places.all(),
            fixes=self._fixer.fixes(trial, [(each.entity, each.named) for each in instances]),
            upgrade=None if upgrade is None else self._way(upgrade, entity),
            instances=tuple(dict.fromkeys(each.entity.ref.instance for each in instances)),
        )

    def _instance(self, trial: Trial, entity: Entity) -> _Instance:
        return _Instance(entity, None if trial.policy.advisory is None else self._upgrades.advice(trial, entity))

    def _way(self, advice: Advice, entity: Entity) -> Way:
        found = advice.upgrade
        beside = found.to if found.kept else None if found.maintained is None else found.maintained.to
        return Way(
            subject=self._upgrades.subject(entity),
            phrase=found.phrase,
            to=None if found.to is None else str(found.to),
            why=found.why,
            remains=found.left,
            state=found.state,
            maintained=None if beside is None else str(beside),
        )

    def _related(self, trial: Trial, instance: _Instance, places: Places) -> None:
        """Notes the places that matter to one instance of what the finding is about."""
        policy, entity = trial.policy, instance.entity
        scope = trial.scope(entity, instance.spoken)
        for related in policy.related:
            if trial.holds(related.when, scope) is True:
                places.spec(related, trial.compiled, scope, entity, self._facts)
        places.evidence(spot(trial.compiled, policy.at, scope, entity).value)
        if policy.advisory is not None:
            places.evidence(entity.fields.get("version", ABSENT))

    def _tail(self, entity: Entity, instances: Iterable[str]) -> str:
        """The end of the message that names the deployments, where there are several and not all are alike."""
        kind, id_ = entity.ref.kind, entity.ref.id
        if kind not in self._instances:
            known: dict[str, list[str]] = {}
            for other in self._facts.of(kind):
                known.setdefault(other.ref.id, []).append(other.ref.instance)
            self._instances[kind] = known
        if len(self._instances[kind].get(id_, ())) < 2:
            return ""
        return f" (deployed as {listed(sorted(set(instances)))})"
