"""Bools in three values: ``!``, ``&&``, ``||`` and ``? :`` after Kleene."""

from __future__ import annotations

from typing import Any

from linter.expr.context import Code, Context, wrong
from linter.expr.equality import same
from linter.expr.frame import Frame, Run, refusal
from linter.expr.nodes import Choice, Logic, Node, Unary
from linter.expr.types import BOOL, unify
from linter.facts.value import Unknown


def truth(context: Context, node: Node, where: str) -> Code:
    """``node`` as true, false or unknown; null is unknown, for a setting that isn't there is neither.

    ``where`` names the position for the error that a node of another type gets.
    """
    code = context.code(node)
    if code.type.base != "bool":
        text = context.source(node)
        hint = f": write `{text} != null`" if code.type.base in ("block", "entity") else ""
        raise wrong(node, f"{where} needs a bool; `{text}` is {code.type.noun}{hint}")
    if code.total:
        return code
    inner, text = code.run, context.source(node)

    def run(frame: Frame) -> Any:
        found = inner(frame)
        return found if found is True or found is False else refusal(text, found)

    return code._replace(run=run, total=True)


def negation(context: Context, node: Unary) -> Code:
    """``!x``."""
    code = truth(context, node.operand, "`!`")
    inner = code.run

    def run(frame: Frame) -> Any:
        found = inner(frame)
        if found is True:
            return False
        return True if found is False else found

    return Code(run, BOOL, code.cost + 1, total=True)


def logic(context: Context, node: Logic) -> Code:
    """``&&`` and ``||``; one operand that decides is enough, wherever it stands."""
    codes = [truth(context, part, f"`{node.operator}`") for part in node.parts]
    runs = tuple(code.run for code in codes)
    cost = sum(code.cost for code in codes) + 1
    return Code(_joined(runs, decides=node.operator == "||"), BOOL, cost, total=True)


def _joined(runs: tuple[Run, ...], *, decides: bool) -> Run:
    def run(frame: Frame) -> Any:
        open_part = None
        for part in runs:
            found = part(frame)
            if found is decides:
                return decides
            if open_part is None and type(found) is Unknown:
                open_part = found
        return not decides if open_part is None else open_part

    return run


def choice(context: Context, node: Choice) -> Code:
    """``test ? yes : no``; with an unknown test it is known only where both sides are the same."""
    test = truth(context, node.test, "the condition before `?`")
    yes, no = context.code(node.yes), context.code(node.no)
    kind = unify(yes.type, no.type)
    if kind is None:
        raise wrong(node, f"both sides of `:` need one type, not {yes.type} and {no.type}")
    first, left, right = test.run, yes.run, no.run

    def run(frame: Frame) -> Any:
        found = first(frame)
        if found is True:
            return left(frame)
        if found is False:
            return right(frame)
        one, other = left(frame), right(frame)
        return one if same(one, other) is True else found

    return Code(run, kind, test.cost + yes.cost + no.cost + 1, total=yes.total and no.total)
