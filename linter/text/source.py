"""A decoded file, its spans, and offsets turned into lines and columns."""

from __future__ import annotations

from bisect import bisect_right

from linter.pattern import pattern
from linter.record import dataclass

_BREAK = pattern(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text, decoded once.

    ``path`` is relative with forward slashes; ``text`` has no byte order mark and keeps its line ends;
    ``bom`` holds the bytes of the mark that was set aside, so that ``encode`` gives the file back.
    """

    path: str
    text: str
    encoding: str = "utf-8"
    bom: bytes = b""

    def encode(self, text: str) -> bytes:
        """The bytes a file with ``text`` would have in this file's encoding; raises ``UnicodeEncodeError``."""
        return self.bom + text.encode(self.encoding)

    @property
    def eol(self) -> str:
        """The line end that new lines take: the file's first one, a line feed where it has none."""
        found = _BREAK.search(self.text)
        return found.group() if found else "\n"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points, always of a file."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A line and a column, both from 1; columns count code points."""

    line: int
    column: int


class Lines:
    """Offsets of one text as positions.

    Lines end at LF, CRLF and CR only, as editors count them; U+2028 and NEL do not end a line.
    """

    __slots__ = ("_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in _BREAK.finditer(text))]

    def position(self, offset: int) -> Position:
        """The position of ``offset``, which lies in ``0..len(text)``."""
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def __len__(self) -> int:
        """The number of lines; a text that ends in a line end has an empty last one."""
        return len(self._starts)

    def start(self, number: int) -> int:
        """The offset at which line ``number`` (from 1) starts."""
        return self._starts[number - 1]

    def line(self, number: int) -> str:
        """The text of line ``number`` (from 1), without its line end."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self._text)
        return self._text[start:end].rstrip("\r\n")
