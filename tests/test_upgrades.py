"""The computed upgrade over all bundled advisories, all known releases and any conditions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter import resources
from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Field, Kind
from linter.facts.value import Ref, Unknown, Value
from linter.finding import Profile
from linter.policy.bundle import all_kinds
from linter.policy.judge import judge
from linter.policy.load import load
from linter.policy.model import EditSpec, FixSpec, Policy, Text, When
from linter.policy.names import scheme_of
from linter.policy.options import JudgeOptions
from linter.policy.previews import preview
from linter.policy.programs import Programs
from linter.policy.releases import Releases, releases_of
from linter.policy.selection import in_profile
from linter.policy.support import Support, line_of, support_of
from linter.record import replace
from linter.syntax.document import DocRef, Place
from linter.system import load_all
from linter.versions.ranges import affects
from linter.versions.version import Version

KINDS = all_kinds(load_all())
RELEASES = Releases(resources.folder("schemas"))
SUPPORT = Support(resources.folder("schemas"))
PLACE = Place(DocRef("a.yaml", "yaml"), 0, 1)
Condition = bool | Unknown
PROFILE: Profile = "pedantic"
"""Whatever the advisories' own: all of them fire, and all of them count."""


def _advisories() -> dict[str, list[Policy]]:
    """The stable advisories by package, without what would need more of their kinds than a version."""
    found: dict[str, list[Policy]] = {}
    for policy in load(resources.folder("policies"), KINDS):
        if policy.advisory is not None and policy.status == "stable":
            found.setdefault(policy.advisory.package, []).append(policy)
    return found


ADVISORIES = _advisories()


_RECONFIGURE = FixSpec(Text("other"), "unsafe", (EditSpec("remove", Text("it.version")),))


def _reconfigures(policy: Policy) -> bool:
    """By hand: whether its fix is anything but another version."""
    edits = {(edit.verb, edit.target.text) for fix in policy.fixes for edit in fix.edits}
    return bool(edits - {("set", "it.version")})


def _plain(policy: Policy, number: int) -> Policy:
    """The advisory under one condition that a test can choose, with the outcome of its lists that is listed first."""
    return replace(
        policy,
        match="test.part",
        where=Text(f"it.c{number}"),
        at=None,
        related=(),
        fixes=(_RECONFIGURE,) if _reconfigures(policy) else (),
        params={},
        message=Text("{upgrade}"),
        severity=(When(policy.severity[0].is_),),
        profile=(When(policy.profile[0].is_),),
    )


def _kind(scheme: str, count: int) -> Kind:
    flags = {f"c{number}": Field("bool", "a condition") for number in range(count)}
    fields = {"package": Field("string", "the package"), "version": Field("version", "its version", scheme)}
    return Kind("test.part", "a versioned part", {**fields, **flags})


def _reported(policies: list[Policy], conditions: list[Condition], version: Version) -> dict[str, str]:
    """By hand: the severity of each advisory of the profile that reports ``version``, or may."""
    found = {}
    for policy, condition in zip(policies, conditions, strict=True):
        assert policy.advisory is not None
        hit = any(
            affects(version, part.introduced, part.fixed, part.last_affected, part.versions, part.except_)
            for part in policy.advisory.affected
        )
        if hit and condition is not False and in_profile(policy.profile[0].is_, PROFILE):
            found[policy.id] = policy.severity[0].is_
    return found


@pytest.mark.parametrize("package", sorted(ADVISORIES))
@given(data=st.data())
def test_an_upgrade_exists_is_newer_and_nothing_that_it_does_not_name_reports_it(
    package: str, data: st.DataObject
) -> None:
    """The same by the finding's own words, for the nearest release and the nearest maintained one."""
    policies = [_plain(policy, number) for number, policy in enumerate(ADVISORIES[package])]
    releases = [version for version in releases_of(RELEASES, package) if not preview(version)]
    scheme = scheme_of(ADVISORIES[package][0], KINDS)
    assert scheme is not None
    current = data.draw(st.sampled_from(releases))
    choices: st.SearchStrategy[Condition] = st.sampled_from([True, False, Unknown("?")])
    conditions = data.draw(st.lists(choices, min_size=len(policies), max_size=len(policies)))
    flags = {f"c{number}": Value(condition) for number, condition in enumerate(conditions)}
    fields: Mapping[str, Value] = {"package": Value(package), "version": Value(current), **flags}
    kinds = {"test.part": _kind(scheme, len(policies))}
    options = JudgeOptions(profile=PROFILE, releases=RELEASES, support=SUPPORT)
    facts = FactBase([Entity(Ref("test.part", "p"), PLACE, "p", "p", fields)])
    ways = {finding.upgrade for finding in judge(Programs(policies, kinds), facts, options).findings}
    by_text = {str(version): version for version in releases}
    newest = max(releases)
    for way in ways:
        assert way is not None
        assert (way.to is None) == bool(way.why)
        for text in filter(None, (way.to, way.maintained)):
            assert by_text[text] > current
        if way.to is not None:
            counted = _counted(policies, conditions, by_text[way.to])
            assert {name.partition(",")[0] for name in way.remains} >= counted
            line = support_of(SUPPORT, [package], by_text[way.to], newest)
            assert line is None or line.maintained == (way.state == "")
        if way.maintained is not None and way.maintained != way.to:
            line = support_of(SUPPORT, [package], by_text[way.maintained], newest)
            assert line is not None
            assert line.maintained
            tips = {line_of(version): version for version in sorted(releases)}
            chosen = by_text[way.maintained]
            assert tips[line_of(chosen)] == chosen
            for version in (version for version in tips.values() if current < version < chosen):
                older = support_of(SUPPORT, [package], version, newest)
                if older is not None and older.maintained:
                    assert _counted(policies, conditions, version)


def _counted(policies: list[Policy], conditions: list[Condition], version: Version) -> set[str]:
    """The advisories that report an error or a warning at ``version``, or may."""
    return {id_ for id_, word in _reported(policies, conditions, version).items() if word != "note"}


@pytest.mark.parametrize("package", sorted(ADVISORIES))
@given(data=st.data())
def test_all_advisories_show_one_upgrade_and_it_is_the_best(package: str, data: st.DataObject) -> None:
    policies = [_plain(policy, number) for number, policy in enumerate(ADVISORIES[package])]
    releases = [version for version in releases_of(RELEASES, package) if not preview(version)]
    assert releases, f"no list of the releases of {package}"
    scheme = scheme_of(ADVISORIES[package][0], KINDS)
    assert scheme is not None
    current = data.draw(st.sampled_from(releases))
    choices: st.SearchStrategy[Condition] = st.sampled_from([True, False, Unknown("?")])
    conditions = data.draw(st.lists(choices, min_size=len(policies), max_size=len(policies)))
    flags = {f"c{number}": Value(condition) for number, condition in enumerate(conditions)}
    fields: Mapping[str, Value] = {"package": Value(package), "version": Value(current), **flags}
    part = Entity(Ref("test.part", "p"), PLACE, "p", "p", fields)
    kinds = {"test.part": _kind(scheme, len(policies))}
    options = JudgeOptions(profile=PROFILE, releases=RELEASES)
    findings = judge(Programs(policies, kinds), FactBase([part]), options).findings
    at = {version: _reported(policies, conditions, version) for version in releases if version > current}
    endless = {policy.id for policy in policies if at and all(policy.id in reported for reported in at.values())}
    shown = {
        finding.message.removesuffix(" (which does not end this)")
        for finding in findings
        if finding.policy not in endless
    }
    none = f"a newer release (none up to {max(at, default=None)}, the newest known, ends this)"
    assert {finding.message for finding in findings if finding.policy in endless} <= {none}
    if not shown:
        return
    assert len(shown) == 1
    always = endless & set(_reported(policies, conditions, current))
    standing = always | {policy.id for policy in policies if policy.fixes}

    now = _reported(policies, conditions, current)
    least = "warning" if set(now.values()) - {"note"} else "note"  # notes count where there is nothing else

    def weight(reported: dict[str, str]) -> tuple[int, int, int]:
        words = [word for id_, word in reported.items() if id_ not in standing and (word != "note" or least == "note")]
        return words.count("error"), words.count("warning"), len(words)

    def rank(version: Version) -> tuple[int, int, int, int, Version]:
        kept = [id_ for id_, word in at[version].items() if id_ in standing and (word != "note" or least == "note")]
        return *weight(at[version]), len(kept), version

    passable = [
        version for version in at if all(word != "error" or id_ in standing for id_, word in at[version].items())
    ]
    best = min(passable, key=rank, default=None)
    expected = "a newer release ("
    if best is not None and any(weight(now)) and rank(best)[:3] >= weight(now):
        expected = f"a newer release (none up to {max(at)}, the newest known, is better as a whole)"
    elif best is not None:
        *_, movable, kept, _ = rank(best)
        expected = f"{best} (the nearest without" if movable else f"{best} (what remains" if kept else str(best)
    said = shown.pop()
    assert said.startswith(expected)
    assert best is None or "(" in expected or said == expected
