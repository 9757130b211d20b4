"""No expression runs for long, however it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from linter.expr.compile import compile as compile_expr
from linter.expr.frame import LONGEST_TEXT
from linter.expr.glob import matches
from linter.expr.scope import Scope
from linter.expr.types import STRING, items
from linter.facts.base import FactBase
from linter.facts.value import Items, Unknown, Value

Evaluate = Callable[[str], Any]
TEN = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"
EXPENSIVE = ["the expression is too expensive"]


def nested(levels: int) -> str:
    text = "true"
    for level in range(levels):
        text = f"{TEN}.all(v{level}, {text})"
    return text


def test_nested_loops_stop(evaluate: Evaluate) -> None:
    assert evaluate(nested(3)) is True
    assert evaluate(nested(7)) == EXPENSIVE
    assert evaluate(f"known({nested(7)}) || true") == EXPENSIVE


def test_what_is_not_reached_costs_nothing(evaluate: Evaluate) -> None:
    assert evaluate(f"true || {nested(7)}") is True
    assert evaluate(f"false ? {nested(7)} : false") is False


def test_each_evaluation_has_its_own_budget(evaluate: Evaluate) -> None:
    assert [evaluate(nested(4)) for _ in range(9)] == [True] * 9


def test_texts_do_not_grow_without_end(evaluate: Evaluate) -> None:
    doubling = "['0123456789abcdef']" + ".map(s, s + s)" * 20
    assert evaluate(doubling + ".map(s, size(s))[0]") == ["`s + s` is too large"]
    assert evaluate("['0123456789abcdef']" + ".map(s, s + s)" * 12 + "[0].size()") == LONGEST_TEXT


def test_searching_long_texts_counts() -> None:
    long = Items(tuple(Value("a" * 50_000) for _ in range(500)))
    for text in ("xs.exists(x, x.contains('b'))", "xs.exists(x, glob(x, '*a*a*b'))", "xs.exists(x, x + 'b' == '')"):
        found = compile_expr(text, {"xs": items(STRING)}, {}).evaluate(Scope({"xs": long}, FactBase()))
        assert found == Unknown("the expression is too expensive"), text


def test_comparing_long_lists_counts() -> None:
    long = Items(tuple(Value("a") for _ in range(1_000)))
    for text in ("xs.all(x, xs == xs)", "xs.all(x, !('b' in xs))"):
        found = compile_expr(text, {"xs": items(STRING)}, {}).evaluate(Scope({"xs": long}, FactBase()))
        assert found == Unknown("the expression is too expensive"), text


@pytest.mark.parametrize("pattern", ["*a" * 30 + "b", "a" * 30 + "*" * 30 + "b", "?*" * 30 + "b"])
def test_globs_do_not_backtrack_without_end(pattern: str) -> None:
    assert not matches("a" * 1_000, pattern)
