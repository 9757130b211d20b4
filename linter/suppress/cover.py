"""Which line a comment is about."""

from __future__ import annotations

from linter.syntax.document import Place
from linter.text.source import Lines

_SIGNS = {"properties": "#!", "java": "/*", "kotlin": "/*"}
"""How the lines of comments start."""


def covered(lines: Lines, place: Place) -> int:
    """The line (from 1) that a comment at ``place`` is about: its own if there is more on it, else the one below.

    Further comments and empty lines may stand between.
    """
    first, last = lines.position(place.start), lines.position(place.end)
    if lines.line(first.line)[: first.column - 1].strip():
        return first.line
    if lines.line(last.line)[last.column - 1 :].strip():
        return last.line
    skipped = _Xml() if place.doc.syntax == "xml" else _Plain(_SIGNS.get(place.doc.syntax, "#"))
    for number in range(last.line + 1, len(lines) + 1):
        text = lines.line(number).strip()
        if text and not skipped.comment(text):
            return number
    return last.line


class _Plain:
    """Comments that start with a sign and end with the line."""

    def __init__(self, signs: str) -> None:
        self._signs = signs

    def comment(self, line: str) -> bool:
        return line[0] in self._signs


class _Xml:
    """Comments that may go over several lines."""

    def __init__(self) -> None:
        self._open = False

    def comment(self, line: str) -> bool:
        if not self._open and not line.startswith("<!--"):
            return False
        self._open = "-->" not in line
        return self._open or line.endswith("-->")
