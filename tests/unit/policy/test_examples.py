from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.policy.examples import Mark, MarksError, unmark, unmark_all


def test_marks_are_taken_out_and_placed_in_the_plain_text() -> None:
    assert unmark("a", "x: «1»\ny: «»«2»") == (
        "x: 1\ny: 2",
        (Mark("a", 3, 4), Mark("a", 8, 8), Mark("a", 8, 9)),
    )


@pytest.mark.parametrize(("text", "offset"), [("a «b", 2), ("a b»", 3), ("«a «b»»", 3)])
def test_marks_that_do_not_pair_up_are_refused_with_their_place(text: str, offset: int) -> None:
    with pytest.raises(MarksError) as caught:
        unmark("a", text)
    assert caught.value.offset == offset


def test_marks_of_several_files_come_in_order() -> None:
    plain, marks = unmark_all({"b": "«1»", "a": "x«2»"})
    assert plain == {"b": "1", "a": "x2"}
    assert marks == (Mark("a", 1, 2), Mark("b", 0, 1))


@given(
    st.lists(
        st.tuples(st.text(st.characters(exclude_characters="«»")), st.text(st.characters(exclude_characters="«»")))
    )
)
def test_marked_pieces_are_where_the_marks_say(pieces: list[tuple[str, str]]) -> None:
    plain, marks = unmark("a", "".join(f"{between}«{inside}»" for between, inside in pieces))
    assert plain == "".join(between + inside for between, inside in pieces)
    assert [plain[mark.start : mark.end] for mark in marks] == [inside for _, inside in pieces]
