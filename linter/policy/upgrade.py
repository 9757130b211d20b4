"""The release to go to, computed from all advisories and release lists, never written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Unknown, Value
from linter.finding import Profile, Severity
from linter.policy.advice import Advice, Upgrade
from linter.policy.model import Policy, When
from linter.policy.options import JudgeOptions
from linter.policy.previews import preview
from linter.policy.releases import releases_of
from linter.policy.selection import in_profile
from linter.policy.support import line_of, support_of
from linter.policy.trial import Trial
from linter.policy.words import listed
from linter.record import dataclass, replace
from linter.versions.version import Version

_NAMED = 3
_UNKNOWN = "the version is unknown"
_RECONFIGURE = "needs a change of the configuration"
_ENDLESS = "no newer release ends"

Group: TypeAlias = tuple[object, ...]
Releases: TypeAlias = Mapping[str, tuple[Version, ...]]


@dataclass(frozen=True, slots=True)
class _Obstacle:
    """An advisory that reports one entity of a subject wherever the version is affected.

    ``severity`` is ``None`` where the version also occurs in one of the advisory's conditions, so that it has to be
    asked again for every version; then it counts from ``least`` on.
    """

    trial: Trial
    entity: Entity
    severity: Severity | None
    least: Severity


class Upgrades:
    """Upgrades of the subjects of one run.

    A subject is everything whose version is decided at one place: one image tag is one decision, so that all advisories
    about it show the same release. The nearest newer release counts at which no stable advisory of ``profile``, or of
    one inside it, reports an error or a warning for any entity of the subject, or might (``where`` unknown); else the
    nearest without an error that has the fewest warnings. Where there are but notes, they count too: a release that
    ends none of them is not worth the way. Advisories that no upgrade is for can't keep it from being
    found: those whose fix changes the configuration, and those that report the current and every newer release. They
    only choose among releases that are equal otherwise. The user's selection and severities play no part: a known hang
    stays one. Pre-releases are passed over.
    """

    def __init__(self, trials: Iterable[Trial], facts: FactBase, options: JudgeOptions) -> None:
        self._facts = facts
        self._profile = options.profile
        self._releases = options.releases
        self._support = options.support
        self._trials = [each for each in trials if each.policy.advisory is not None and each.policy.status == "stable"]
        self._packages = {each.policy.advisory.package for each in self._trials if each.policy.advisory is not None}
        self._groups: dict[Group, list[Entity]] | None = None
        self._found: dict[Group, Upgrade] = {}
        self._newer: dict[Group, tuple[Version, ...] | str] = {}
        self._alike: dict[Group, Upgrade] = {}

    def of(self, entity: Entity) -> Upgrade:
        """The upgrade of the subject that ``entity`` belongs to; its version must be known."""
        key = _group(entity)
        if key not in self._found:
            self._found[key] = self._compute(self._members(key, entity), entity)
        return self._found[key]

    def advice(self, trial: Trial, entity: Entity) -> Advice:
        """The upgrade as the finding of the advisory ``trial`` about ``entity`` has it."""
        found = self.of(entity)
        newer = self._releases_for(entity)
        if isinstance(newer, str):
            return Advice(found, found.phrase, Unknown(found.why), not _for_good(trial))
        if all(still_affected(trial, entity, version) for version in newer):
            why = f"none up to {newer[-1]}, the newest known, ends this"
            return Advice(Upgrade(None, why=why), f"a newer release ({why})", Unknown(why), helps=False)
        if found.to is None:
            return Advice(found, found.phrase, Unknown(found.why))
        known = (*found.remains, *(id_ for id_, _ in found.standing))
        if still_affected(trial, entity, found.to):
            said = "" if trial.policy.id in known else " (which does not end this)"
            return Advice(found, found.phrase + said, Unknown(f"{found.to} is affected too"))
        return Advice(found, found.phrase, found.to)

    def subject(self, entity: Entity) -> str:
        """What all advisories that point at one thing and share its upgrade have in common."""
        return f"{entity.place.path}:{entity.place.start}:{_group(entity)!r}"

    def _members(self, key: Group, entity: Entity) -> Sequence[Entity]:
        if self._groups is None:
            self._groups = {}
            for kind in sorted({each.policy.match for each in self._trials}):
                for other in self._facts.of(kind):
                    if isinstance(_version(other), Version):
                        self._groups.setdefault(_group(other), []).append(other)
        return self._groups.get(key, [entity])

    def _compute(self, members: Sequence[Entity], entity: Entity) -> Upgrade:
        newer = self._releases_for(entity)
        current = _version(entity)
        if isinstance(newer, str) or not isinstance(current, Version):
            return Upgrade(None, why=newer if isinstance(newer, str) else _UNKNOWN)
        obstacles = self._obstacles(members, Severity.WARNING)
        if not _reported(obstacles, current, self._profile):
            obstacles = self._obstacles(members, Severity.NOTE)
        packages = self._packages_of(entity)
        if any(obstacle.severity is None for obstacle in obstacles):
            return self._nearest(current, newer, packages, obstacles)
        # Subjects that run one version under the same conditions have one answer.
        found = frozenset((obstacle.trial.policy.id, obstacle.severity) for obstacle in obstacles)
        alike = (current, newer, packages, found)
        if alike not in self._alike:
            self._alike[alike] = self._nearest(current, newer, packages, obstacles)
        return self._alike[alike]

    def _nearest(
        self, current: Version, newer: Sequence[Version], packages: Sequence[str], obstacles: Sequence[_Obstacle]
    ) -> Upgrade:
        """The nearest release, with the nearest that is maintained beside it where it is not so itself.

        Of a line that gets fixes only the newest release has them: no other one is named for being maintained.
        """
        found = _nearest(current, newer, obstacles, self._profile)
        if found.to is None:
            return found
        line = support_of(self._support, packages, found.to, newer[-1])
        if line is None or line.maintained:
            return replace(found, kept=line is not None)
        others = ((each, support_of(self._support, packages, each, newer[-1])) for each in newer)
        kept = {line_of(each): each for each, known in others if known is not None and known.maintained}
        why = "none of the releases known is maintained"
        beside = _nearest(current, [*kept.values()], obstacles, self._profile) if kept else Upgrade(None, why=why)
        last = found.to == max(each for each in newer if line_of(each) == line_of(found.to))
        ends = line_of(found.to) if line.named and last else ""
        return replace(found, state=line.state, ends=ends, maintained=beside)

    def _releases_for(self, entity: Entity) -> tuple[Version, ...] | str:
        """The releases that the subject of ``entity`` could go to, or why there are none."""
        current = _version(entity)
        if not isinstance(current, Version):
            return _UNKNOWN
        return self._releases_above(current, self._packages_of(entity))

    def _packages_of(self, entity: Entity) -> tuple[str, ...]:
        """The packages of a subject that advisories are about, and its own."""
        known = self._packages
        members = self._members(_group(entity), entity)
        return tuple(
            dict.fromkeys((_package(entity), *(_package(member) for member in members if _package(member) in known)))
        )

    def _releases_above(self, current: Version, packages: tuple[str, ...]) -> tuple[Version, ...] | str:
        """The releases after ``current`` that all ``packages`` with a list have, or why there are none."""
        key = (current, packages)
        if key not in self._newer:
            self._newer[key] = self._search_above(current, packages)
        return self._newer[key]

    def _search_above(self, current: Version, packages: tuple[str, ...]) -> tuple[Version, ...] | str:
        lists = [found for found in (releases_of(self._releases, package) for package in packages) if found]
        if not lists:
            return f"no list of the releases of {listed(packages)} is known"
        common = set(lists[0]).intersection(*lists[1:])
        newer = sorted(each for each in common if each.scheme == current.scheme and each > current)
        return tuple(each for each in newer if not preview(each)) or f"none after {current} is known"

    def _obstacles(self, members: Sequence[Entity], least: Severity) -> list[_Obstacle]:
        found: list[_Obstacle] = []
        for each in self._trials:
            varies = _mentions_version(each)
            for member in members:
                if member.ref.kind != each.policy.match or not each.concerns(member):
                    continue
                if varies:
                    found.append(_Obstacle(each, member, None, least))
                    continue
                severity = _counts(each, member, self._profile, least)
                if severity is not None:
                    found.append(_Obstacle(each, member, severity, least))
        return found


def _nearest(current: Version, newer: Sequence[Version], obstacles: Sequence[_Obstacle], profile: Profile) -> Upgrade:
    reported = {version: _reported(obstacles, version, profile) for version in newer}
    always = set(_reported(obstacles, current, profile)).intersection(*reported.values())
    standing = {
        obstacle.trial.policy.id: _RECONFIGURE if reconfigures(obstacle.trial.policy) else _ENDLESS
        for obstacle in obstacles
        if obstacle.trial.policy.id in always or reconfigures(obstacle.trial.policy)
    }
    best: tuple[int, int, int, int, int] | None = None
    found = Upgrade(None)
    errors: dict[str, None] = {}
    for index, (version, policies) in enumerate(reported.items()):
        movable = [id_ for id_ in policies if id_ not in standing]
        bad = [id_ for id_ in movable if policies[id_] is Severity.ERROR]
        if bad:
            errors = dict.fromkeys(bad)
            continue
        rank = *_weight(policies, standing), len(policies) - len(movable), index
        if best is None or rank < best:
            left = tuple((id_, standing[id_]) for id_ in sorted(policies) if id_ in standing)
            best, found = rank, Upgrade(version, tuple(sorted(movable)), standing=left)
    if best is not None:
        held = _weight(_reported(obstacles, current, profile), standing)
        if any(held) and best[:3] >= held:
            return Upgrade(None, why=f"none up to {newer[-1]}, the newest known, is better as a whole")
        return found
    named = listed(sorted(errors)[:_NAMED]) + (" and others" if len(errors) > _NAMED else "")
    return Upgrade(None, why=f"every one up to {newer[-1]}, the newest known, has an error here: {named}")


def _weight(policies: Mapping[str, Severity], standing: Mapping[str, str]) -> tuple[int, int, int]:
    """How bad a release is: errors, warnings, then all that an upgrade can end."""
    movable = [severity for id_, severity in policies.items() if id_ not in standing]
    return movable.count(Severity.ERROR), movable.count(Severity.WARNING), len(movable)


def reconfigures(policy: Policy) -> bool:
    """Whether an advisory's fix changes the configuration instead of the version."""
    edits = [edit for fix in policy.fixes for edit in fix.edits]
    return any(edit.to is None or "upgrade" not in edit.to.text for edit in edits)


def _for_good(trial: Trial) -> bool:
    """Whether an advisory names releases without an end."""
    parts = trial.policy.advisory.affected if trial.policy.advisory else ()
    return any(not part.versions and part.fixed is None and part.last_affected is None for part in parts)


def _reported(obstacles: Iterable[_Obstacle], version: Version, profile: Profile) -> dict[str, Severity]:
    """What would be reported at ``version``, by policy."""
    found: dict[str, Severity] = {}
    for obstacle in obstacles:
        if obstacle.trial.affected(version):
            severity = obstacle.severity or _counts(
                obstacle.trial, at_version(obstacle.entity, version), profile, obstacle.least
            )
            if severity is not None:
                id_ = obstacle.trial.policy.id
                found[id_] = max(severity, found.get(id_, severity))
    return found


def still_affected(trial: Trial, entity: Entity, version: Version) -> bool:
    """Whether an advisory would, or might, report ``entity`` at ``version`` too."""
    return trial.affected(version) and trial.where(at_version(entity, version)) is not False


def _counts(trial: Trial, entity: Entity, profile: Profile, least: Severity) -> Severity | None:
    """The severity of an advisory that stands in the way for ``entity``, ``None`` if it does not."""
    if trial.where(entity) is False or not in_profile(trial.profile(entity), profile):
        return None
    severity = trial.severity(entity)
    return severity if severity >= least else None


def _mentions_version(trial: Trial) -> bool:
    lines: tuple[When, ...] = (*trial.policy.severity, *trial.policy.profile)
    texts = [trial.policy.where, *(line.when for line in lines)]
    return any(text is not None and "version" in text.text for text in texts)


def at_version(entity: Entity, version: Version) -> Entity:
    """``entity`` as it would be at ``version``; its other fields stay as they are."""
    old = entity.fields["version"]
    return replace(entity, fields={**entity.fields, "version": Value(version, old.origin, old.slot, old.evidence)})


def _group(entity: Entity) -> Group:
    value = entity.fields.get("version", ABSENT)
    if value.slot is not None:
        return (value.slot, str(value.data))
    return (entity.place.doc, entity.ref.instance, str(value.data))


def _version(entity: Entity) -> object:
    return entity.fields.get("version", ABSENT).data


def _package(entity: Entity) -> str:
    value = entity.fields.get("package", ABSENT).data
    return value if isinstance(value, str) else ""
