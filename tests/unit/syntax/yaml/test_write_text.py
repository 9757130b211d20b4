from __future__ import annotations

import pytest

from linter.syntax.yaml.write_text import Layout, Refusal, Splice, Splices, applied, whole_lines
from linter.text.source import Source
from linter.text.view import View


def layout(text: str) -> Layout:
    return Layout(View.of(Source("a.yaml", text)))


@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
def test_lines_end_at_every_kind_of_break(eol: str) -> None:
    text = layout(f"ab{eol}{eol} c{eol}")
    size = len(eol)
    assert [text.line_start(at) for at in (0, 2, 2 + size, 3 + 2 * size)] == [0, 0, 2 + size, 2 + 2 * size]
    assert [text.line_end(at) for at in (0, 2, 2 + size)] == [2, 2, 2 + size]
    assert [text.next_line(at) for at in (0, 2, 2 + size)] == [2 + size, 2 + size, 2 + 2 * size]
    assert text.column(3 + 2 * size) == 1
    assert text.eol == eol


def test_a_separator_that_editors_do_not_count_ends_no_line() -> None:
    assert layout("a\u2028b\x85c\n").next_line(0) == 6


def test_the_last_line_is_lent_a_break_and_gives_it_back() -> None:
    text = layout("a\nb")
    splices = Splices(text)
    splices.put(4, 4, "c\n")
    assert splices.settled() == [Splice(3, 3, "\nc")]
    splices.put(2, 4, "")
    assert applied("a\nb", splices.settled()) == "a\nc"


def test_insertions_at_one_place_keep_their_order() -> None:
    splices = Splices(layout("a\nb\n"))
    splices.put(2, 2, "x\n")
    splices.put(2, 3, "B")
    splices.put(2, 2, "y\n")
    assert applied("a\nb\n", splices.settled()) == "a\nx\ny\nB\n"


def test_splices_that_overlap_are_refused() -> None:
    splices = Splices(layout("abcd\n"))
    splices.put(0, 3, "x")
    splices.put(2, 4, "y")
    with pytest.raises(Refusal, match="meet in one place"):
        splices.settled()


@pytest.mark.parametrize(
    ("splices", "widened"),
    [
        ([Splice(1, 2, "x")], [Splice(1, 2, "x")]),
        ([Splice(4, 4, "x\n")], [Splice(4, 4, "x\n")]),
        ([Splice(4, 8, "")], [Splice(4, 8, "")]),
        ([Splice(5, 9, "")], [Splice(4, 12, "dhi\n")]),
        ([Splice(1, 2, "x"), Splice(3, 3, "\ny")], [Splice(0, 4, "axc\ny\n")]),
        ([Splice(11, 11, "\nz")], [Splice(8, 12, "ghi\nz\n")]),
        ([Splice(5, 9, ""), Splice(10, 10, "!")], [Splice(4, 12, "dh!i\n")]),
    ],
)
def test_breaks_widen_a_splice_to_whole_lines(splices: list[Splice], widened: list[Splice]) -> None:
    text = "abc\ndef\nghi\n"
    found = whole_lines(text, splices)
    assert applied(text, found) == applied(text, splices)
    assert found == widened
