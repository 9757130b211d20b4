"""Names, fields and indices."""

from __future__ import annotations

from typing import Any

from linter.expr.context import Code, Context, wrong
from linter.expr.error import ExprError, suggestion
from linter.expr.frame import Frame, Run, incomplete, refusal, resolve
from linter.expr.nodes import Index, Name, Select
from linter.expr.types import BOOL, ExprType, of_field
from linter.facts.entity import Entity
from linter.facts.kinds import Field
from linter.facts.value import ABSENT, Items, Unknown


def name(context: Context, node: Name) -> Code:
    """A macro's variable, or one of the names given."""
    variable = context.variables.get(node.name)
    if variable is not None:
        return Code(_value(variable[0]), variable[1], 1)
    if node.name not in context.names:
        raise context.unknown_name(node)
    return Code(_value(context.slot(node.name)), context.names[node.name], 1, path=(node.name, ()))


def _value(slot: int) -> Run:
    def run(frame: Frame) -> Any:
        return frame.values[slot]

    return run


def select(context: Context, node: Select) -> Code:
    """A field of an entity."""
    holder, field = held(context, node)
    kind = of_field(field)
    path = None if holder.path is None else (holder.path[0], (*holder.path[1], node.name))
    return Code(_field(holder.run, node.name, kind, context.source(node)), kind, holder.cost + 1, path=path)


def held(context: Context, node: Select) -> tuple[Code, Field]:
    """The code of the entity that ``node`` looks into, and the field it names."""
    holder = context.code(node.base)
    if holder.type.base != "entity":
        text = context.source(node.base)
        raise ExprError(f"`{text}` is {holder.type.noun} and has no fields", node.at, node.end)
    kind = context.kinds.get(holder.type.of)
    if kind is None:
        raise wrong(node.base, f"nobody declares the kind `{holder.type.of}`")
    field = kind.fields.get(node.name)
    if field is None:
        hint = suggestion(node.name, kind.fields)
        raise ExprError(f"`{kind.name}` has no field `{node.name}`{hint}", node.at, node.end)
    return holder, field


def _field(holder: Run, field: str, kind: ExprType, text: str) -> Run:
    """What an unknown entity has is unknown; what an absent one has is absent."""

    def plain(frame: Frame) -> Any:
        found = holder(frame)
        return found.fields.get(field, ABSENT).data if type(found) is Entity else found

    def entity(frame: Frame) -> Any:
        found = holder(frame)
        return resolve(found.fields.get(field, ABSENT).data, frame.facts, text) if type(found) is Entity else found

    return entity if kind.base == "entity" else plain


def index(context: Context, node: Index) -> Code:
    """An item by its number from 0."""
    base, at = context.code(node.base), context.code(node.index)
    if base.type.item is None:
        raise wrong(node.base, f"`{context.source(node.base)}` is {base.type.noun} and has no items")
    if at.type.base != "int":
        raise wrong(node.index, f"an item's number is an int, not {at.type.noun}")
    kind = base.type.item
    text, place, whole = context.source(node.base), context.source(node.index), context.source(node)

    def run(frame: Frame) -> Any:
        found, number = base.run(frame), at.run(frame)
        if type(found) is not Items:
            return refusal(text, found)
        if type(number) is not int:
            return refusal(place, number)
        if not found.complete:
            return incomplete(text)
        if not 0 <= number < len(found.values):
            return Unknown(f"`{whole}` does not exist")
        return resolve(found.values[number].data, frame.facts, whole)

    return Code(run, kind, base.cost + at.cost + 1)


def written(context: Context, node: Select) -> Code:
    """Whether the field's value is written in the input; unknown only where its entity is."""
    holder, _ = held(context, node)

    def run(frame: Frame) -> Any:
        found = holder.run(frame)
        if type(found) is Entity:
            return found.fields.get(node.name, ABSENT).origin != "default"
        return found if isinstance(found, Unknown) else False

    return Code(run, BOOL, holder.cost + 1, total=True)
