"""Which line a comment is about."""

from __future__ import annotations

from linter.syntax.commenting import SIGNS, SLASHES
from linter.syntax.document import Place
from linter.text.source import Lines

_BLOCKS = {"xml": ("<!--", "-->"), **dict.fromkeys(SLASHES, ("/*", "*/"))}
"""Comments that may go over several lines."""


def covered(lines: Lines, place: Place) -> int:
    """The line (from 1) that a comment at ``place`` is about: its own if there is more on it, else the one below.

    Further comments and empty lines may stand between.
    """
    first, last = lines.position(place.start), lines.position(place.end)
    if lines.line(first.line)[: first.column - 1].strip():
        return first.line
    if lines.line(last.line)[last.column - 1 :].strip():
        return last.line
    skipped = _Comments(place.doc.syntax)
    for number in range(last.line + 1, len(lines) + 1):
        text = lines.line(number).strip()
        if text and not skipped.comment(text):
            return number
    return last.line


class _Comments:
    """Tells lines that hold nothing but a comment, asked for one after the other."""

    def __init__(self, syntax: str) -> None:
        self._start, self._end = _BLOCKS.get(syntax, ("", ""))
        self._lines = ("//",) if syntax in SLASHES else () if syntax == "xml" else tuple(SIGNS.get(syntax, "#"))
        self._open = False

    def comment(self, line: str) -> bool:
        if not self._open:
            if line.startswith(self._lines):
                return True
            if not self._start or not line.startswith(self._start):
                return False
        self._open = self._end not in line
        return self._open or line.endswith(self._end)
