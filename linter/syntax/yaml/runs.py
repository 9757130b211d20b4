"""Collects a scalar's decoded text together with where each piece of it is written."""

from __future__ import annotations

import re

from linter.pattern import pattern
from linter.record import NamedTuple
from linter.text.view import Run

BREAK = pattern(r"\r\n|[\r\n\x85\u2028\u2029]")
"""What ends a line for libyaml, go-yaml and SnakeYAML."""

SEPARATOR = pattern("[\x85\u2028\u2029]")
"""The line ends among them that editors don't show as such."""


class Decoded(NamedTuple):
    """A scalar's text, its runs, and the offset behind everything that belongs to the scalar."""

    text: str
    runs: tuple[Run, ...]
    end: int


class Pieces:
    """Decoded text under construction."""

    __slots__ = ("_parts", "_runs", "at", "size")

    def __init__(self, at: int) -> None:
        self._parts: list[str] = []
        self._runs: list[Run] = []
        self.size = 0
        self.at = at
        """where the text would go on if nothing more came"""

    def add(self, text: str, at: int, width: int) -> None:
        """Appends ``text``, which is written at ``at`` with ``width`` code points."""
        size = len(text)
        if not size:
            return
        self._parts.append(text)
        last = self._runs[-1] if self._runs else None
        if last is not None and size == width and last.size == last.width and last.at + last.width == at:
            self._runs[-1] = Run(last.start, last.size + size, last.at, last.width + width)
        else:
            self._runs.append(Run(self.size, size, at, width))
        self.size += size
        self.at = at + width

    def line_end(self, found: re.Match[str]) -> None:
        """Appends a line break as YAML normalises it."""
        written = found.group()
        self.add(written if written in "\u2028\u2029" else "\n", found.start(), len(written))

    def done(self, end: int) -> Decoded:
        return Decoded("".join(self._parts), (*self._runs, Run(self.size, 0, self.at, 0)), end)
