"""Columns in each unit, for texts with everything that editors and Python count differently."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.lsp.positions import Text

ODD = st.text(st.sampled_from("ab:\n\r\t\u2028\u0085\x0c😀é中\ud800\ufeff"), max_size=40)


def test_an_astral_character_is_one_two_or_four() -> None:
    text = "a: 1\r\n😀ü b\rc"
    offset = text.index("b")
    assert [Text(text, unit).spot(offset) for unit in ("utf-32", "utf-16", "utf-8")] == [(1, 3), (1, 4), (1, 7)]
    assert Text(text, "utf-16").spot(text.index("c")) == (2, 0)


def test_u2028_and_form_feeds_end_no_line() -> None:
    assert Text("a\u2028b\x0cc", "utf-16").spot(4) == (0, 4)


@pytest.mark.parametrize(("unit", "size"), [("utf-8", 3), ("utf-16", 1), ("utf-32", 1)])
def test_a_mark_before_the_text_counts_on_the_first_line_only(unit: str, size: int) -> None:
    text = Text("ab\ncd", unit, marked=True)
    assert (text.spot(1), text.spot(4)) == ((0, size + 1), (1, 1))
    assert (text.offset(0, size + 1), text.offset(1, 1), text.offset(0, 0)) == (1, 4, 0)


@given(ODD, st.sampled_from(["utf-8", "utf-16", "utf-32"]), st.booleans())
def test_every_place_leads_back_to_its_offset(written: str, unit: str, marked: bool) -> None:
    text = Text(written, unit, marked=marked)
    for offset in range(len(written) + 1):
        if written[offset - 1 : offset + 1] != "\r\n":  # between the two there is no place
            assert text.offset(*text.spot(offset)) == offset


@given(ODD, st.integers(-3, 50), st.integers(-3, 50), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_any_place_is_some_offset(written: str, line: int, column: int, unit: str) -> None:
    assert 0 <= Text(written, unit).offset(line, column) <= len(written)


def test_within_a_character_is_its_start_and_beyond_a_line_its_end() -> None:
    text = Text("😀x\ny", "utf-16")
    assert [text.offset(0, column) for column in (0, 1, 2, 3, 9)] == [0, 0, 1, 2, 2]
    assert text.offset(7, 0) == 4
