from __future__ import annotations

import pytest

from linter.suppress.comment import Comment, read
from linter.syntax.document import DocRef, Place
from linter.system import Directive


def said(text: str) -> Comment | str | None:
    return read(Directive(Place(DocRef("a.yaml", "yaml"), 0, 0), text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ignore[a/b] the reason", Comment(False, ("a/b",), "the reason", "")),
        ("ignore[ a/b , c/* ]  two   words", Comment(False, ("a/b", "c/*"), "two words", "")),
        ("ignore [a/b] until=2027-01-31 why", Comment(False, ("a/b",), "why", "2027-01-31")),
        ("ignore[a/b] until the next release", Comment(False, ("a/b",), "until the next release", "")),
        ("ignore-file[a/b] why until=2027-01-31", Comment(True, ("a/b",), "why", "2027-01-31")),
    ],
)
def test_what_an_ignore_says(text: str, expected: Comment) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("ignore[a/b]", "has to say why a/b is ignored"),
        ("ignore[a/b] until=2027-01-31", "has to say why"),
        ("ignore[] why", "names no policy"),
        ("ignore[a/b,] why", "names no policy"),
        ("ignore all of this", "has to say which policies"),
        ("ignore[a/b why", "has to say which policies"),
        ("ignore[a/b] until=2027-02-30 why", "`until` is one day"),
        ("ignore[a/b] until=20270131 why", "`until` is one day"),
        ("ignore[a/b] until=2027-01-31 until=2027-02-01 why", "`until` is one day"),
        ("ignore[a/b] until: 2027-01-31 why", "written as `until=2027-01-31`"),
        ("ignore[a/b] until = 2027-01-31 why", "written as `until=2027-01-31`"),
        ("ignore[a/b] Until=2027-01-31 why", "written as `until=2027-01-31`"),
        ("ignore[a/b] why, until 2027-01-31", "written as `until=2027-01-31`"),
        ("ignore[a/b] why (until=2027-01-31)", "written as `until=2027-01-31`"),
        ("ignore[a/b] expires=2027-01-31 why", "written as `until=2027-01-31`"),
        ("ignroe[a/b] why", "did you mean `ignore`?"),
        ("disable[a/b] why", "no comment is called `disable[…]`"),
    ],
)
def test_what_is_wrong_with_an_ignore(text: str, part: str) -> None:
    found = said(text)
    assert isinstance(found, str)
    assert part in found


@pytest.mark.parametrize("text", ["otelcol=0.95.0", "", "see the wiki", "  ", "checked in CI (all of it)", "[x]"])
def test_other_comments_are_none_of_ours(text: str) -> None:
    assert said(text) is None
