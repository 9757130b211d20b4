"""``+``, ``-``, ``*``, ``/`` and ``%``, as CEL has them, where what fails is unknown."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, TypeAlias

from linter.expr.context import Code, Context, wrong
from linter.expr.frame import LONGEST_TEXT, Frame, refusal
from linter.expr.literals import LIMIT
from linter.expr.nodes import Binary, Unary
from linter.expr.types import DURATION, FLOAT, INT, STRING, ExprType
from linter.facts.duration import FOREVER, Duration
from linter.facts.value import Unknown

Operation: TypeAlias = Callable[[Any, Any], Any]
"""Gives the result, or ``None`` where there is none; may raise ``ArithmeticError``."""


def _whole(value: int) -> int | None:
    return value if -LIMIT <= value < LIMIT else None


def _quotient(one: int, other: int) -> int | None:
    """Rounded towards zero, as in CEL."""
    found = abs(one) // abs(other)
    return _whole(found if (one < 0) == (other < 0) else -found)


def _rest(one: int, other: int) -> int | None:
    """With the sign of ``one``, as in CEL."""
    found = abs(one) % abs(other)
    return _whole(-found if one < 0 else found)


def _real(value: float) -> float | None:
    return value if isfinite(value) else None


def _lasting(value: Duration) -> Duration | None:
    return value if value.nanoseconds is None or _whole(value.nanoseconds) is not None else None


def _shorter(one: Duration, other: Duration) -> Duration | None:
    if other.nanoseconds is None:
        return None
    return FOREVER if one.nanoseconds is None else _lasting(Duration(one.nanoseconds - other.nanoseconds))


def _joined(one: str, other: str) -> str | None:
    return one + other if len(one) + len(other) <= LONGEST_TEXT else None


def _times(one: Any, other: Any) -> Duration | None:
    return _lasting(one * other)


_OPERATIONS: Mapping[tuple[str, str, str], tuple[Operation, ExprType]] = {
    ("int", "+", "int"): (lambda one, other: _whole(one + other), INT),
    ("int", "-", "int"): (lambda one, other: _whole(one - other), INT),
    ("int", "*", "int"): (lambda one, other: _whole(one * other), INT),
    ("int", "/", "int"): (_quotient, INT),
    ("int", "%", "int"): (_rest, INT),
    ("float", "+", "float"): (lambda one, other: _real(float(one) + other), FLOAT),
    ("float", "-", "float"): (lambda one, other: _real(float(one) - other), FLOAT),
    ("float", "*", "float"): (lambda one, other: _real(float(one) * other), FLOAT),
    ("float", "/", "float"): (lambda one, other: _real(operator.truediv(float(one), other)), FLOAT),
    ("string", "+", "string"): (_joined, STRING),
    ("duration", "+", "duration"): (lambda one, other: _lasting(one + other), DURATION),
    ("duration", "-", "duration"): (_shorter, DURATION),
    ("int", "*", "duration"): (_times, DURATION),
    ("duration", "*", "int"): (_times, DURATION),
}
_SORTS: Mapping[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (float, int),
    "string": (str,),
    "duration": (Duration,),
}


def arithmetic(context: Context, node: Binary) -> Code:
    """An operation on two operands; null, overflow and division by zero make it unknown."""
    left, right = context.code(node.left), context.code(node.right)
    found = _OPERATIONS.get((left.type.base, node.operator, right.type.base))
    if found is None:
        raise wrong(node, f"there is no `{left.type} {node.operator} {right.type}`{_hint(left.type, right.type)}")
    operation, kind = found
    first, second = left.run, right.run
    sorts, other_sorts = _SORTS[left.type.base], _SORTS[right.type.base]
    text, other_text, whole = context.source(node.left), context.source(node.right), context.source(node)

    def run(frame: Frame) -> Any:
        one, other = first(frame), second(frame)
        if type(one) not in sorts:
            return refusal(text, one)
        if type(other) not in other_sorts:
            return refusal(other_text, other)
        try:
            result = operation(one, other)
        except ZeroDivisionError:
            return Unknown(f"`{whole}` divides by zero")
        except OverflowError:
            result = None
        if type(result) is str:
            frame.spend(len(result) >> 6)
        return Unknown(f"`{whole}` is too large") if result is None else result

    return Code(run, kind, left.cost + right.cost + 1, total=True)


def negative(context: Context, node: Unary) -> Code:
    """``-x`` of an int or a float."""
    code = context.code(node.operand)
    if code.type.base not in ("int", "float"):
        raise wrong(node, f"there is no `-{code.type}`")
    sorts = _SORTS[code.type.base]
    inner, text, whole = code.run, context.source(node.operand), context.source(node)

    def run(frame: Frame) -> Any:
        found = inner(frame)
        if type(found) not in sorts:
            return refusal(text, found)
        return Unknown(f"`{whole}` is too large") if type(found) is int and found == -LIMIT else -found

    return Code(run, code.type, code.cost + 1, total=True)


def _hint(one: ExprType, other: ExprType) -> str:
    bases = {one.base, other.base}
    if bases == {"int", "float"}:
        return ": write the int as `2.0`"
    if bases == {"duration", "float"}:
        return ": a duration is multiplied by an int"
    if "string" in bases and len(bases) > 1 and not bases & {"items", "entity", "block", "null"}:
        return ": `string(x)` makes a string of it"
    return ""
