"""Facts and policies to findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Ref, Unknown
from linter.finding import Finding, Severity, Unjudged
from linter.policy.case import Case
from linter.policy.model import Policy
from linter.policy.options import JudgeOptions
from linter.policy.pointing import spot
from linter.policy.programs import Programs
from linter.policy.selection import active, arguments, check_choice, in_profile, override
from linter.policy.subjects import Subjects
from linter.policy.trial import Trial
from linter.record import NamedTuple, dataclass
from linter.syntax.document import Place
from linter.versions.version import Version

if TYPE_CHECKING:
    from linter.policy.overriding import Overriding


@dataclass(frozen=True, slots=True)
class Judgement:
    """Findings by place, what could not be judged, and how many entities each policy looked at (``where`` true)."""

    findings: tuple[Finding, ...]
    unjudged: tuple[Unjudged, ...]
    matched: Mapping[str, int]


_Subject: TypeAlias = tuple[str, str]


class _Scene(NamedTuple):
    """A policy with what the user wants of it: the choice, and the severity that it has in any case."""

    trial: Trial
    choice: JudgeOptions
    fixed: str | None


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
        self._unknown: dict[tuple[str, Place, str], tuple[dict[str, None], dict[Ref, None]]] = {}
        self._matched: dict[str, int] = {}
        self._trials: dict[str, Trial] = {}
        self._scenes: dict[tuple[str, int], _Scene | None] = {}
        self._subjects = Subjects(facts)
        self._overriding: Overriding | None = None
        if options.overrides:
            from linter.policy.overriding import Overriding

            self._overriding = Overriding(options)

    def run(self) -> Judgement:
        cases: list[Case] = []
        for policy in self._policies:
            # what no active policy looks at need not be made
            if (self._overriding or active(policy, self._options)) and self._facts.of(policy.match):
                cases += self._merged(self._cases(self._trial(policy.id)))
        return Judgement(self._findings(cases), self._unjudged(), self._matched)

    def _findings(self, cases: list[Case]) -> tuple[Finding, ...]:
        if not cases:
            return ()
        from linter.policy.conclude import Conclusions

        advisories = [policy.id for policy in self._policies if policy.advisory is not None]
        present = [self._trial(id_) for id_ in advisories if self._facts.of(self._policies.of(id_).policy.match)]
        conclusions = Conclusions(present, self._facts, self._options)
        findings = map(conclusions.finding, cases)
        return tuple(
            sorted(findings, key=lambda found: (found.place.path, found.place.start, found.policy, found.fingerprint))
        )

    def _trial(self, id_: str) -> Trial:
        if id_ not in self._trials:
            compiled = self._policies.of(id_)
            given = arguments(compiled.policy, self._options)
            self._trials[id_] = Trial(compiled, self._facts, given, partial(self._known, compiled.policy))
        return self._trials[id_]

    def _known(self, policy: Policy) -> Sequence[Version]:
        """The releases of the system that an advisory is about."""
        return () if policy.advisory is None else self._options.known.get(policy.match.partition(".")[0], ())

    def _cases(self, trial: Trial) -> Iterable[Case]:
        """The entities that the policy fires on; those that can't be judged are noted."""
        policy = trial.policy
        usual = scene = _Scene(trial, self._options, override(policy, self._options))
        matched = 0
        for entity in self._subjects.of(policy):
            if self._overriding is not None:
                found = self._scene(usual, entity, self._overriding)
                if found is None:
                    continue
                scene = found
            trial, choice, fixed = scene
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
                policies, about = self._unknown.setdefault(key, ({}, {}))
                policies[policy.id] = about[entity.ref] = None
                continue
            yield Case(trial, entity, Severity[fixed.upper()] if fixed else trial.severity(entity))
        self._matched[policy.id] = matched

    def _scene(self, usual: _Scene, entity: Entity, overriding: Overriding) -> _Scene | None:
        """What counts where a finding about ``entity`` would point, ``None`` where the policy does not run there."""
        trial = usual.trial
        policy = trial.policy
        place = spot(trial.compiled, policy.at, trial.scope(entity), entity).place or entity.place
        choice = overriding.at(place.path)
        key = (policy.id, id(choice))
        if key not in self._scenes:
            given = arguments(policy, choice)
            same = given == arguments(policy, self._options)
            own = trial if same else Trial(trial.compiled, self._facts, given, partial(self._known, policy))
            scene = _Scene(own, choice, override(policy, choice))
            self._scenes[key] = scene if active(policy, choice) else None
        return self._scenes[key]

    def _merged(self, cases: Iterable[Case]) -> Iterable[Case]:
        """One case for each thing, the worst of its instances, with the others that it is so in."""
        groups: dict[_Subject, list[Case]] = {}
        for case in cases:
            groups.setdefault((case.entity.ref.kind, case.entity.ref.id), []).append(case)
        for group in groups.values():
            worst = max(group, key=lambda case: case.severity)
            if len(group) > 1:
                worst = worst._replace(others=tuple(case.entity for case in group if case is not worst))
            yield worst

    def _unjudged(self) -> tuple[Unjudged, ...]:
        found = [
            Unjudged(name, place, why, tuple(sorted(policies)), tuple(about))
            for (name, place, why), (policies, about) in self._unknown.items()
        ]
        return tuple(sorted(found, key=lambda item: (item.place.path, item.place.start, item.subject, item.why)))
