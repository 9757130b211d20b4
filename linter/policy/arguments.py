"""The data that a parameter's written value stands for."""

from __future__ import annotations

from typing import TypeAlias

from linter.facts.duration import Duration, parse_go
from linter.policy.model import Param

TYPES = ("bool", "int", "float", "string", "duration")
Argument: TypeAlias = "bool | int | float | str | Duration | None"


def argument(value: Param, type_: str) -> Argument:
    """``value`` as data of a parameter of ``type_``; raises ``ValueError`` with what is wrong about it."""
    if value is None:
        return None
    if type_ == "duration":
        parsed = parse_go(value) if isinstance(value, str) else None
        if parsed is None or parsed < Duration(0):
            raise ValueError(f"has to be a duration such as 10s, not `{value}`")
        return parsed
    if type_ == "float" and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    wanted = {"bool": bool, "int": int, "float": float, "string": str}[type_]
    if type(value) is not wanted:
        raise ValueError(f"has to be of type {type_}, not `{value}`")
    return value
