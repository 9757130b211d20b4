"""Functions and methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add, mul
from typing import Any, TypeAlias

from linter.expr import macros
from linter.expr.constants import constant
from linter.expr.context import Code, Context, wrong
from linter.expr.error import ExprError, suggestion
from linter.expr.frame import Frame, Run, incomplete, refusal
from linter.expr.glob import matches
from linter.expr.literals import LIMIT
from linter.expr.nodes import Call, Literal, Node, Select
from linter.expr.paths import written
from linter.expr.render import text_of
from linter.expr.types import BOOL, DURATION, INT, STRING
from linter.facts.duration import parse_go
from linter.facts.value import Items, Unknown

Compile: TypeAlias = Callable[[Context, Call], Code]


def call(context: Context, node: Call) -> Code:
    """Any function, method or macro."""
    if node.target is None:
        found = FUNCTIONS.get(node.name)
        if found is not None:
            return found(context, node)
        if node.name in METHODS:
            raise _at_name(node, f"`{node.name}` is a method: write `x.{node.name}(…)`")
    else:
        found = METHODS.get(node.name)
        if found is not None:
            return found(context, node)
        if node.name in FUNCTIONS:
            raise _at_name(node, f"`{node.name}` is a function: write `{node.name}(…)`")
    known = FUNCTIONS if node.target is None else METHODS
    hint = _ELSEWHERE.get(node.name) or suggestion(node.name, known)
    raise _at_name(node, f"there is no function `{node.name}`{hint}")


def _at_name(node: Call, message: str) -> ExprError:
    return ExprError(message, node.at, node.at + len(node.name))


def arguments(node: Call, usage: str) -> list[Node]:
    """The target, if any, and the arguments; as many as ``usage`` shows."""
    found = node.arguments if node.target is None else [node.target, *node.arguments]
    wanted = (0 if usage.endswith("()") else usage.count(",") + 1) + (node.target is not None)
    if len(found) != wanted:
        raise wrong(node, f"write `{usage}`")
    return found


def _has(context: Context, node: Call) -> Code:
    (path,) = arguments(node, "has(x.y)")
    if not isinstance(path, Select):
        raise wrong(path, "`has` asks for a field: write `has(x.y)`")
    code = context.code(path)
    inner = code.run

    def run(frame: Frame) -> Any:
        found = inner(frame)
        return found if type(found) is Unknown else found is not None

    return Code(run, BOOL, code.cost + 1, total=True)


def _written(context: Context, node: Call) -> Code:
    (path,) = arguments(node, "written(x.y)")
    if not isinstance(path, Select):
        raise wrong(path, "`written` asks for a field: write `written(x.y)`")
    return written(context, path)


def _known(context: Context, node: Call) -> Code:
    (argument,) = arguments(node, "known(x)")
    code = context.code(argument)
    inner = code.run
    return Code(lambda frame: type(inner(frame)) is not Unknown, BOOL, code.cost + 1, total=True)


def _seen(context: Context, node: Call) -> Code:
    (argument,) = arguments(node, "seen(x)")
    code = context.code(argument)
    if code.type.item is None:
        raise wrong(argument, f"`seen` needs a list, not {code.type.noun}")
    inner = code.run

    def run(frame: Frame) -> Any:
        found = inner(frame)
        return Items(found.values) if type(found) is Items else found

    return code._replace(run=run, cost=code.cost + 1, path=None)


def _size(context: Context, node: Call) -> Code:
    (argument,) = arguments(node, "size(x)" if node.target is None else "x.size()")
    code = context.code(argument)
    if code.type.item is None and code.type.base != "string":
        raise wrong(argument, f"`size` needs a list or a string, not {code.type.noun}")
    inner, text = code.run, context.source(argument)

    def run(frame: Frame) -> Any:
        found = inner(frame)
        if type(found) is str:
            return len(found)
        if type(found) is not Items:
            return refusal(text, found)
        return len(found.values) if found.complete else incomplete(text)

    return Code(run, INT, code.cost + 1, total=True)


def _duration(context: Context, node: Call) -> Code:
    (argument,) = arguments(node, "duration('10s')")
    code = context.code(argument)
    if code.type.base != "string":
        raise wrong(argument, f"`duration` reads a string such as '10s', not {code.type.noun}")
    inner, text = code.run, context.source(argument)
    if isinstance(argument, Literal):
        found = parse_go(str(argument.value))
        if found is None:
            raise wrong(argument, f"`{argument.value}` is no duration; write '300ms', '10s', '1m30s' or '1h'")
        return constant(found, DURATION)

    def run(frame: Frame) -> Any:
        found = inner(frame)
        if type(found) is not str:
            return refusal(text, found)
        return parse_go(found) or Unknown(f"`{text}` is `{found}`, no duration")

    return Code(run, DURATION, code.cost + 1, total=True)


def _string(context: Context, node: Call) -> Code:
    (argument,) = arguments(node, "string(x)")
    code = context.code(argument)
    if code.type.base not in ("bool", "int", "float", "string", "duration", "version"):
        raise wrong(argument, f"there is no string of {code.type.noun}")
    inner, text = code.run, context.source(argument)

    def run(frame: Frame) -> Any:
        found = inner(frame)
        if found is None or type(found) is Unknown:
            return refusal(text, found)
        return Unknown(f"`{text}` is too large") if type(found) is int and abs(found) > LIMIT else text_of(found)

    return Code(run, STRING, code.cost + 1, total=True)


def _of_texts(usage: str, operation: Callable[[str, str], bool], price: Callable[[int, int], int] = add) -> Compile:
    """A question about two strings; ``price`` is what it costs in sixteenths of a step, from their lengths."""

    def compile_call(context: Context, node: Call) -> Code:
        one, other = arguments(node, usage)
        codes = [context.code(one), context.code(other)]
        for argument, code in zip((one, other), codes, strict=True):
            if code.type.base != "string":
                raise wrong(argument, f"`{node.name}` needs strings, not {code.type.noun}")
        run = _asked(codes[0].run, codes[1].run, operation, price, (context.source(one), context.source(other)))
        return Code(run, BOOL, codes[0].cost + codes[1].cost + 1, total=True)

    return compile_call


def _asked(
    left: Run,
    right: Run,
    operation: Callable[[str, str], bool],
    price: Callable[[int, int], int],
    texts: tuple[str, str],
) -> Run:
    def run(frame: Frame) -> Any:
        one, other = left(frame), right(frame)
        if type(one) is not str:
            return refusal(texts[0], one)
        if type(other) is not str:
            return refusal(texts[1], other)
        frame.spend(price(len(one), len(other)) >> 4)
        return operation(one, other)

    return run


FUNCTIONS: Mapping[str, Compile] = {
    "has": _has,
    "written": _written,
    "known": _known,
    "seen": _seen,
    "size": _size,
    "duration": _duration,
    "string": _string,
    "glob": _of_texts("glob(x, 'p*')", matches, price=mul),
}
METHODS: Mapping[str, Compile] = {
    "size": _size,
    "startsWith": _of_texts("x.startsWith('y')", str.startswith),
    "endsWith": _of_texts("x.endsWith('y')", str.endswith),
    "contains": _of_texts("x.contains('y')", str.__contains__),
    **macros.MACROS,
}
_ELSEWHERE: Mapping[str, str] = {
    "matches": ": write `glob(x, 'p*')`",
    "match": ": write `glob(x, 'p*')`",
    "length": ": write `size(x)`",
    "len": ": write `size(x)`",
    "any": ": write `x.exists(i, …)`",
    "some": ": write `x.exists(i, …)`",
    "defined": ": write `has(x.y)`",
    "version": ": compare with a string: `x < '0.97.0'`, `x in '>=1.0.0,<2.0.0'`",
    "int": " among CEL's that are here",
    "double": " among CEL's that are here",
    "timestamp": " among CEL's that are here",
}
