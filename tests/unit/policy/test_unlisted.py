from __future__ import annotations

import pytest

from linter.policy.judge import judge
from linter.policy.options import JudgeOptions
from linter.policy.programs import Programs
from linter.versions.version import Version
from tests.unit.policy.toy import ADVISORY, KINDS, facts, part, policy

RELEASES = tuple(Version("semver", text) for text in ("0.95.0", "0.96.0", "0.97.0", "0.98.0"))
UNLISTED = "0.97.0-{} is a build before 0.97.0, and which of its changes it holds is not known"
BETWEEN = "{} is no release that is known, and which of the changes of 0.97.0 it holds is not known"
LATER = "{} is later than the releases that are known (up to 0.98.0)"


def _said(affected: str, version: str, known: tuple[Version, ...] = RELEASES) -> tuple[int, list[str]]:
    """How many findings there are, and why there is none."""
    text = ADVISORY.replace('[{introduced: "0", fixed: "0.97.0"}]', affected)
    options = JudgeOptions(known={"toy": known, "other": (Version("semver", "9.0.0"),)})
    found = judge(Programs([policy(text)], KINDS), facts(part(version)), options)
    return len(found.findings), [item.why for item in found.unjudged]


@pytest.mark.parametrize("build", ["SNAPSHOT", "rc.1", "dev", "0.20240301000000-0123456789ab"])
@pytest.mark.parametrize(
    ("affected", "fires"),
    [
        ('[{introduced: "0", fixed: 0.98.0}]', 1),
        ('[{introduced: "0", fixed: 0.97.0}]', None),
        ('[{introduced: "0", last_affected: 0.96.0}]', None),
        ('[{introduced: "0", fixed: 0.96.0}]', 0),
        ("[{introduced: 0.96.0}]", 1),
        ("[{introduced: 0.97.0}]", None),
        ("[{introduced: 0.98.0}]", 0),
        ('[{introduced: "0", except: [0.97.0]}]', None),
    ],
)
def test_a_build_before_a_release_is_as_the_release_and_the_one_before_where_both_agree(
    build: str, affected: str, fires: int | None
) -> None:
    unknown = (0, [UNLISTED.format(build)])
    assert _said(affected, f"0.97.0-{build}") == (unknown if fires is None else (fires, []))


def test_an_advisory_that_names_builds_before_releases_knows_them() -> None:
    assert _said('[{introduced: "0", fixed: 0.97.0-rc.2}]', "0.97.0-rc.1") == (1, [])
    assert _said('[{introduced: "0", fixed: 0.97.0-rc.2}]', "0.97.0-rc.2") == (0, [])


@pytest.mark.parametrize(
    ("affected", "fires"),
    [
        ('[{introduced: "0", fixed: 0.98.0}]', 1),
        ('[{introduced: "0", fixed: 0.97.0}]', None),
        ("[{versions: [0.96.0]}]", None),
        ('[{introduced: "0", fixed: 0.96.0}]', 0),
        ('[{introduced: "0", fixed: 0.96.5}]', 0),
        ('[{introduced: "0", last_affected: 0.96.5}]', 1),
        ('[{introduced: "0", fixed: 0.97.0, except: [0.96.5]}]', 0),
    ],
)
def test_a_number_that_nobody_released_holds_what_both_neighbours_do_or_what_the_advisory_says(
    affected: str, fires: int | None
) -> None:
    unknown = (0, [BETWEEN.format("0.96.5")])
    assert _said(affected, "0.96.5") == (unknown if fires is None else (fires, []))


def test_what_is_older_than_the_lists_is_affected_as_the_range_says() -> None:
    assert _said('[{introduced: "0", fixed: 0.96.0}]', "0.1.0") == (1, [])
    assert _said("[{introduced: 0.95.0}]", "0.1.0") == (0, [])


def test_a_listed_build_before_a_release_is_one_release_more() -> None:
    known = (*RELEASES[:2], Version("semver", "0.97.0-rc.1"), *RELEASES[2:])
    assert _said('[{introduced: "0", fixed: 0.97.0}]', "0.97.0-rc.1", known) == (1, [])


@pytest.mark.parametrize("version", ["0.98.1", "0.99.0-rc.1", "1.0.0"])
@pytest.mark.parametrize("affected", ["[{introduced: 0.96.0}]", '[{introduced: "0", fixed: 0.97.0}]'])
def test_nothing_is_known_of_what_comes_after_the_newest_release(version: str, affected: str) -> None:
    assert _said(affected, version) == (0, [LATER.format(version)])


def test_an_advisory_that_ends_later_still_is_newer_than_the_lists() -> None:
    assert _said("[{introduced: 0.96.0, fixed: 1.0.1}]", "1.0.0") == (1, [])
    assert _said("[{versions: [1.0.0]}]", "1.0.0") == (1, [])
    assert _said("[{introduced: 0.96.0, fixed: 1.0.0}]", "1.0.0") == (0, [])


def test_without_lists_the_order_decides() -> None:
    assert _said('[{introduced: "0", fixed: 0.97.0}]', "0.97.0-rc.1", ()) == (1, [])
    assert _said("[{introduced: 0.96.0}]", "1.0.0", ()) == (1, [])
