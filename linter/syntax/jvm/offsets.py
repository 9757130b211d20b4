"""Bytes of a text's UTF-8 form as code points."""

from __future__ import annotations

from bisect import bisect_right

from linter.pattern import pattern

_WIDE = pattern(r"[^\x00-\x7f]")


class Offsets:
    """Turns offsets of ``text.encode()`` into offsets of ``text``; both lie between characters."""

    __slots__ = ("_after", "_excess")

    def __init__(self, text: str) -> None:
        self._after: list[int] = []
        self._excess: list[int] = []
        if text.isascii():
            return
        excess = 0
        for found in _WIDE.finditer(text):
            excess += len(found.group().encode()) - 1
            self._after.append(found.end() + excess)
            self._excess.append(excess)

    def of(self, byte: int) -> int:
        """The code point before which the byte stands."""
        index = bisect_right(self._after, byte)
        return byte - self._excess[index - 1] if index else byte
