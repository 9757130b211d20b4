"""A comment is about its own line where there is more on it, else about the next line that is no comment."""

from __future__ import annotations

import pytest

from linter.suppress.cover import covered
from linter.syntax.document import DocRef, Place
from linter.text.source import Lines


def line(text: str, syntax: str) -> int:
    """The line that the comment between the brackets is about."""
    start, end = text.index("⟦"), text.index("⟧") - 1
    plain = text.replace("⟦", "").replace("⟧", "")
    return covered(Lines(plain), Place(DocRef("a", syntax), start, end))


@pytest.mark.parametrize(
    ("syntax", "text", "expected"),
    [
        ("yaml", "a: 1 ⟦# x⟧\nb: 2\n", 1),
        ("yaml", "⟦# x⟧\na: 1\n", 2),
        ("yaml", "⟦# x⟧\n\n  # y\r\n  # z\n  a: 1\n", 5),
        ("yaml", "a: 1\n⟦# x⟧", 2),
        ("yaml", "a: 1\n⟦# x⟧\n# y\n", 2),
        ("yaml", "⟦# x⟧\n!tag a: 1\n", 2),
        ("properties", "⟦! x⟧\n! y\na=1\n", 3),
        ("text", "⟦# x⟧\nCOPY a b\n", 2),
        ("xml", "<a/> ⟦<!-- x -->⟧\n<b/>\n", 1),
        ("xml", "⟦<!-- x -->⟧ <a/>\n<b/>\n", 1),
        ("xml", "⟦<!-- x\n  y -->⟧ <a/>\n<b/>\n", 2),
        ("xml", "⟦<!-- x -->⟧\n<!-- y\n <z/>\n-->\n<a/>\n", 5),
        ("xml", "⟦<!-- x -->⟧\n<!-- y --><a/>\n<b/>\n", 2),
        ("script", "⟦// x⟧\n// y\n/* z\n  z\n*/\na 'b'\n", 6),
        ("script", "⟦/*\n * x\n */⟧\na 'b'\n", 4),
        ("script", "a 'b' ⟦/* x */⟧\nc\n", 1),
        ("kotlin", "⟦/* x */⟧ a\nb\n", 1),
        ("java", "⟦// x⟧\n/* y */ int a;\nint b;\n", 2),
        ("toml", "⟦# x⟧\n# y\na = 1\n", 3),
        ("toml", "a = 1 ⟦# x⟧\nb = 2\n", 1),
    ],
)
def test_the_line_a_comment_is_about(syntax: str, text: str, expected: int) -> None:
    assert line(text, syntax) == expected
