"""The macros over lists, CEL's only loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from linter.expr.context import Code, Context, wrong
from linter.expr.frame import Frame, Run, incomplete, refusal, resolve
from linter.expr.lists import as_item
from linter.expr.logic import truth
from linter.expr.nodes import Call, Name
from linter.expr.types import BOOL, items
from linter.facts.value import Items, Unknown, Value
from linter.record import NamedTuple

Rounds: TypeAlias = Callable[[Frame, Items], "Iterator[tuple[Value, Any]]"]
"""Each item with what the body gives for it."""


class _Macro(NamedTuple):
    """A macro's checked parts: its list, that list's text, and how to go over it."""

    base: Code
    body: Code
    text: str
    rounds: Rounds

    @property
    def cost(self) -> int:
        return self.base.cost + self.body.cost + 1


def _macro(context: Context, node: Call, *, asks: bool = True) -> _Macro:
    """Checks ``list.name(variable, body)``; a body that ``asks`` is a bool."""
    target = node.target or node
    base, text = context.code(target), context.source(target)
    if base.type.item is None:
        raise wrong(target, f"`{node.name}` goes over a list; `{text}` is {base.type.noun}")
    if len(node.arguments) != 2 or not isinstance(node.arguments[0], Name):
        raise wrong(node, f"write `x.{node.name}(i, …)`")
    variable, body = node.arguments[0], node.arguments[1]
    with context.variable(variable, base.type.item) as slot:
        code = truth(context, body, f"`{node.name}`") if asks else context.code(body)
    return _Macro(base, code, text, _rounds(code, slot, text))


def _rounds(body: Code, slot: int, text: str) -> Rounds:
    inner, cost = body.run, body.cost + 1

    def rounds(frame: Frame, found: Items) -> Iterator[tuple[Value, Any]]:
        for value in found.values:
            frame.spend(cost)
            frame.values[slot] = resolve(value.data, frame.facts, text)
            yield value, inner(frame)

    return rounds


def _quantifier(*, decides: bool) -> Callable[[Context, Call], Code]:
    """``exists`` is decided by one true, ``all`` by one false; else unknown items and unseen ones keep it open."""

    def compile_call(context: Context, node: Call) -> Code:
        macro = _macro(context, node)
        return Code(_quantified(macro, decides), BOOL, macro.cost, total=True)

    return compile_call


def _quantified(macro: _Macro, decides: bool) -> Run:
    outer, text, rounds = macro.base.run, macro.text, macro.rounds

    def run(frame: Frame) -> Any:
        found = outer(frame)
        if type(found) is not Items:
            return refusal(text, found)
        open_item: Unknown | None = None
        for _, answer in rounds(frame, found):
            if answer is decides:
                return decides
            if open_item is None and type(answer) is Unknown:
                open_item = answer
        if open_item is not None:
            return open_item
        return not decides if found.complete else incomplete(text)

    return run


def _exists_one(context: Context, node: Call) -> Code:
    """True for exactly one; two certain ones are enough for false."""
    macro = _macro(context, node)
    outer, text, rounds = macro.base.run, macro.text, macro.rounds

    def run(frame: Frame) -> Any:
        found = outer(frame)
        if type(found) is not Items:
            return refusal(text, found)
        hits = 0
        open_item: Unknown | None = None
        for _, answer in rounds(frame, found):
            if answer is True:
                hits += 1
                if hits == 2:
                    return False
            elif open_item is None and type(answer) is Unknown:
                open_item = answer
        if open_item is not None:
            return open_item
        return hits == 1 if found.complete else incomplete(text)

    return Code(run, BOOL, macro.cost, total=True)


def _filter(context: Context, node: Call) -> Code:
    """The items for which the body is true; unknown as a whole if it is unknown for one of them."""
    macro = _macro(context, node)
    outer, text, rounds = macro.base.run, macro.text, macro.rounds

    def run(frame: Frame) -> Any:
        found = outer(frame)
        if type(found) is not Items:
            return refusal(text, found)
        kept: list[Value] = []
        for value, answer in rounds(frame, found):
            if answer is True:
                kept.append(value)
            elif answer is not False:
                return answer
        return Items(tuple(kept), found.complete)

    return Code(run, macro.base.type, macro.cost, total=True)


def _map(context: Context, node: Call) -> Code:
    """What the body gives for each item; an unknown one is an unknown item of the result."""
    macro = _macro(context, node, asks=False)
    if macro.body.type.item is not None:
        raise wrong(node.arguments[1], "there are no lists of lists")
    outer, text, rounds = macro.base.run, macro.text, macro.rounds

    def run(frame: Frame) -> Any:
        found = outer(frame)
        if type(found) is not Items:
            return refusal(text, found)
        return Items(tuple(as_item(answer) for _, answer in rounds(frame, found)), found.complete)

    return Code(run, items(macro.body.type), macro.cost, total=True)


MACROS: Mapping[str, Callable[[Context, Call], Code]] = {
    "all": _quantifier(decides=False),
    "exists": _quantifier(decides=True),
    "exists_one": _exists_one,
    "filter": _filter,
    "map": _map,
}
