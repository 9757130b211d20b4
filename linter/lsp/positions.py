"""Offsets of a text as editors count: lines from 0, columns in units of the encoding that was agreed on.

Source: Language Server Protocol 3.17, "Position". Lines end at LF, CRLF and CR, as they do here.
"""

from __future__ import annotations

from linter.record import NamedTuple
from linter.text.source import Lines

MARK = "\ufeff"
"""A byte order mark that an editor left in the text counts as a character of the first line."""


class Spot(NamedTuple):
    line: int
    column: int


class Text:
    """A text with its lines; ``unit`` is ``utf-8``, ``utf-16`` or ``utf-32``, ``marked`` whether a mark precedes."""

    def __init__(self, text: str, unit: str, *, marked: bool = False) -> None:
        self.text = text
        self._lines = Lines(text)
        self._width = {"utf-8": _bytes, "utf-32": len}.get(unit, _pairs)
        self._lead = self._width(MARK) if marked else 0

    def spot(self, offset: int) -> Spot:
        """Where ``offset`` is; beyond the text it is the end."""
        offset = min(max(offset, 0), len(self.text))
        line = self._lines.position(offset).line
        column = self._width(self.text[self._lines.start(line) : offset])
        return Spot(line - 1, column + (self._lead if line == 1 else 0))

    def offset(self, line: int, column: int) -> int:
        """The offset of a place; beyond the line's end it is that end, within a character its start."""
        if line < 0:
            return 0
        if line >= len(self._lines):
            return len(self.text)
        start = self._lines.start(line + 1)
        left = column - (self._lead if line == 0 else 0)
        for at, char in enumerate(self._lines.line(line + 1)):
            left -= self._width(char)
            if left < 0:
                return start + at
        return start + len(self._lines.line(line + 1))


def _pairs(text: str) -> int:
    """UTF-16 units."""
    return len(text) if text.isascii() else sum(2 if char > "\uffff" else 1 for char in text)


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
