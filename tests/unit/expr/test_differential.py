"""Random expressions of the common subset, against two other implementations of CEL.

``cel`` is the package common-expression-language (Rust), ``cel_expr_python`` Google's C++ implementation, which also
checks types. Where all give a value it is the same one. Where one side only gives a value, the difference is one that
``docs/expressions.md`` states; each test says which.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from linter.expr.compile import compile as compile_expr
from linter.expr.error import ExprError
from linter.expr.scope import Scope
from linter.expr.types import BOOL, DURATION, FLOAT, INT, NULL, STRING, ExprType, items
from linter.facts.base import FactBase
from linter.facts.duration import Duration
from linter.facts.value import Items, Unknown, Value

ERROR = object()
Outcome: TypeAlias = Any
"""A value; ``ERROR`` for a failed evaluation, ``Refused`` for an expression that isn't accepted."""


class Refused(str):
    """Why."""

    __slots__ = ()


DATA: Mapping[str, Any] = {
    "i": 3, "j": -7, "k": 0, "top": 2**63 - 1, "d": 1.5, "e": -0.25, "s": "relay", "w": "", "b": True, "c": False,
    "t": datetime.timedelta(seconds=10), "u": datetime.timedelta(milliseconds=-1500), "n": None,
    "li": [1, 2, 3], "lj": [], "ls": ["a", "relay", ""], "lb": [True, False],
}  # fmt: skip
TYPES: Mapping[str, ExprType] = {
    **dict.fromkeys(("i", "j", "k", "top"), INT),
    **dict.fromkeys(("d", "e"), FLOAT),
    **dict.fromkeys(("s", "w"), STRING),
    **dict.fromkeys(("b", "c"), BOOL),
    **dict.fromkeys(("t", "u"), DURATION),
    "n": NULL,
    **dict.fromkeys(("li", "lj"), items(INT)),
    "ls": items(STRING),
    "lb": items(BOOL),
}
LEAVES: Mapping[str, list[str]] = {
    "int": ["i", "j", "k", "top", "0", "1", "2", "-3", "0x10", "9223372036854775807", "-9223372036854775808"],
    "float": ["d", "e", "0.0", "2.5", "1e3", "-0.5", ".25"],
    "string": ["s", "w", "''", "'relay'", '"a"', r"'\u0061\n'", r"r'\d'"],
    "bool": ["b", "c", "true", "false"],
    "duration": ["t", "u", "duration('1s')", "duration('1m30s')", "duration('-0.5s')"],
    "ints": ["li", "lj", "[1, 2]", "[i, j, 1]"],
    "strings": ["ls", "['relay', 'x']", "[s]"],
    "bools": ["lb", "[b, c]"],
}
RECIPES: Mapping[str, list[tuple[str, ...]]] = {
    "int": [
        *((f"{{0}} {sign} {{1}}", "int", "int") for sign in "+-*/%"),
        ("-{0}", "int"),
        ("size({0})", "string"),
        ("size({0})", "ints"),
        ("{0}.size()", "strings"),
        ("{0} ? {1} : {2}", "bool", "int", "int"),
        ("{0}[{1}]", "ints", "int"),
    ],
    "float": [
        *((f"{{0}} {sign} {{1}}", "float", "float") for sign in "+-*"),
        ("{0} / 4.0", "float"),
        ("-{0}", "float"),
        ("{0} ? {1} : {2}", "bool", "float", "float"),
    ],
    "string": [
        ("{0} + {1}", "string", "string"),
        ("{0} ? {1} : {2}", "bool", "string", "string"),
        ("{0}[{1}]", "strings", "int"),
    ],
    "duration": [
        ("{0} + {1}", "duration", "duration"),
        ("{0} - {1}", "duration", "duration"),
        ("{0} ? {1} : {2}", "bool", "duration", "duration"),
    ],
    "bool": [
        *(
            (f"{{0}} {sign} {{1}}", sort, sort)
            for sign in ("==", "!=")
            for sort in ("int", "string", "bool", "duration")
        ),
        *(
            (f"{{0}} {sign} {{1}}", sort, sort)
            for sign in ("<", "<=", ">", ">=")
            for sort in ("int", "float", "string")
        ),
        *((f"{{0}} {sign} {{1}}", "duration", "duration") for sign in ("<", "<=", ">", ">=", "==")),
        ("{0} && {1}", "bool", "bool"),
        ("{0} || {1}", "bool", "bool"),
        ("{0} && {1} || {2}", "bool", "bool", "bool"),
        ("!{0}", "bool"),
        ("{0} ? {1} : {2}", "bool", "bool", "bool"),
        ("{0} in {1}", "int", "ints"),
        ("{0} in {1}", "string", "strings"),
        ("{0} == {1}", "ints", "ints"),
        ("{0}.startsWith({1})", "string", "string"),
        ("{0}.endsWith({1})", "string", "string"),
        ("{0}.contains({1})", "string", "string"),
        *((f"{{0}}.{macro}(x@, x@ > {{1}})", "ints", "int") for macro in ("all", "exists", "exists_one")),
        *((f"{{0}}.{macro}(x@, x@ == {{1}} || {{2}})", "strings", "string", "bool") for macro in ("all", "exists")),
        ("{0}.exists_one(x@, 6 / x@ == {1})", "ints", "int"),
        ("{0}[{1}]", "bools", "int"),
        ("n == null && {0}", "bool"),
    ],
    "ints": [
        ("[{0}, {1}]", "int", "int"),
        ("{0}.map(x@, x@ + {1})", "ints", "int"),
        ("{0}.filter(x@, x@ < {1})", "ints", "int"),
        ("{0}.map(x@, size(x@))", "strings"),
        ("{0} ? {1} : {2}", "bool", "ints", "ints"),
    ],
    "strings": [("{0}.map(x@, x@ + {1})", "strings", "string"), ("{0}.filter(x@, x@ != {1})", "strings", "string")],
    "bools": [("{0}.map(x@, x@ > {1})", "ints", "int"), ("[{0}, !{1}]", "bool", "bool")],
}
SORTS = sorted(LEAVES)


@st.composite
def expressions(draw: st.DrawFn, depth: int = 4, mistakes: bool = False) -> str:
    """The text of an expression; with ``mistakes`` now and then of another type than its place asks for."""
    counter = [0]

    def build(sort: str, left: int) -> str:
        if mistakes and draw(st.integers(0, 11)) == 0:
            sort = draw(st.sampled_from(SORTS))
        if left == 0 or draw(st.integers(0, 3)) == 0:
            return draw(st.sampled_from(LEAVES[sort]))
        recipe, *parts = draw(st.sampled_from(RECIPES[sort]))
        inner = [build(part, left - 1) for part in parts]
        wrapped = [text if draw(st.integers(0, 4)) == 0 else f"({text})" for text in inner]
        counter[0] += 1
        return recipe.replace("@", str(counter[0])).format(*wrapped)

    return build(draw(st.sampled_from(SORTS)), depth)


def plain(value: Any) -> Any:
    """Values of the three sides in one form, in which 1, 1.0 and true differ."""
    if isinstance(value, Items):
        return [plain(item.data) for item in value.values]
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, Unknown):
        return ERROR
    if isinstance(value, datetime.timedelta):
        return ("duration", value // datetime.timedelta(microseconds=1) * 1_000)
    if isinstance(value, Duration):
        return ("duration", value.nanoseconds)
    return (type(value).__name__, value)


def given_data(value: Any) -> Any:
    """A value of ``DATA`` as a fact."""
    if isinstance(value, datetime.timedelta):
        return Duration(value // datetime.timedelta(microseconds=1) * 1_000)
    return Items(tuple(Value(item) for item in value)) if isinstance(value, list) else value


SCOPE = Scope({name: given_data(value) for name, value in DATA.items()}, FactBase())


def ours(text: str) -> Outcome:
    try:
        program = compile_expr(text, TYPES, {})
    except ExprError as error:
        return Refused(error.message)
    found = plain(program.evaluate(SCOPE))
    return ERROR if found is ERROR or (isinstance(found, list) and ERROR in found) else found


@pytest.fixture(scope="session")
def rust() -> Callable[[str], Outcome]:
    cel = pytest.importorskip("cel", reason="common-expression-language needs Python 3.11")

    def run(text: str) -> Outcome:
        try:
            program = cel.compile(text)
        except ValueError as error:
            return Refused(error)
        try:
            return plain(program.execute(dict(DATA)))
        except (TypeError, ValueError, ArithmeticError, LookupError, RuntimeError):
            return ERROR

    return run


@pytest.fixture(scope="session")
def google() -> Callable[[str], Outcome]:
    cel = pytest.importorskip("cel_expr_python.cel", reason="cel-expr-python needs Python 3.11")
    kinds = {
        BOOL: cel.Type.BOOL, INT: cel.Type.INT, FLOAT: cel.Type.DOUBLE, STRING: cel.Type.STRING,
        DURATION: cel.Type.DURATION, NULL: cel.Type.NULL,
    }  # fmt: skip
    variables = {
        name: kinds[kind] if kind.item is None else cel.Type.List(kinds[kind.item]) for name, kind in TYPES.items()
    }
    env = cel.NewEnv(variables=variables)

    def run(text: str) -> Outcome:
        try:
            program = env.compile(text)
        except RuntimeError as error:
            return Refused(error)
        found = program.eval(data=DATA)
        return ERROR if found.type() == cel.Type.ERROR else plain(found.plain_value())

    return run


EFFORT = settings(max_examples=min(settings().max_examples, 8_000))
"""A full run takes minutes."""
STRICTER = re.compile(
    r"the items of a list have one type|there are no lists of lists|there is no `list.* \+ list"
    r"|bool and bool have no order"
)
"""What CEL accepts and we refuse, in our words."""
_DURATION = r"google\.protobuf\.Duration"
LAXER = re.compile(
    rf"'_(==|!=|<|<=|>|>=)_' applied to '\((int, double|double, int)\)'"
    rf"|'_\*_' applied to '\((int, {_DURATION}|{_DURATION}, int)\)'"
)
"""What CEL refuses and we accept, in Google's words: comparing an int with a float, a multiple of a duration."""
PAIRS = re.compile("!!|--")
"""Google's parser drops such pairs and never asks what they stand before."""
MORE_DEFINED = ("?", "exists_one", "map(", "[")
"""Where we may know more than an error: a choice between equals, two certain hits, lists with one bad item."""


@EFFORT
@given(text=expressions())
def test_same_as_google(google: Callable[[str], Outcome], text: str) -> None:
    assume(not PAIRS.search(text))
    mine, theirs = ours(text), google(text)
    if isinstance(mine, Refused) and isinstance(theirs, Refused):
        event("refused by both")
        return
    if theirs is ERROR and mine is not ERROR and not isinstance(mine, Refused):
        assert any(part in text for part in MORE_DEFINED), text
        event("only ours is a value")
        return
    assert mine == theirs, text
    event("error in both" if mine is ERROR else "same value")


@EFFORT
@given(text=expressions(mistakes=True))
def test_mistakes_are_refused_as_by_google(google: Callable[[str], Outcome], text: str) -> None:
    assume(not PAIRS.search(text))
    mine, theirs = ours(text), google(text)
    if isinstance(mine, Refused) and not isinstance(theirs, Refused):
        assert STRICTER.search(mine), (text, mine)
        event("refused by us alone")
    elif isinstance(theirs, Refused) and not isinstance(mine, Refused):
        assert LAXER.search(theirs), (text, theirs)
        event("refused by Google alone")
    else:
        event("refused by both" if isinstance(mine, Refused) else "accepted by both")


@EFFORT
@given(text=expressions(mistakes=True))
def test_same_as_rust(rust: Callable[[str], Outcome], text: str) -> None:
    """It checks no types, so only values can differ."""
    mine, theirs = ours(text), rust(text)
    if any(outcome is ERROR or isinstance(outcome, Refused) for outcome in (mine, theirs)):
        event("one or both without value")
        return
    assert mine == theirs, text
    event("same value")
