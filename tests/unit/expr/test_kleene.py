"""The laws of three-valued logic, over random bools that may be unknown, and what knowing more may change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from linter.expr.compile import compile as compile_expr
from linter.expr.scope import Scope
from linter.expr.types import BOOL, ExprType, items
from linter.facts.base import FactBase
from linter.facts.value import Items, Unknown, Value

FACTS = FactBase()
NAMES: Mapping[str, ExprType] = {"a": BOOL, "b": BOOL, "c": BOOL, "xs": items(BOOL)}
THREE = st.sampled_from([True, False, Unknown("u1"), Unknown("u2")])
LISTS = st.builds(
    lambda values, complete: Items(tuple(Value(value) for value in values), complete),
    st.lists(THREE, max_size=4),
    st.booleans(),
)


def truth(text: str, **values: Any) -> bool | None:
    """True, false, or ``None`` for unknown."""
    found = compile_expr(text, NAMES, {}).evaluate(Scope(values, FACTS))
    if isinstance(found, Unknown):
        return None
    assert isinstance(found, bool)
    return found


EQUAL = [
    ("a && b", "b && a"),
    ("a || b", "b || a"),
    ("a && (b && c)", "(a && b) && c"),
    ("a || b || c", "(a || b) || c"),
    ("!(a && b)", "!a || !b"),
    ("!(a || b)", "!a && !b"),
    ("!!a", "a || a"),
    ("a && (b || c)", "a && b || a && c"),
    ("a || b && c", "(a || b) && (a || c)"),
    ("a && true", "a || false"),
    ("a && (a || b)", "a && a"),
    ("a != b", "!(a == b)"),
    ("a ? b : c", "a && b || !a && c || b && c"),
    ("xs.all(x, x)", "!xs.exists(x, !x)"),
    ("xs.exists(x, x && a)", "xs.exists(x, a && x)"),
    ("xs.map(x, !x).all(x, x)", "xs.all(x, !x)"),
    ("true in xs", "xs.exists(x, x == true)"),
]


@given(THREE, THREE, THREE, LISTS)
def test_laws(a: object, b: object, c: object, xs: Items) -> None:
    for left, right in EQUAL:
        assert truth(left, a=a, b=b, c=c, xs=xs) == truth(right, a=a, b=b, c=c, xs=xs), (left, right)


TEXTS = st.recursive(
    st.sampled_from(["a", "b", "c", "true", "false"]),
    lambda inner: st.one_of(
        inner.map(lambda text: f"!({text})"),
        st.tuples(inner, st.sampled_from(["&&", "||", "==", "!="]), inner).map(
            lambda part: f"({part[0]}) {part[1]} ({part[2]})"
        ),
        st.tuples(inner, inner, inner).map(lambda part: f"({part[0]}) ? ({part[1]}) : ({part[2]})"),
        inner.map(lambda text: f"({text}) in [a, b]"),
    ),
    max_leaves=8,
)


@given(TEXTS, st.tuples(THREE, THREE, THREE), st.tuples(*[st.booleans()] * 3))
def test_learning_what_was_unknown_never_overturns_an_answer(
    text: str, before: tuple[object, object, object], learned: tuple[bool, bool, bool]
) -> None:
    xs = Items(())
    after = [new if isinstance(old, Unknown) else old for old, new in zip(before, learned, strict=True)]
    early = truth(text, **dict(zip("abc", before, strict=True)), xs=xs)
    late = truth(text, **dict(zip("abc", after, strict=True)), xs=xs)
    assert late is not None
    assert early in (None, late)


QUESTIONS = [
    "xs.exists(x, x)",
    "xs.all(x, x)",
    "xs.exists_one(x, x)",
    "xs.filter(x, x).exists(y, true)",
    "xs.map(x, !x).all(y, y)",
    "true in xs",
    "size(xs) > 2",
    "xs == [true]",
    "xs[0]",
]


@given(LISTS, LISTS)
def test_items_that_turn_up_later_never_overturn_an_answer(seen: Items, later: Items) -> None:
    whole = Items((*seen.values, *later.values))
    for text in QUESTIONS:
        early = truth(text, xs=Items(seen.values, complete=False))
        late = truth(text, xs=whole)
        assert early is None or late is None or early == late, text
