from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.facts.duration import FOREVER, Duration, milliseconds, parse_go, seconds


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("0", 0),
        ("10s", 10_000_000_000),
        ("1m30s", 90_000_000_000),
        ("1.5s", 1_500_000_000),
        (".5s", 500_000_000),
        ("1.s", 1_000_000_000),
        ("-2ms", -2_000_000),
        ("+1us", 1_000),
        ("1µs", 1_000),
        ("1μs", 1_000),
        ("1.9ns", 1),
        ("0.0000000000000000000000001s", 0),
        ("0000000000000000000000010s", 10_000_000_000),
        ("9223372036854775807ns", 2**63 - 1),
        ("-9223372036854775808ns", -(2**63)),
    ],
)
def test_what_go_reads(text: str, nanoseconds: int) -> None:
    assert parse_go(text) == Duration(nanoseconds)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "30",
        "1d",
        "10 s",
        "s",
        ".s",
        "-",
        "+",
        "1s ",
        "1S",
        "٣s",
        "9223372036854775808ns",
        "9" * 5000 + "s",
        "1h1",
        "0.0",
    ],
)
def test_what_go_rejects(text: str) -> None:
    assert parse_go(text) is None


@pytest.mark.parametrize(
    ("duration", "text"),
    [
        (seconds(10), "10s"),
        (seconds(300), "5m"),
        (seconds(90), "1m30s"),
        (milliseconds(1500), "1.5s"),
        (Duration(300), "300ns"),
        (Duration(0), "0s"),
        (Duration(-5_000_000), "-5ms"),
        (Duration(1_500), "1.5us"),
        (seconds(7200), "2h"),
        (FOREVER, "for ever"),
    ],
)
def test_how_it_is_written(duration: Duration, text: str) -> None:
    assert str(duration) == text


@given(st.integers(-(2**62), 2**62))
def test_what_is_written_is_read_back(nanoseconds: int) -> None:
    assert parse_go(str(Duration(nanoseconds))) == Duration(nanoseconds)


def test_for_ever_is_longer_than_everything_and_swallows_sums() -> None:
    assert seconds(10) < FOREVER
    assert not FOREVER < FOREVER
    assert seconds(1) + FOREVER == FOREVER
    assert 2 * FOREVER == FOREVER
