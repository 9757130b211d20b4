"""Pieces of sentences about rules."""

from __future__ import annotations

from collections.abc import Sequence

from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Evidence, Items, Unknown, Value

ANY = ("0.0.0.0", "*")  # noqa: S104  a rule's wildcard


def value(entity: Entity, name: str) -> Value:
    """A field, absent where it has none."""
    return entity.fields.get(name, ABSENT)


def listed(entity: Entity, name: str) -> tuple[str, ...]:
    """The texts of a list; what is not known as `…`."""
    found = value(entity, name).data
    return tuple(text(item) for item in found.values) if isinstance(found, Items) else ()


def text(found: Value) -> str:
    """A value as a text, `…` where it is not known."""
    return "…" if isinstance(found.data, Unknown) else "" if found.data is None else str(found.data)


def line(said: str, *about: Value) -> Evidence:
    """A line, at the first place where one of the values it is about is written."""
    slots = (one.slot for one in about if one.slot is not None and one.slot.exists and one.origin != "default")
    first = next(slots, None)
    return Evidence(said, None if first is None else first.place)


def items_line(said: str, entity: Entity, name: str) -> Evidence:
    """A line about a list, at its first item that is written."""
    found = value(entity, name).data
    return line(said, *(found.values if isinstance(found, Items) else ()))


def series(words: Sequence[str]) -> str:
    """`a`, `b` and `c`, each in backquotes."""
    quoted = [f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}" if quoted else ""


def sets(settings: Sequence[str]) -> tuple[str, ...]:
    """What settings do, a sentence for those whose meaning is not in their name."""
    said = []
    for setting in settings:
        name, _, given = setting.partition("=")
        if name == "disabled" and given.strip().lower() == "true":
            said.append(f"takes the providers out of use: consumers make no connection to them (`{setting}`)")
        elif name == "weight" and given.strip() == "0":
            said.append(f"gives them no new calls while others are there (`{setting}`)")
        elif name == "enabled":
            said.append(f"nothing by `{setting}`: it switches rules, never providers")
        else:
            said.append(f"sets `{setting}`")
    return tuple(said)
