"""``==``, ``!=`` and the order."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from linter.expr.constants import constant
from linter.expr.context import Code, Context, wrong
from linter.expr.equality import same
from linter.expr.frame import Frame, Run, refusal
from linter.expr.nodes import Binary, Literal, Node
from linter.expr.types import BOOL, ExprType, unify, version
from linter.facts.duration import Duration
from linter.facts.value import Items, Unknown
from linter.versions.version import Scheme, Version, parse, scheme_called

_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NUMBERS = ("int", "float")
_ORDERED = (*_NUMBERS, "string", "duration", "version")


def equality(context: Context, node: Binary) -> Code:
    """``==`` and ``!=``; anything may be compared with ``null``, and that is never unknown for a known value."""
    left, right = _operands(context, node)
    one, other = left.type, right.type
    if not comparable(one, other):
        raise wrong(node, f"{one} and {other} can't be compared{_hint(one, other)}")
    return Code(_equal(left, right, equal=node.operator == "=="), BOOL, left.cost + right.cost + 1, total=True)


def comparable(one: ExprType, other: ExprType) -> bool:
    if "null" in (one.base, other.base):
        return True
    if one.base in _NUMBERS and other.base in _NUMBERS:
        return True
    return one.base != "block" and unify(one, other) is not None


def _equal(left: Code, right: Code, *, equal: bool) -> Run:
    first, second = left.run, right.run

    def run(frame: Frame) -> Any:
        one, other = first(frame), second(frame)
        if type(one) is Unknown:
            return one
        if type(other) is Unknown:
            return other
        return (one == other) is equal

    def structured(frame: Frame) -> Any:
        one, other = first(frame), second(frame)
        if isinstance(one, Items):
            frame.spend(len(one.values))
        found = same(one, other)
        return found if isinstance(found, Unknown) else found is equal

    return structured if "entity" in (left.type.base, right.type.base) or left.type.item or right.type.item else run


def order(context: Context, node: Binary) -> Code:
    """``<``, ``<=``, ``>``, ``>=`` of numbers, strings, durations and versions; null has no place in an order."""
    left, right = _operands(context, node)
    one, other = left.type, right.type
    numbers = one.base in _NUMBERS and other.base in _NUMBERS
    if not numbers and (one != other or one.base not in _ORDERED):
        raise wrong(node, f"{one} and {other} have no order{_hint(one, other)}")
    texts = context.source(node.left), context.source(node.right)
    sorts = (int, float) if numbers else _SORTS[one.base]
    run = _ordered(left.run, right.run, _ORDERS[node.operator], sorts, texts)
    if one.base == "version":
        run = _of_one_scheme(run)
    return Code(run, BOOL, left.cost + right.cost + 1, total=True)


_SORTS: Mapping[str, tuple[type, ...]] = {"string": (str,), "duration": (Duration,), "version": (Version,)}


def _ordered(
    left: Run, right: Run, before: Callable[[Any, Any], bool], sorts: tuple[type, ...], texts: tuple[str, str]
) -> Run:
    def run(frame: Frame) -> Any:
        one, other = left(frame), right(frame)
        if type(one) in sorts and type(other) in sorts:
            return before(one, other)
        return refusal(texts[0], one) if type(one) not in sorts else refusal(texts[1], other)

    return run


def _of_one_scheme(run: Run) -> Run:
    def guarded(frame: Frame) -> Any:
        try:
            return run(frame)
        except TypeError:
            return Unknown("the versions are of two schemes")

    return guarded


def _operands(context: Context, node: Binary) -> tuple[Code, Code]:
    """Both sides; a string beside a version is read as a version of its scheme."""
    left, right = context.code(node.left), context.code(node.right)
    if left.type.base == "version" and right.type.base == "string":
        return left, as_version(context, node.right, right, left.type)
    if left.type.base == "string" and right.type.base == "version":
        return as_version(context, node.left, left, right.type), right
    return left, right


def as_version(context: Context, node: Node, code: Code, kind: ExprType) -> Code:
    """The string ``node`` as a version of the scheme of ``kind``; a literal that is none is an ``ExprError``."""
    scheme = scheme_of(node, kind)
    if isinstance(node, Literal):
        found = parse(scheme, str(node.value))
        if found is None:
            raise wrong(node, f"`{node.value}` is no version ({scheme})")
        return constant(found, version(scheme))
    inner, text = code.run, context.source(node)

    def run(frame: Frame) -> Any:
        found = inner(frame)
        if type(found) is not str:
            return found
        return parse(scheme, found) or Unknown(f"`{text}` is `{found}`, no version ({scheme})")

    return Code(run, version(scheme), code.cost + 1, total=code.total)


def scheme_of(node: Node, kind: ExprType) -> Scheme:
    """The scheme of the version type ``kind``, by which the string ``node`` is read."""
    found = scheme_called(kind.of)
    if found is None:
        raise wrong(node, "the version beside it has no scheme by which to read this")
    return found


def _hint(one: ExprType, other: ExprType) -> str:
    bases = {one.base, other.base}
    if "duration" in bases and bases & {"string", *_NUMBERS}:
        return ": write `duration('10s')`"
    if "block" in bases:
        return ": a block is only compared with `null`"
    if bases == {"bool"}:
        return ": use `==`, `!`, `&&` and `||`"
    return ""
