from __future__ import annotations

import pytest

from linter.syntax.document import DocRef, Document
from linter.syntax.yaml.duplicates import duplicates
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.text.view import View
from tests.yamls import document, scalars


def found(text: str) -> list[tuple[str, str]]:
    """The marked text of every duplicate and its message, by place."""
    problems = sorted(duplicates(document(text)), key=lambda one: one.place.start)
    assert {one.kind for one in problems} <= {"duplicate-key"}
    return [(text[one.place.start : one.place.end], one.message) for one in problems]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("a: 1\nb: 2\n", []),
        ("a: 1\na: 2\na: 3\n", ["a", "a"]),
        ("a: {b: 1, b: 2}\n", ["b"]),
        ("a:\n- b: 1\n  c: {d: 1, 'd': 2}\n", ["'d'"]),
        ("'a': 1\na: 2\n", ["a"]),
        ("1: x\n'1': y\n", ["'1'"]),
        ("true: x\n'true': y\n", ["'true'"]),
        ("b: &x {p: 1}\na:\n  <<: *x\n  <<: *x\n", ["<<"]),
        ("&k a: 1\nb: {*k : 1, *k : 2}\n", ["*k"]),
        ("&k a: 1\n*k : 2\n", []),
        ("? [a]\n: 1\n? [a]\n: 2\n", []),
        ("a: {b: 1}\nc: {b: 1}\n", []),
        ("a: {}\nb: x\n", []),
        ("- 1\n- 1\n", []),
        ("a: &x {b: 1, b: 2}\nc: *x\n", ["b"]),
    ],
)
def test_keys_are_equal_by_kind_and_text(text: str, keys: list[str]) -> None:
    assert [key for key, _ in found(text)] == keys


def test_the_message_names_the_first_one_s_line() -> None:
    assert found("# c\na: 1\nb: 2\n\na: 3\n") == [("a", "duplicate key a, first at line 2")]


def test_of_an_embedded_text_it_is_the_line_in_the_file() -> None:
    text = "x: |\n  a: 1\n  a: 2\n"
    outer = document(text)
    view = inside(outer, list(scalars(outer.root))[1])
    assert isinstance(view, View)
    (inner,) = parse(view, DocRef("a.yaml", "yaml", 0, outer.ref, ("x",)))
    assert isinstance(inner, Document)
    (problem,) = duplicates(inner)
    assert problem.message == "duplicate key a, first at line 2"
    assert problem.place.start == text.rindex("a")
    assert problem.place.doc is inner.ref
