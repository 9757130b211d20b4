"""From an expression's text to a program."""

from __future__ import annotations

from collections.abc import Mapping

from linter.expr import arithmetic, comparison, constants, functions, lists, logic, nodes, paths
from linter.expr.context import Code, Compile, Context
from linter.expr.parser import parse
from linter.expr.program import Program
from linter.expr.types import ExprType
from linter.facts.kinds import Kind


def compile(text: str, names: Mapping[str, ExprType], kinds: Mapping[str, Kind]) -> Program:  # noqa: A001
    """Checks and compiles ``text``.

    ``kinds`` has every kind that the types of names and of fields refer to. Raises ``ExprError`` with offsets of
    ``text``.
    """
    context = Context(text, names, kinds, _TABLE)
    code = context.code(parse(text))
    return Program(text, code, context.slots, context.size)


def _binary(context: Context, node: nodes.Binary) -> Code:
    return _OPERATORS.get(node.operator, arithmetic.arithmetic)(context, node)


def _unary(context: Context, node: nodes.Unary) -> Code:
    return logic.negation(context, node) if node.operator == "!" else arithmetic.negative(context, node)


_OPERATORS: Mapping[str, Compile] = {
    **dict.fromkeys(("==", "!="), comparison.equality),
    **dict.fromkeys(("<", "<=", ">", ">="), comparison.order),
    "in": lists.membership,
}
_TABLE: Mapping[type, Compile] = {
    nodes.Literal: constants.literal,
    nodes.Name: paths.name,
    nodes.Select: paths.select,
    nodes.Index: paths.index,
    nodes.Call: functions.call,
    nodes.Unary: _unary,
    nodes.Binary: _binary,
    nodes.Logic: logic.logic,
    nodes.Choice: logic.choice,
    nodes.ListOf: lists.list_of,
}
