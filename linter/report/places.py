"""Offsets of files as lines and columns, which exist only while printing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from linter.text.source import Lines, Position, Source

Opener: TypeAlias = Callable[[str], "Source | None"]
"""Gives a file of the run by its reported path; ``None`` where it is gone or can't be decoded."""

START = Position(1, 1)


class Places:
    """The files that a report shows, each opened once."""

    def __init__(self, open_source: Opener) -> None:
        self._open = open_source
        self._lines: dict[str, tuple[Lines, int] | None] = {}

    def position(self, path: str, offset: int) -> Position | None:
        """The position of ``offset``; ``None`` where the file can no longer be read, save for its start."""
        if offset == 0:
            return START
        found = self._file(path)
        if found is None or offset > found[1]:
            return None
        return found[0].position(offset)

    def line(self, path: str, number: int) -> str | None:
        """The text of a line without its end."""
        found = self._file(path)
        return None if found is None else found[0].line(number)

    def known(self, path: str) -> bool:
        """Whether there is such a file."""
        return self._file(path) is not None

    def _file(self, path: str) -> tuple[Lines, int] | None:
        if path not in self._lines:
            source = self._open(path)
            self._lines[path] = None if source is None else (Lines(source.text), len(source.text))
        return self._lines[path]
