from __future__ import annotations

import pytest
from hypothesis import given

from linter.syntax.document import Document
from linter.syntax.yaml.comments import comments
from linter.text.source import Source
from linter.text.view import View
from tests.yamls import read, scalars, texts


def found(text: str) -> list[str]:
    """The comments' texts; checks their offsets."""
    view = View.of(Source("f", text))
    result = list(comments(view))
    assert all(text[start:end] == "#" + comment for start, end, comment in result)
    assert [one[:2] for one in result] == sorted(one[:2] for one in result)
    return [comment for _, _, comment in result]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("# a", [" a"]),
        ("#\n", [""]),
        ("# a\r\n#b\r\n\r\nk: 1 # c\r\n", [" a", "b", " c"]),
        ("a: b#c\nd: 'e # f' # g\nh: \"i # j\"#k\n", [" g", "k"]),
        ("a: | # head\n  # text\n  x # text\n# after\n", [" head", " after"]),
        ("a: >-2 # head\n    # text\n\n # after\n", [" head", " after"]),
        ("a: |\n\n# after\n", [" after"]),
        ("a: x\n  y # c\n  \n# d\n", [" c", " d"]),
        ("a: [b, # c\n  d#e, 'f'] # g\n", [" c", " g"]),
        ("a: &x # c\n  !t # d\n  e\n", [" c", " d"]),
        ("a: &x 1\nb: *x # c\n", [" c"]),
        ("? a # b\n# c\n: d # e\n", [" b", " c", " e"]),
        ("%YAML 1.2 # a\n--- # b\nc: 1\n... # d\n# e\n", [" a", " b", " d", " e"]),
        ("a: 1\n... # b\nc: 2 # d\n", [" b", " d"]),
        ("a: 1 # b\n---\n# c\n---\nd: 1\n", [" b", " c"]),
        ("\ufeff# a\nb: 1\n", [" a"]),
        ("a: é🚀 # é🚀\n", [" é🚀"]),
        ("# a##b\n", [" a##b"]),
    ],
)
def test_comments_stand_outside_scalars(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_of_a_text_that_breaks_off_what_was_read_counts() -> None:
    assert found("# a\nb: 1 # c\nd: 2\ne: 'f # g\nh: # i\n") == [" a", " c"]


@given(texts())
def test_comments_and_scalars_never_meet(text: str) -> None:
    commented = [(start, end) for start, end, _ in comments(View.of(Source("f", text)))]
    (document,) = read(text)
    assert isinstance(document, Document)
    for scalar in scalars(document.root):
        head = text.find("\n", scalar.start) if scalar.style in ("|", ">") else scalar.start
        assert not any(start < scalar.end and head < end for start, end in commented)
    assert len(commented) >= text.count(" # note") + text.count("# comment")
