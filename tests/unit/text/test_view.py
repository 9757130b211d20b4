from __future__ import annotations

import pytest

from linter.text.edit import Edit, apply
from linter.text.source import Source, Span
from linter.text.view import Replacement, Run, View

FILE = "head: |\r\n  ab\r\n  cd\r\n"
TEXT = "ab\ncd\n"
RUNS = (Run(0, 2, 11, 2), Run(2, 1, 13, 2), Run(3, 2, 17, 2), Run(5, 1, 19, 2), Run(6, 0, 21, 0))


def inner() -> View:
    return View.of(Source("f", FILE)).derive(TEXT, RUNS)


def test_a_whole_file_is_its_own_view() -> None:
    source = Source("f", "a: 1\n")
    view = View.of(source)
    assert view.identity
    assert view.text is source.text
    assert view.outer(1, 3) == (1, 3)
    assert view.span(1, 3) == Span(source, 1, 3)
    assert view.around is view


def test_every_range_of_an_inner_text_is_that_text_in_the_file() -> None:
    view = inner()
    for start in range(len(TEXT)):
        for end in range(start + 1, len(TEXT) + 1):
            written = view.span(start, end).text
            assert written.replace("\r\n  ", "\n").replace("\r\n", "\n") == TEXT[start:end]


def test_an_empty_range_lies_behind_the_indentation() -> None:
    assert inner().outer(3, 3) == (17, 17)
    assert inner().outer(2, 2) == (13, 13)


def test_the_end_of_a_text_is_where_its_last_run_says() -> None:
    assert inner().outer(6, 6) == (21, 21)
    assert View.of(Source("f", "''")).derive("", [Run(0, 0, 1, 0)]).outer(0, 0) == (1, 1)


def test_a_piece_that_is_written_otherwise_is_covered_whole() -> None:
    view = View.of(Source("f", r'"a\u00e9b"')).derive("aéb", [Run(0, 1, 1, 1), Run(1, 1, 2, 6), Run(2, 1, 8, 1)])
    assert view.span(1, 2).text == r"\u00e9"
    assert view.span(0, 2).text == r"a\u00e9"
    assert view.span(1, 3).text == r"\u00e9b"


def test_runs_compose_to_file_offsets() -> None:
    outer = View.of(Source("f", "....abcdef"))
    middle = outer.derive("bcde", [Run(0, 4, 5, 4)])
    innermost = middle.derive("cd", [Run(0, 2, 1, 2)])
    assert innermost.span(0, 1).text == "c"
    assert innermost.span(1, 2).text == "d"
    assert innermost.around is middle
    assert not innermost.identity


@pytest.mark.parametrize(
    "runs",
    [
        (),
        (Run(0, 1, 0, 1),),
        (Run(0, 1, 0, 1), Run(2, 1, 2, 1)),
        (Run(0, 2, 0, 2), Run(1, 2, 3, 2)),
    ],
)
def test_runs_that_do_not_cover_the_text_are_refused(runs: tuple[Run, ...]) -> None:
    with pytest.raises(ValueError, match="runs"):
        View.of(Source("f", "abc")).derive("abc", runs)


def test_an_edit_of_a_file_takes_the_file_s_line_ends() -> None:
    assert View.of(Source("f", "a\r\nb\r\n")).edit(0, 1, "x\ny\r\nz\r") == Edit("f", 0, 1, "x\r\ny\r\nz\r\n")
    assert View.of(Source("f", "a\rb")).edit(0, 0, "x\n") == Edit("f", 0, 0, "x\r")


def test_verbatim_text_can_be_edited_within_a_line() -> None:
    edit = inner().edit(3, 4, "CC")
    assert isinstance(edit, Edit)
    assert apply(FILE, [edit]) == "head: |\r\n  ab\r\n  CCd\r\n"


@pytest.mark.parametrize(("start", "end", "new"), [(1, 4, "x"), (0, 1, "x\ny"), (2, 3, "x")])
def test_nothing_else_can_without_a_form(start: int, end: int, new: str) -> None:
    assert inner().edit(start, end, new) == "only text within one line can be edited here"


def test_text_written_otherwise_is_not_verbatim() -> None:
    view = View.of(Source("f", r'"\n"')).derive("\n", [Run(0, 1, 1, 2)])
    assert isinstance(view.edit(0, 1, "x"), str)


def test_forms_rewrite_from_the_innermost_text_outwards() -> None:
    class Doubled:
        def rewrite(self, view: View, start: int, end: int, new: str) -> Replacement | str:
            return (*view.local(start, end), new * 2) if new != "no" else "refused"

    outer = View.of(Source("f", "<<abc>>"))
    view = outer.derive("<abc>", [Run(0, 5, 1, 5)], Doubled()).derive("abc", [Run(0, 3, 1, 3)], Doubled())
    assert view.edit(1, 2, "x") == Edit("f", 3, 4, "xxxx")
    assert view.edit(1, 2, "no") == "refused"
