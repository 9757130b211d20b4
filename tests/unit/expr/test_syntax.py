"""Texts that are no expressions, and what shape the others have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.expr.error import ExprError
from linter.expr.lexer import tokens
from linter.expr.parser import DEEPEST, LONGEST, parse

Evaluate = Callable[[str], Any]
Fail = Callable[[str], ExprError]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 3 - 2", 5),
        ("7 / 2 * 2", 6),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("7 % -3", 1),
        ("- 7", -7),
        ("--7", 7),
        ("2 - -1", 3),
        ("0x1F + 0XaB", 202),
        ("-9223372036854775808", -(2**63)),
        ("-0x8000000000000000", -(2**63)),
        ("9223372036854775807", 2**63 - 1),
        ("007", 7),
        (".5 + 1e1 + 1.5e-1", 10.65),
        ("true || false && false", True),
        ("(true || false) && false", False),
        ("!true || true", True),
        ("!!true", True),
        ("1 < 2 == true", True),
        ("1 + 1 == 2 && 2 in [1, 2,]", True),
        ("false ? 1 : true ? 2 : 3", 2),
        ("true ? (false ? 1 : 2) : 3", 2),
        ("[1, 2][1]", 2),
        ("it . name // the name\n == 'relay'", True),
        ("'a' + \"b\" + 'it\\'s' + \"\\\"\"", "abit's\""),
        (r"'\x41\u00e9\U0001F600\101\n\t\\'", "Aé😀A\n\t\\"),
        (r"r'\d' + R" + r'"\"', r"\d" + "\\"),
    ],
)
def test_value(evaluate: Evaluate, text: str, expected: object) -> None:
    found = evaluate(text)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("text", "start", "end", "message"),
    [
        ("", 0, 0, "a value is missing at the end"),
        ("  ", 2, 2, "a value is missing at the end"),
        ("1 +", 3, 3, "a value is missing at the end"),
        ("1 + )", 4, 5, "a value is missing before `)`"),
        ("(1", 2, 2, "`)` is missing at the end"),
        ("[1", 2, 2, "`]` is missing at the end"),
        ("[1 2]", 3, 4, "`]` is missing before `2`"),
        ("size(it.names,)", 14, 15, "a value is missing before `)`"),
        ("it.names[0", 10, 10, "`]` is missing at the end"),
        ("true ? 1", 8, 8, "`:` is missing at the end"),
        ("it.", 3, 3, "a field's name is missing at the end"),
        ("it.1", 2, 4, "an operator is missing before `.1`"),
        ("it.true", 3, 7, "a field's name is missing before `true`"),
        ("1 2", 2, 3, "an operator is missing before `2`"),
        ("true and false", 5, 8, "an operator is missing before `and`: write `&&`"),
        ("not true", 4, 8, "an operator is missing before `true`"),
        ("for", 0, 3, "`for` is a reserved word"),
        ("if", 0, 2, "`if` is a reserved word: write `x ? y : z`"),
        ("1 = 1", 2, 3, "`=` is no operator: write `==`"),
        ("true & true", 5, 6, "`&` is no operator: write `&&`"),
        ("true | true", 5, 6, "`|` is no operator: write `||`"),
        ("{'a': 1}", 0, 1, "there are no maps here"),
        ("it.name == 'abc", 11, 15, "the string doesn't end"),
        ("'a\nb'", 0, 5, "the string doesn't end"),
        (r"'ab\q'", 3, 5, r"`\q` is no escape"),
        (r"'\x4'", 1, 3, r"`\x` is no escape"),
        (r"'\uD800'", 1, 7, r"`\uD800` is no character"),
        (r"'\U00110000'", 1, 11, r"`\U00110000` is no character"),
        ("1 $ 2", 2, 3, "unexpected `$`"),
        ("it.t10 < 10s", 9, 12, "a duration is written `duration('10s')`"),
        ("it.t10 < 1.5h", 9, 13, "a duration is written `duration('1.5h')`"),
        ("it.v < 0.97.0", 7, 13, "a version is written in quotes: `'0.97.0'`"),
        ("1x", 0, 2, "`1x` is no number"),
        ("1u", 0, 2, "`1u` is no number"),
        ("9223372036854775808", 0, 19, "the number is too large"),
        ("1" * 5000, LONGEST, 5000, "an expression has at most 4000 characters"),
        ("1" * 3999, 0, 3999, "the number is too large"),
        ("-9223372036854775809", 1, 20, "the number is too large"),
        ("1e999", 0, 5, "the number is too large"),
        ("!-1", 1, 2, "a value is missing before `-`"),
    ],
)
def test_error(fail: Fail, text: str, start: int, end: int, message: str) -> None:
    error = fail(text)
    assert (error.message, error.start, error.end) == (message, start, end)


@pytest.mark.parametrize(
    ("opening", "inner", "closing"),
    [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("!", "true", ""),
        ("-", "(1)", ""),
        ("", "1", " + 1"),
        ("true ? 1 : ", "1", ""),
        ("size(", "''", ")"),
        ("", "it", ".peer"),
        ("[1].all(x, ", "true", ")"),
    ],
)
def test_nesting_is_bounded_everywhere(opening: str, inner: str, closing: str) -> None:
    parse(opening * 40 + inner + closing * 40)
    times = (LONGEST - len(inner)) // (len(opening) + len(closing))
    with pytest.raises(ExprError, match="nested too deeply"):
        parse(opening * times + inner + closing * times)


def test_chains_of_and_and_or_count_once(evaluate: Evaluate) -> None:
    assert DEEPEST < 400
    assert evaluate(" && ".join(["true"] * 400)) is True
    assert evaluate(" || ".join(["false"] * 400)) is False


_FRAGMENTS = """
it . name names peer ( ) [ ] , ? : ! && || == != < <= > >= + - *
/ % in true false null 1 2.5 'a' "b" size has all exists map x duration '10s'
\\ // @ { } ' \" 0x é 10s exists_one filter known written seen glob string
"""
FRAGMENTS = st.sampled_from(_FRAGMENTS.split())


@given(st.one_of(st.text(max_size=40), st.lists(FRAGMENTS, max_size=14).map(" ".join)))
def test_any_text_is_an_expression_or_an_error_within_it(text: str) -> None:
    try:
        parse(text)
    except ExprError as error:
        assert 0 <= error.start <= error.end <= len(text)
        assert error.message


@given(st.text(max_size=40))
def test_tokens_lie_in_order(text: str) -> None:
    try:
        found = tokens(text)
    except ExprError:
        return
    assert found[-1].kind == "end"
    assert all(text[token.start : token.end] == token.text for token in found)
    assert [token.start for token in found] == sorted(token.start for token in found)
