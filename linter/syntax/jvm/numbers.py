"""Whole numbers in code, and constants that are made of them (JLS 15.29): ``60 * 1000``, ``0x10``, ``5_000L``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add, mul, sub

_BASES: Mapping[str, int] = {"0x": 16, "0b": 2}
_MADE: Mapping[str, Callable[[int, int], int]] = {"*": mul, "+": add, "-": sub}
_LIMIT = 2**31
"""What an int of the JVM can't hold; past it sums wrap around."""


def whole(written: str) -> int | None:
    """The value of a literal, ``None`` for what is no whole number or does not fit an int."""
    digits = written.replace("_", "").lower().removesuffix("l")
    sign, digits = (-1, digits[1:]) if digits.startswith("-") else (1, digits)
    base = _BASES.get(digits[:2])
    if base is None and len(digits) > 1 and digits.startswith("0"):
        base = 8
    try:
        value = sign * int(digits, base or 10)
    except ValueError:
        return None
    return value if abs(value) < _LIMIT else None


def literal(written: str) -> str:
    """A literal as the text of a setting: decimal if it is a whole number, else as it is written."""
    value = whole(written)
    return written.replace("_", "") if value is None else str(value)


def made(left: str, operator: str, right: str) -> str | None:
    """What an operator makes of two literals, where that can be told."""
    first, second, make = whole(left), whole(right), _MADE.get(operator)
    if first is None or second is None or make is None:
        return None
    value = make(first, second)
    return str(value) if abs(value) < _LIMIT else None
