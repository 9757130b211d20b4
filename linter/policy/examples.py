"""Marks in the examples of a policy: where its findings have to point."""

from __future__ import annotations

from collections.abc import Mapping

from linter.record import dataclass

OPEN, CLOSE = "«", "»"


class MarksError(ValueError):
    """Marks that do not pair up; ``offset`` is of the marked text."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A marked range of a file, in code points of its text without marks."""

    path: str
    start: int
    end: int


def unmark(path: str, text: str) -> tuple[str, tuple[Mark, ...]]:
    """``text`` without its marks, and the marks; raises ``MarksError`` where they nest or stand alone."""
    parts: list[str] = []
    marks: list[Mark] = []
    size, start, opened = 0, -1, -1
    for offset, piece in _pieces(text):
        if piece == OPEN:
            if start >= 0:
                raise MarksError(f"{OPEN} within a mark", offset)
            start, opened = size, offset
        elif piece == CLOSE:
            if start < 0:
                raise MarksError(f"{CLOSE} without {OPEN}", offset)
            marks.append(Mark(path, start, size))
            start = -1
        else:
            parts.append(piece)
            size += len(piece)
    if start >= 0:
        raise MarksError(f"{OPEN} without {CLOSE}", opened)
    return "".join(parts), tuple(marks)


def unmark_all(files: Mapping[str, str]) -> tuple[dict[str, str], tuple[Mark, ...]]:
    """All ``files`` without marks, and all their marks in order."""
    plain: dict[str, str] = {}
    marks: list[Mark] = []
    for path, text in files.items():
        plain[path], found = unmark(path, text)
        marks += found
    return plain, tuple(sorted(marks))


def _pieces(text: str) -> list[tuple[int, str]]:
    """``text`` cut at its marks, each piece with its offset."""
    found: list[tuple[int, str]] = []
    at = 0
    for offset, char in enumerate(text):
        if char in (OPEN, CLOSE):
            found += ((at, text[at:offset]), (offset, char))
            at = offset + 1
    return [*found, (at, text[at:])]
