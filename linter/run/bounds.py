"""The releases that an input should keep away from, by what it uses: whichever release it runs now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from linter.facts.base import FactBase, text
from linter.facts.bounds import Bound
from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Unknown
from linter.finding import Severity
from linter.policy.docs import affected_words
from linter.policy.model import Advisory
from linter.policy.options import JudgeOptions
from linter.policy.programs import Compiled, Programs
from linter.policy.releases import listed_as, releases_of
from linter.policy.selection import active, arguments, check_choice, in_profile
from linter.policy.trial import Trial
from linter.record import dataclass
from linter.versions.packages import scheme_of_package
from linter.versions.version import Version


@dataclass(frozen=True, slots=True)
class Bounds:
    """``open`` are the advisories of which it can't be told whether the input has their condition, with the reason."""

    bounds: tuple[Bound, ...]
    open: tuple[tuple[str, str], ...]


def bounds(policies: Programs, facts: FactBase, options: JudgeOptions, every: bool) -> Bounds:
    """The bounds of the advisories whose condition is met, as warnings at least; with ``every`` of all that are chosen.

    Advisories of which no release is known are left out: there is nothing to name.
    """
    check_choice(policies, options)
    found: list[Bound] = []
    doubts: list[tuple[str, str]] = []
    for policy in policies:
        if policy.advisory is None or not active(policy, options):
            continue
        compiled = policies.of(policy.id)
        met: Sequence[Entity] = ()
        if not every:
            met, doubt = _met(Trial(compiled, facts, arguments(policy, options)), facts, options)
            if not met:
                doubts += [(policy.id, doubt)] if doubt else []
                continue
        bound = _bound(compiled, policy.advisory, options.releases, facts, met)
        found += [bound] if bound.versions else []
    return Bounds(tuple(sorted(found, key=lambda one: (one.package, one.policy))), tuple(sorted(doubts)))


def _met(trial: Trial, facts: FactBase, options: JudgeOptions) -> tuple[Sequence[Entity], str]:
    """What has the condition of an advisory; else why that can't be told, or ``""``."""
    doubt = ""
    met = []
    for entity in facts.of(trial.policy.match):
        where = trial.where(entity)
        if where is False or trial.severity(entity) is Severity.NOTE:
            continue
        if trial.policy.id not in options.select and not in_profile(trial.profile(entity), options.profile):
            continue
        if isinstance(where, Unknown):
            doubt = doubt or where.why
        else:
            met.append(entity)
    return met, doubt


def _bound(
    compiled: Compiled,
    advisory: Advisory,
    releases: Mapping[str, tuple[Version, ...]],
    facts: FactBase,
    met: Sequence[Entity],
) -> Bound:
    policy = compiled.policy
    released = listed_as(releases, advisory.package) or advisory.package
    versions = tuple(
        str(version)
        for version in releases_of(releases, advisory.package)
        if version.scheme == scheme_of_package(advisory.package) and compiled.affected(version)
    )
    named = dict.fromkeys((advisory.package, *_named(facts, released)))
    return Bound(
        policy.id,
        policy.title,
        advisory.ecosystem,
        advisory.package,
        released,
        tuple(named),
        versions,
        affected_words(advisory),
        tuple(dict.fromkeys(_images(facts, met))),
    )


def _named(facts: FactBase, released: str) -> Iterator[str]:
    """The packages of one list of releases that builds name."""
    for entity in facts.of("build.package"):
        package = text(entity, "package")
        if package is not None and package.count(":") == 1 and fnmatchcase(package, released):
            yield package


def _images(facts: FactBase, met: Sequence[Entity]) -> Iterator[str]:
    """The images whose tags are the versions of what was met."""
    tags = {}
    for image in facts.of("deploy.image"):
        slot, repository = image.fields.get("tag", ABSENT).slot, text(image, "repository")
        if slot is not None and repository is not None:
            tags[slot.place] = (repository, (text(image, "tag") or "").removeprefix("v"))
    for entity in met:
        version = entity.fields.get("version", ABSENT)
        at = version.slot.place if version.slot is not None and version.slot.by is None else None
        repository, tag = tags.get(at, ("", "")) if at is not None else ("", "")
        if repository and isinstance(version.data, Version) and tag.partition("-")[0] == str(version.data):
            yield repository
