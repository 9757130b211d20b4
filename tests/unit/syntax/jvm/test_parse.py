"""What the parsers of sources do not understand is said, and nothing else."""

from __future__ import annotations

import pytest

from linter.syntax.document import DocRef, Problem
from linter.syntax.jvm.parse import parse
from linter.text.source import Source
from linter.text.view import View


def problems(text: str) -> list[str]:
    view = View.of(Source("A.kt", text))
    return [one.message for one in parse(view, DocRef("A.kt", "kotlin")) if isinstance(one, Problem)]


@pytest.mark.parametrize(
    "text",
    [
        "interface Stock { fun get(name: String): String }\n",
        "interface Stock { val name: String }",
    ],
)
def test_a_class_of_one_line_is_understood(text: str) -> None:
    assert problems(text) == []


@pytest.mark.parametrize(
    "text", ["class A { fun get( }", "interface A { fun get(): String }\nclass B {\n", "fun a() { if ( }"]
)
def test_what_is_broken_is_said(text: str) -> None:
    assert "not all of it is understood" in problems(text)[0]
