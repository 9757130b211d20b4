from __future__ import annotations

import pytest

from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.text.view import View
from tests.yamls import document, problem, read, scalars


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a:\n«\t»b: 1\n", "a tab"),
        ("a:\n  b: 1\n«\t»c: 2\n", "a tab"),
        ("a:\n  - b\n «\t»- c\n", "a tab"),
        ("a: |\n«\t»x\n", "a tab"),
        ("a: «'»x\nb: 1\n", "quote is never closed"),
        ('a: «"»x\n', "quote is never closed"),
        ("a: 1\nb: [1, 2\nc«:» 3\n", "opened at line 2"),
        ("a: «{»x: {y: 1}\n", "never closed"),
        ("a: [1, «{»b: \n\n", "never closed"),
        ("a: {b: 1}«]»\n", "after a complete value"),
        ("a: [b c]«]»\n", "after a complete value"),
        ("a: {x: $«{»env:X}}\n", "needs quotes"),
        ("a: «[»\n", "never closed"),
        ("a:\n  b: 1\n «c»: 2\n", "block that starts at line 1"),
        ("- a\n«b»: 1\n", "block that starts at line 1"),
        ("a: 1\n«-» b\n", "a list item among the keys of the mapping that starts at line 1"),
        ("a: 'x' «y»\n", "after a complete value"),
        ("a: b«:» c\n", "can't make a key here"),
        ("a: b\n  c«:» 1\n", "can't make a key here"),
        ("a: 1\n«b»\nc: 2\n", "a colon with a space is missing"),
        ("key: «-» a\n", "line of its own"),
        ("a: «@»x\n", "can't start with @"),
        ("a: «%»x\n", "can't start with %"),
        ('a: "«\\»q"\n', "no such escape"),
        ('a: "\\u«d»83d"\n', "surrogate"),
        ("a: «!»x!y z\n", "prefix is not declared"),
        ("{a: 1}\n«b»: 2\n", "after the end of the document"),
        ("a: x«\x07»\n", "U+0007"),
        ("a: é«\x7f»\n", "U+007F"),
        ("a: >3«x»\n", "may follow | or >"),
        ("«%»YAML 2.0\n---\na: 1\n", "only YAML 1"),
    ],
)
def test_a_problem_says_where_and_what(text: str, shown: str) -> None:
    before, marked, after = text.replace("»", "«").split("«")
    found = problem(before + marked + after)
    assert shown in found.message
    assert found.kind == "syntax"
    assert found.place.start == len(before)
    assert found.place.end == found.place.start + len(marked)


def test_a_problem_at_the_end_stays_off_the_blank_lines_there() -> None:
    found = problem("%YAML 1.2\n\n\n")
    assert (found.place.start, found.place.end) == (9, 9)


def test_a_problem_of_an_embedded_text_lies_in_the_file() -> None:
    text = "# c\r\ndata:\r\n  r: |\r\n    a: 1\r\n    b: [x\r\n    c: 2\r\n"
    outer = document(text)
    (scalar,) = [one for one in scalars(outer.root) if one.style == "|"]
    view = inside(outer, scalar)
    assert isinstance(view, View)
    (found,) = parse(view, DocRef("a.yaml", "yaml", 0, outer.ref, ("data", "r")))
    assert isinstance(found, Problem)
    assert found.place.start == text.index("c: 2") + 1
    assert "opened at line 5" in found.message
    assert found.place.doc.host == outer.ref


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("a: x\x85b: y\n", 4),
        ("# a: 1\u2028b: 1\n", 6),
        ("a: x\u2029y\n", 4),
        ("a: |\n  x\u2028  y\n", 8),
        ("a: |\n  x\x85  y\n", 8),
    ],
)
def test_a_hidden_line_end_is_a_problem_where_it_changes_the_meaning(text: str, at: int) -> None:
    found = problem(text)
    assert found.kind == "line-separator"
    assert (found.place.start, found.place.end) == (at, at + 1)


@pytest.mark.parametrize("text", ["a: 'x\u2028y'\n", "a: 1 # b\u2028\n", "a: |\n  x\n# \x85\n", 'a: "x\x85y"\n'])
def test_a_hidden_line_end_that_changes_nothing_is_none(text: str) -> None:
    assert all(isinstance(one, Document) for one in read(text))


def test_what_goes_on_behind_a_hidden_line_end_is_read_as_the_collector_reads_it() -> None:
    found = read("a: 1 # c\u2028b: 2\n")
    assert isinstance(found[0], Document)
    assert [one.text for one in scalars(found[0].root)] == ["a", "1", "b", "2"]


def test_without_libyaml_a_hidden_line_end_that_matters_leaves_the_text_unread() -> None:
    found = read("a: 1 # c\u2028b: 2\n", pure=True)
    assert [one.kind for one in found if isinstance(one, Problem)] == ["line-separator"]
    assert len(found) == 1
    (kept,) = read("a: 'x\u2028y'\n", pure=True)
    assert isinstance(kept, Document)
    assert [one.text for one in scalars(kept.root)] == ["a", "x\u2028y"]
