from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.versions.ranges import Range, RangeError, affects
from linter.versions.version import Scheme, Version


def holds(text: str, version: str, scheme: Scheme = "semver") -> bool:
    return Range.parse(scheme, text).contains(Version(scheme, version))


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        (">=0.95.0,<0.97.0", ["0.95.0", "0.96.9", "0.97.0-rc.1"], ["0.94.9", "0.97.0", "0.95.0-rc.1"]),
        ("> 0.95.0 , <= 0.97.0", ["0.95.1", "0.97.0"], ["0.95.0", "0.97.1"]),
        ("==0.139.0", ["0.139.0", "0.139.0+build"], ["0.139.1"]),
        (">=0.1.0,!=0.95.0", ["0.1.0"], ["0.95.0", "0.0.9"]),
        ("<0.10.0 || ==0.12.0||>=v0.20.0,<0.30.0", ["0.9.0", "0.12.0", "0.20.0"], ["0.10.0", "0.13.0", "0.30.0"]),
    ],
)
def test_range(text: str, inside: list[str], outside: list[str]) -> None:
    assert [version for version in inside if not holds(text, version)] == []
    assert [version for version in outside if holds(text, version)] == []


def test_maven_range() -> None:
    assert holds(">=2.7.10,<2.7.13", "2.7.13-SNAPSHOT", "maven")
    assert not holds(">=2.7.10,<2.7.13", "2.7.10-SNAPSHOT", "maven")


@pytest.mark.parametrize(
    ("text", "start", "end", "message"),
    [
        ("", 0, 0, "a version is missing"),
        (">=", 0, 2, "a version is missing"),
        (">=0.1.0,", 8, 8, "a version is missing"),
        (">=0.1.0 || ", 10, 11, "a version is missing"),
        ("0.95.0", 0, 6, "`==0.95.0` or `>=0.95.0`"),
        (">=0.1.0, 0.95.0", 9, 15, "an operator is missing"),
        (">=0.1.0,<0.95", 9, 13, "`0.95` is no version (semver)"),
        ("~>0.95.0", 0, 8, "no comparison"),
        (">=0.1.0 <0.2.0", 0, 14, "no comparison"),
        ("=0.1.0", 0, 6, "no comparison"),
    ],
)
def test_a_bad_range_says_what_and_where(text: str, start: int, end: int, message: str) -> None:
    with pytest.raises(RangeError) as caught:
        Range.parse("semver", text)
    assert message in caught.value.message
    assert (caught.value.start, caught.value.end) == (start, end)


def test_a_version_of_another_scheme_has_no_place_in_a_range() -> None:
    with pytest.raises(TypeError):
        Range.parse("semver", ">=0.1.0").contains(Version("maven", "0.2.0"))


@given(st.text(alphabet="0123456789.,|<>=! vx-", max_size=25))
def test_any_text_is_a_range_or_an_error_within_it(text: str) -> None:
    try:
        Range.parse("semver", text)
    except RangeError as error:
        assert 0 <= error.start <= error.end <= len(text)


V = Version("semver", "0.96.0")


@pytest.mark.parametrize(
    ("expected", "bounds"),
    [
        (True, {"introduced": "0", "fixed": "0.97.0"}),
        (False, {"introduced": "0", "fixed": "0.96.0"}),
        (True, {"introduced": "0.96.0"}),
        (False, {"introduced": "0.96.1"}),
        (True, {"introduced": "0", "last_affected": "0.96.0"}),
        (False, {"introduced": "0", "last_affected": "0.95.9"}),
        (True, {"fixed": "0.97.0"}),
        (True, {"introduced": "0"}),
        (False, {}),
        (True, {"versions": ["0.1.0", "v0.96.0"]}),
        (False, {"versions": ["0.1.0"]}),
        (True, {"introduced": "0.97.0", "versions": ["0.96.0"]}),
        (False, {"introduced": "0", "fixed": "0.97.0", "except_": ["0.96.0"]}),
        (False, {"versions": ["0.96.0"], "except_": ["0.96.0"]}),
    ],
)
def test_affects(expected: bool, bounds: dict[str, str]) -> None:
    assert affects(V, **bounds) is expected


def test_zero_comes_before_every_version() -> None:
    assert affects(Version("maven", "0-alpha"), introduced="0", fixed="1")
    assert affects(Version("maven", "alpha"), introduced="0")


def test_a_bound_that_is_no_version_is_an_error() -> None:
    for bounds in ({"introduced": "x"}, {"fixed": "0.97"}, {"last_affected": ""}, {"versions": ["latest"]}):
        with pytest.raises(RangeError):
            affects(V, **bounds)
