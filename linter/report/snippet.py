"""A source line with its place underlined."""

from __future__ import annotations

from linter.record import dataclass
from linter.report.places import Places
from linter.report.printable import cells
from linter.syntax.document import Place

_LEAD = 12
"""Columns kept before the place where a long line is cut."""
_LONGEST = 1000
"""Characters of a line that are looked at: a file may be one line, with findings all over it."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """``text`` of line ``number`` as shown, and the ``pad`` and ``size`` in columns of the mark below it."""

    number: int
    text: str
    pad: int
    size: int


def snippet(places: Places, place: Place, width: int) -> Snippet | None:
    """The line on which ``place`` starts, cut to ``width`` columns around it if ``width`` is not 0.

    Of a place over several lines the first is shown, marked to its end. ``None`` where the file can't be read.
    """
    start, end = places.position(place.path, place.start), places.position(place.path, place.end)
    if start is None or end is None:
        return None
    line = places.line(place.path, start.line)
    if line is None:
        return None
    first = start.column - 1
    last = end.column - 1 if end.line == start.line else len(line)
    if end.line > start.line and first < len(line):
        last = max(last, first + 1)
    piece, before = _near(line, first)
    shown = cells(piece)
    return _cut(start.line, shown, first - before, min(last - before, len(shown)), width)


def _near(line: str, first: int) -> tuple[str, int]:
    """What is shown of a line that no screen holds, and how many characters are left out before it."""
    if len(line) <= _LONGEST:
        return line, 0
    begin = max(0, min(first - _LEAD, len(line) - _LONGEST))
    front, back = "…" if begin else "", "…" if begin + _LONGEST < len(line) else ""
    return f"{front}{line[begin : begin + _LONGEST]}{back}", begin - len(front)


def _cut(number: int, shown: list[tuple[str, int]], first: int, last: int, width: int) -> Snippet:
    """The line's part of at most ``width`` columns that holds the start of the mark."""
    total = sum(size for _, size in shown)
    begin, finish, front, back = 0, len(shown), "", ""
    if width and total > width:
        room = max(width - 2, 2 * _LEAD)
        lead = _LEAD if _columns(shown, 0, last) > room else len(shown)
        begin = _back(shown, first, lead)
        finish = _forth(shown, begin, room)
        front, back = "…" if begin else "", "…" if finish < len(shown) else ""
    text = front + "".join(char for char, _ in shown[begin:finish]) + back
    pad = len(front) + _columns(shown, begin, first)
    return Snippet(number, text.rstrip(), pad, max(1, _columns(shown, first, min(last, finish))))


def _columns(shown: list[tuple[str, int]], first: int, last: int) -> int:
    return sum(size for _, size in shown[first:last])


def _back(shown: list[tuple[str, int]], index: int, room: int) -> int:
    """The first character within ``room`` columns before ``index``."""
    while index and room >= shown[index - 1][1]:
        index -= 1
        room -= shown[index][1]
    return index


def _forth(shown: list[tuple[str, int]], index: int, room: int) -> int:
    """The end of what fits into ``room`` columns from ``index`` on."""
    while index < len(shown) and room >= shown[index][1]:
        room -= shown[index][1]
        index += 1
    return index
