"""Facts and policies to findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Unknown
from linter.finding import Finding, Severity, Unjudged
from linter.policy.fixing import Fixer, Names
from linter.policy.options import JudgeOptions
from linter.policy.pointing import Places, fingerprint, spot
from linter.policy.programs import Programs
from linter.policy.selection import active, arguments, check_choice, in_profile, override
from linter.policy.trial import Trial
from linter.policy.upgrade import Upgrade, Upgrades, still_affected
from linter.policy.words import listed
from linter.syntax.document import Place
from linter.versions.version import Version


@dataclass(frozen=True, slots=True)
class Judgement:
    """Findings by place, what could not be judged, and how many entities each policy looked at (``where`` true)."""

    findings: tuple[Finding, ...]
    unjudged: tuple[Unjudged, ...]
    matched: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Case:
    """A policy that fires on an entity."""

    trial: Trial
    entity: Entity
    severity: Severity


_Subject: TypeAlias = tuple[str, str]


def judge(policies: Programs, facts: FactBase, options: JudgeOptions) -> Judgement:
    """Judges all ``facts``.

    A policy fires if and only if ``where`` is true and ``require`` false; it is unjudged where that is unknown. Raises
    ``Faults`` where the choice names what does not exist.
    """
    check_choice(policies, options)
    return _Judge(policies, facts, options).run()


class _Judge:
    """One judgement: the state that its findings share."""

    def __init__(self, policies: Programs, facts: FactBase, options: JudgeOptions) -> None:
        self._policies = policies
        self._facts = facts
        self._options = options
        self._fixer = Fixer(facts, options.render)
        self._unknown: dict[tuple[str, Place, str], dict[str, None]] = {}
        self._matched: dict[str, int] = {}
        self._trials: dict[str, Trial] = {}
        self._upgrades: Upgrades | None = None
        self._instances: dict[str, dict[str, list[str]]] = {}

    def run(self) -> Judgement:
        findings: list[Finding] = []
        for policy in self._policies:
            if self._facts.of(policy.match) and active(policy, self._options):
                findings += map(self._finding, self._merged(self._cases(self._trial(policy.id))))
        findings.sort(key=lambda found: (found.place.path, found.place.start, found.policy, found.fingerprint))
        return Judgement(tuple(findings), self._unjudged(), self._matched)

    def _trial(self, id_: str) -> Trial:
        if id_ not in self._trials:
            compiled = self._policies.of(id_)
            self._trials[id_] = Trial(compiled, self._facts, arguments(compiled.policy, self._options))
        return self._trials[id_]

    def _cases(self, trial: Trial) -> Iterable[_Case]:
        """The entities that the policy fires on; those that can't be judged are noted."""
        policy, choice = trial.policy, self._options
        fixed = override(policy, choice)
        matched = 0
        for entity in self._facts.of(policy.match):
            where = trial.where(entity)
            matched += where is True
            broken = False if where is False else trial.broken(entity)
            if broken is False:
                continue
            if policy.id not in choice.select and not in_profile(trial.profile(entity), choice.profile):
                continue
            unknown = where if isinstance(where, Unknown) else broken
            if isinstance(unknown, Unknown):
                key = (entity.name, entity.place, unknown.why)
                self._unknown.setdefault(key, {})[policy.id] = None
                continue
            yield _Case(trial, entity, Severity[fixed.upper()] if fixed else trial.severity(entity))
        self._matched[policy.id] = matched

    def _merged(self, cases: Iterable[_Case]) -> Iterable[tuple[_Case, tuple[str, ...]]]:
        """One case for each thing, the worst of its instances, with the instances it is so in."""
        groups: dict[_Subject, list[_Case]] = {}
        for case in cases:
            groups.setdefault((case.entity.ref.kind, case.entity.ref.id), []).append(case)
        for group in groups.values():
            worst = max(group, key=lambda case: case.severity)
            yield worst, tuple(dict.fromkeys(case.entity.ref.instance for case in group))

    def _finding(self, merged: tuple[_Case, tuple[str, ...]]) -> Finding:
        case, instances = merged
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
            message=message + self._tail(entity, instances),
            place=place,
            fingerprint=fingerprint(policy.id, entity, self._facts),
            name=entity.name,
            subject=entity.ref,
            related=places.all(),
            fixes=self._fixer.fixes(trial, entity, names),
        )

    def _upgrade(self, trial: Trial, entity: Entity) -> tuple[str, Version | Unknown]:
        """The upgrade as messages say it, and as fixes use it: unknown where it would not cure this finding."""
        if self._upgrades is None:
            advisories = [policy for policy in self._policies if policy.advisory is not None]
            present = [policy for policy in advisories if self._facts.of(policy.match)]
            self._upgrades = Upgrades(
                [self._trial(policy.id) for policy in present], self._facts, self._options.releases
            )
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

    def _unjudged(self) -> tuple[Unjudged, ...]:
        found = [
            Unjudged(name, place, why, tuple(sorted(policies)))
            for (name, place, why), policies in self._unknown.items()
        ]
        return tuple(sorted(found, key=lambda item: (item.place.path, item.place.start, item.subject, item.why)))
