"""The types of expressions: those of fields, entities, lists, and null."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from linter.facts.kinds import Field
from linter.record import NamedTuple

Base: TypeAlias = Literal["bool", "int", "float", "string", "duration", "version", "block", "entity", "items", "null"]


class ExprType(NamedTuple):
    """A type. ``of`` is an entity's kind or a version's scheme, ``item`` the type of a list's items."""

    base: Base
    of: str = ""
    item: ExprType | None = None

    @property
    def noun(self) -> str:
        """The type with its article."""
        text = str(self)
        return text if self.base == "null" else f"an {text}" if text[0] in "aeiou" else f"a {text}"

    def __str__(self) -> str:
        if self.base == "entity":
            return self.of
        return f"list of {self.item}" if self.item is not None and self.item.base != "null" else _WORDS[self.base]


_WORDS: Mapping[str, str] = {base: base for base in get_args(Base)} | {"items": "list"}

BOOL = ExprType("bool")
INT = ExprType("int")
FLOAT = ExprType("float")
STRING = ExprType("string")
DURATION = ExprType("duration")
BLOCK = ExprType("block")
NULL = ExprType("null")

_SIMPLE: Mapping[str, ExprType] = {kind.base: kind for kind in (BOOL, INT, FLOAT, STRING, DURATION, BLOCK)}


def entity(kind: str) -> ExprType:
    """An entity of ``kind``."""
    return ExprType("entity", kind)


def version(scheme: str) -> ExprType:
    """A version of ``scheme`` (``semver`` or ``maven``)."""
    return ExprType("version", scheme)


def items(item: ExprType) -> ExprType:
    """A list of ``item``; lists of lists do not exist."""
    return ExprType("items", item=item)


def of_field(field: Field) -> ExprType:
    """The type of a declared field."""
    if field.type == "ref":
        return entity(field.of)
    if field.type == "version":
        return version(field.of)
    if field.type == "items":
        return items(of_name(field.of))
    return _SIMPLE[field.type]


def of_name(name: str) -> ExprType:
    """The type that a parameter or the ``of`` of ``items`` names: a base type, or a kind for entities."""
    return _SIMPLE.get(name) or (version("") if name == "version" else entity(name))


def unify(one: ExprType, other: ExprType) -> ExprType | None:
    """The type of something that is ``one`` or ``other``; anything may also be null."""
    if one == other or other.base == "null":
        return one
    if one.base == "null":
        return other
    if one.item is not None and other.item is not None:
        inner = unify(one.item, other.item)
        return None if inner is None else items(inner)
    return None
