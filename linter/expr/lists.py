"""Lists, and ``in``."""

from __future__ import annotations

from typing import Any

from linter.expr.comparison import as_version, comparable, scheme_of
from linter.expr.context import Code, Context, wrong
from linter.expr.equality import same
from linter.expr.error import ExprError
from linter.expr.frame import Frame, Run, incomplete, refusal, resolve
from linter.expr.nodes import Binary, ListOf, Literal, Node
from linter.expr.types import BOOL, NULL, ExprType, items, unify
from linter.facts.entity import Entity
from linter.facts.value import Items, Unknown, Value
from linter.versions.ranges import Range, RangeError
from linter.versions.version import Scheme


def list_of(context: Context, node: ListOf) -> Code:
    """``[a, b]``: items of one type."""
    codes = [context.code(part) for part in node.parts]
    return _listed(node, codes)


def _listed(node: ListOf, codes: list[Code]) -> Code:
    kind = NULL
    for part, code in zip(node.parts, codes, strict=True):
        if code.type.item is not None:
            raise wrong(part, "there are no lists of lists")
        joined = unify(kind, code.type)
        if joined is None:
            raise wrong(part, f"the items of a list have one type; this is {code.type.noun}, those before {kind.noun}")
        kind = joined
    runs = tuple(code.run for code in codes)

    def run(frame: Frame) -> Any:
        return Items(tuple(as_item(part(frame)) for part in runs))

    return Code(run, items(kind), sum(code.cost for code in codes) + 1, total=True)


def as_item(found: Any) -> Value:
    """What an expression gave as an item of a list; lists hold entities by their refs."""
    return Value(found.ref if isinstance(found, Entity) else found)


def membership(context: Context, node: Binary) -> Code:
    """``x in list``, or ``version in '>=a,<b'``."""
    left = context.code(node.left)
    if left.type.base == "version" and isinstance(node.right, ListOf):
        right = _listed(node.right, [_item_version(context, part, left.type) for part in node.right.parts])
    else:
        right = context.code(node.right)
    if left.type.base == "version" and right.type.base == "string":
        return _in_range(context, node, left, right)
    if right.type.item is None:
        hint = ": write `x.contains(y)`" if right.type.base == "string" else ""
        raise wrong(node.right, f"`in` needs a list, not {right.type.noun}{hint}")
    if not comparable(left.type, right.type.item):
        raise wrong(node, f"{right.type.noun} never holds {left.type.noun}")
    run = _member(left.run, right.run, context.source(node.right))
    return Code(run, BOOL, left.cost + right.cost + 1, total=True)


def _item_version(context: Context, node: Node, kind: ExprType) -> Code:
    code = context.code(node)
    return as_version(context, node, code, kind) if code.type.base == "string" else code


def _member(left: Run, right: Run, text: str) -> Run:
    """Kleene's "or" over ``x == item``; items that the input may not show keep a "no" open."""

    def run(frame: Frame) -> Any:
        one, among = left(frame), right(frame)
        if type(among) is not Items:
            return refusal(text, among)
        frame.spend(len(among.values))
        open_item: Unknown | None = None
        for value in among.values:
            found = same(one, resolve(value.data, frame.facts, text) if isinstance(one, Entity) else value.data)
            if found is True:
                return True
            if found is not False and open_item is None:
                open_item = found
        if open_item is not None:
            return open_item
        return False if among.complete else incomplete(text)

    return run


def _in_range(context: Context, node: Binary, left: Code, right: Code) -> Code:
    scheme = scheme_of(node.right, left.type)
    text, range_text = context.source(node.left), context.source(node.right)
    first, second = left.run, right.run
    constant = _constant_range(context, node.right, scheme) if isinstance(node.right, Literal) else None

    def run(frame: Frame) -> Any:
        found = first(frame)
        if found is None or type(found) is Unknown:
            return refusal(text, found)
        meant = constant if constant is not None else _read_range(second(frame), scheme, range_text)
        if type(meant) is not Range:
            return meant
        try:
            return meant.contains(found)
        except TypeError:
            return refusal(text, found)

    return Code(run, BOOL, left.cost + right.cost + 1, total=True)


def _constant_range(context: Context, node: Literal, scheme: Scheme) -> Range:
    value = str(node.value)
    try:
        return Range.parse(scheme, value)
    except RangeError as error:
        # Within the quotes offsets are those of the value, unless escapes or a prefix move them.
        inside = context.text[node.start + 1 : node.end - 1] == value
        start, end = (node.start + 1 + error.start, node.start + 1 + error.end) if inside else (node.start, node.end)
        raise ExprError(error.message, start, end) from error


def _read_range(found: Any, scheme: Scheme, text: str) -> Any:
    if type(found) is not str:
        return refusal(text, found)
    try:
        return Range.parse(scheme, found)
    except RangeError as error:
        return Unknown(f"`{text}` is `{found}`, no range: {error.message}")
