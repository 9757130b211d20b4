"""Which releases get fixes, and what an upgrade says about it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from linter import resources
from linter.faults import Bug
from linter.finding import Way
from linter.policy.judge import judge
from linter.policy.options import JudgeOptions
from linter.policy.programs import Programs
from linter.policy.releases import Releases, releases_of
from linter.policy.support import Line, Support, read_support, support_of
from linter.versions.version import Version
from tests.unit.policy.toy import ADVISORY, KINDS, facts, part, policy

STATES = "# package: example.org/*\n2.*\tmaintained\t2026-01-02\thttps://example.org\n1.*\tend of life\t2026-01-02\tx\n"
SAYS = ADVISORY.replace('message: "It hangs"', 'message: "Upgrade to {upgrade}"')


def _way(releases: list[str], states: str, affected: str, *more: str) -> tuple[str, Way]:
    """The message and the upgrade of the first of several advisories, for 1.0.0."""
    lists: Mapping[str, tuple[Version, ...]] = {"example.org/*": tuple(Version("semver", one) for one in releases)}
    policies = [
        policy(SAYS.replace('[{introduced: "0", fixed: "0.97.0"}]', each), f"toy/p{number}")
        for number, each in enumerate((affected, *more))
    ]
    options = JudgeOptions(releases=lists, support=read_support("s", states))
    found = judge(Programs(policies, KINDS), facts(part("1.0.0")), options).findings[0]
    assert found.upgrade is not None
    return found.message, found.upgrade


def test_the_nearest_maintained_release_stands_beside_the_nearest() -> None:
    message, way = _way(["1.0.0", "1.0.1", "1.1.0", "2.0.0", "2.0.1"], STATES, '[{introduced: "0", fixed: 1.0.1}]')
    assert message == "Upgrade to 1.0.1 (it ends the 1.0 line and is end of life; the nearest maintained is 2.0.1)"
    assert (way.to, way.maintained, way.state) == ("1.0.1", "2.0.1", "end of life")


def test_the_nearest_line_whose_newest_release_is_better_counts() -> None:
    releases = ["1.0.0", "1.0.1", "2.0.0", "2.0.1", "2.1.0", "2.1.1"]
    _, way = _way(releases, STATES, '[{introduced: "0", fixed: 1.0.1}]', "[{introduced: 2.0.1, fixed: 2.1.0}]")
    assert way.maintained == "2.1.1"


def test_a_maintained_release_needs_no_word() -> None:
    message, way = _way(["1.0.0", "2.0.0", "2.0.1"], STATES, '[{introduced: "0", fixed: 2.0.0}]')
    assert message == "Upgrade to 2.0.0"
    assert (way.to, way.state, way.maintained) == ("2.0.0", "", "2.0.0")


def test_a_maintained_release_with_a_known_error_is_passed_over_or_there_is_none() -> None:
    affected = ['[{introduced: "0", fixed: 1.0.1}]', "[{introduced: 2.0.0, fixed: 2.0.1}]"]
    message, way = _way(["1.0.0", "1.0.1", "2.0.0", "2.0.1"], STATES, *affected)
    assert way.maintained == "2.0.1"
    message, way = _way(["1.0.0", "1.0.1", "2.0.0"], STATES, *affected)
    assert way.maintained is None
    assert "no maintained release is better: every one up to 2.0.0, the newest known, has an error here" in message
    message, way = _way(["1.0.0", "1.0.1"], STATES, *affected)
    assert "no maintained release is better: none of the releases known is maintained" in message


def test_what_remains_at_the_maintained_release_is_named() -> None:
    advisories = [SAYS.replace("class: hang", "class: leak") for _ in range(2)]
    leak = advisories[1].replace('[{introduced: "0", fixed: "0.97.0"}]', "[{introduced: 2.0.0}]")
    hang = SAYS.replace('[{introduced: "0", fixed: "0.97.0"}]', '[{introduced: "0", fixed: 1.0.1}]')
    lists = {"example.org/*": tuple(Version("semver", one) for one in ("1.0.0", "1.0.1", "2.0.0"))}
    options = JudgeOptions(releases=lists, support=read_support("s", STATES))
    programs = Programs([policy(hang, "toy/hang"), policy(leak, "toy/leak")], KINDS)
    (found,) = judge(programs, facts(part("1.0.0")), options).findings
    assert "the nearest maintained is 2.0.0, where remains: toy/leak" in found.message


def test_newest_is_the_newest_minor_version() -> None:
    states = read_support("s", "# package: example.org/*\nnewest\tmaintained\td\ts\n*\tsuperseded\td\ts\n")
    newest = Version("semver", "0.165.1")

    def of(text: str) -> str:
        line = support_of(states, ["example.org/a"], Version("semver", text), newest)
        return "" if line is None else line.state

    assert [of("0.165.0"), of("0.165.1"), of("0.164.9")] == ["maintained", "maintained", "superseded"]
    assert support_of(states, ["other"], newest, newest) is None


@pytest.mark.parametrize("line", ["1.*\tmaintained\td", "1.*\t\td\ts", "1.* maintained"])
def test_a_line_that_is_none_is_our_mistake(line: str) -> None:
    with pytest.raises(Bug, match=":2:"):
        read_support("s", f"# package: a\n{line}\n")


def test_the_bundled_lists_are_dated_sourced_and_say_something_of_each_newest_release() -> None:
    support, releases = Support(resources.folder("schemas")), Releases(resources.folder("schemas"))
    assert support
    for pattern, lines in support.items():
        known = releases_of(releases, pattern.replace("*", "x"))
        assert known, pattern
        for line in lines:
            assert isinstance(line, Line)
            assert len(line.looked_up.split("-")) == 3
            assert "https://" in line.source
        assert support_of(support, [pattern.replace("*", "x")], known[-1], known[-1]) is not None
