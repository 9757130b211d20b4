"""Durations as Go means them."""

from __future__ import annotations

from functools import total_ordering

from linter.pattern import pattern
from linter.record import dataclass

_UNITS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,
    "μs": 1_000,
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_TERM = pattern(r"(?=[0-9]|\.[0-9])([0-9]*)(?:\.([0-9]*))?(ns|us|µs|μs|ms|s|m|h)")
_LIMIT = 2**63
_DIGITS = 19  # more can't matter: 2^63 has as many


@total_ordering
@dataclass(frozen=True, slots=True)
class Duration:
    """A time span in whole nanoseconds; ``None`` is for ever (see ``FOREVER``), longer than all others."""

    nanoseconds: int | None

    def __lt__(self, other: Duration) -> bool:
        if self.nanoseconds is None:
            return False
        return other.nanoseconds is None or self.nanoseconds < other.nanoseconds

    def __add__(self, other: Duration) -> Duration:
        if self.nanoseconds is None or other.nanoseconds is None:
            return FOREVER
        return Duration(self.nanoseconds + other.nanoseconds)

    def __mul__(self, factor: int) -> Duration:
        return FOREVER if self.nanoseconds is None else Duration(self.nanoseconds * factor)

    __rmul__ = __mul__

    def __str__(self) -> str:
        """The shortest of Go's spellings that a person would write: ``10s``, ``5m``, ``1m30s``, ``1.5s``, ``300ns``."""
        if self.nanoseconds is None:
            return "for ever"
        rest = abs(self.nanoseconds)
        sign = "-" if self.nanoseconds < 0 else ""
        if rest == 0:
            return "0s"
        for unit in ("ns", "us", "ms"):
            size, following = _UNITS[unit], _UNITS[{"ns": "us", "us": "ms", "ms": "s"}[unit]]
            if rest < following:
                return f"{sign}{_decimal(rest, size)}{unit}"
        hours, rest = divmod(rest, _UNITS["h"])
        minutes, rest = divmod(rest, _UNITS["m"])
        text = f"{hours}h" if hours else ""
        text += f"{minutes}m" if minutes else ""
        text += f"{_decimal(rest, _UNITS['s'])}s" if rest else ""
        return sign + text


FOREVER = Duration(None)


def _decimal(value: int, size: int) -> str:
    whole, rest = divmod(value, size)
    if not rest:
        return str(whole)
    return f"{whole}.{str(rest).rjust(len(str(size)) - 1, '0').rstrip('0')}"


def seconds(count: int) -> Duration:
    return Duration(count * _UNITS["s"])


def milliseconds(count: int) -> Duration:
    return Duration(count * _UNITS["ms"])


def parse_go(text: str) -> Duration | None:
    """``text`` as Go's ``time.ParseDuration`` reads it, or ``None`` where Go gives an error.

    Units are ns, us (µs), ms, s, m, h; decimals and sums (``1m30s``) are fine; only ``0`` may lack a unit; fractions
    of a nanosecond are cut off; beyond 2^63 ns is an error. Source: go.dev/src/time/format.go.
    """
    sign = -1 if text.startswith("-") else 1
    body = text[1:] if text[:1] in ("-", "+") else text
    if body == "0":
        return Duration(0)
    total, at = 0, 0
    while at < len(body):
        term = _TERM.match(body, at)
        if term is None:
            return None
        whole, decimals, unit = term[1].lstrip("0"), (term[2] or "")[:_DIGITS], _UNITS[term[3]]
        if len(whole) > _DIGITS:
            return None
        total += int(whole or "0") * unit + int(decimals or "0") * unit // 10 ** len(decimals)
        at = term.end()
    if at == 0 or total > _LIMIT or (total == _LIMIT and sign > 0):
        return None
    return Duration(sign * total)
