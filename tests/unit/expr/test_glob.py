from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from linter.expr.glob import matches

LETTERS = st.text(alphabet="ab", max_size=8)


@given(LETTERS, st.text(alphabet="ab*?", max_size=6))
def test_same_as_the_regular_expression(text: str, pattern: str) -> None:
    expected = "".join({"*": ".*", "?": "."}.get(character, character) for character in pattern)
    assert matches(text, pattern) == bool(re.fullmatch(expected, text))
