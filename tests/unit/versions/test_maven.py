from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.versions import maven
from linter.versions.version import Version, parse

ORACLE = Path(__file__).parents[2] / "oracle" / "maven-versions.tsv"
HOLDS: Mapping[str, Callable[[Version, Version], bool]] = {"<": operator.lt, "==": operator.eq, ">": operator.gt}


def rows() -> list[tuple[str, str, str]]:
    lines = [line for line in ORACLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = [line.split("\t") for line in lines[1:]]
    return [(left, verdict, right) for left, verdict, right in found]


def test_order_is_mavens_own() -> None:
    pairs = rows()
    assert len(pairs) > 1_000
    wrong = []
    for left, verdict, right in pairs:
        one, other = Version("maven", left), Version("maven", right)
        held = [sign for sign, holds in HOLDS.items() if holds(one, other)]
        back = [sign for sign, holds in HOLDS.items() if holds(other, one)]
        if held != [verdict] or back != [{"<": ">", ">": "<", "==": "=="}[verdict]]:
            wrong.append((left, verdict, right, held, back))
    assert wrong == []


def test_equal_versions_have_equal_hashes() -> None:
    equal = [(left, right) for left, verdict, right in rows() if verdict == "=="]
    assert len(equal) > 20
    for left, right in equal:
        assert len({Version("maven", left), Version("maven", right)}) == 1


def test_snapshot_comes_before_its_release() -> None:
    spelled = ["2.7.10-SNAPSHOT", "2.7.10", "2.7.12-mone-v8", "2.7.13-SNAPSHOT", "2.7.13"]
    assert sorted(Version("maven", text) for text in reversed(spelled)) == [Version("maven", text) for text in spelled]


def test_preview_sorts_after_the_release_as_in_maven() -> None:
    assert Version("maven", "3.0.0.preview") > Version("maven", "3.0.0")


@pytest.mark.parametrize(
    "text",
    ["", "${revision}", "[1.0,2.0)", "1.0,2.0", "LATEST", "release", "1.0 ", "a/b", "1:2", "2.7.+", "1.0é", "1" * 201],
)
def test_what_is_not_one_version_is_none(text: str) -> None:
    assert parse("maven", text) is None


def test_numbers_of_any_length_compare_as_numbers() -> None:
    assert Version("maven", "1." + "9" * 150) < Version("maven", "1.1" + "0" * 150)


PIECES = st.sampled_from(["0", "1", "2", "10", "a", "alpha", "rc", "ga", "sp", "x", ".", ".", "-", "-"])
TEXTS = st.lists(PIECES, min_size=1, max_size=8).map("".join).filter(lambda text: maven.key(text) is not None)


@given(TEXTS, TEXTS)
def test_exactly_one_of_less_equal_greater(left: str, right: str) -> None:
    one, other = Version("maven", left), Version("maven", right)
    assert [one < other, one == other, one > other].count(True) == 1
    assert (one < other) == (other > one)
    assert (one <= other) == (one < other or one == other)


@given(st.text(max_size=30))
def test_any_text_is_a_version_or_none(text: str) -> None:
    found = parse("maven", text)
    assert found is None or str(found) == text
