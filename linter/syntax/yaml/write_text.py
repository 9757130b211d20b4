"""The text a document is written in, line by line, and the pieces of it that are to be replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linter.pattern import pattern
from linter.record import NamedTuple

if TYPE_CHECKING:
    from linter.syntax.node import Node
    from linter.syntax.yaml.write_entries import Entry
    from linter.text.view import View

_BREAK = pattern(r"\r\n|\n|\r")
_NOTE = pattern(r"(?:^|(?<=[ \t\r\n]))#")
_PROPERTIES = pattern(r"(?:[ \t]+[&!][^\s,\[\]{}]*)*")


class Refusal(Exception):
    """A change that can't be made safely; the text says why, as the end of "not changed because …"."""


class Splice(NamedTuple):
    """Replace ``start..end`` of the view's text by ``new``."""

    start: int
    end: int
    new: str


class Layout:
    """A view's text and the questions asked of its lines.

    ``text`` always ends with a line break: one is lent where the file has none, and ``Splices`` takes it back. Hence
    the last line is like any other. ``entries`` and ``columns`` remember what was found out about collections.
    """

    __slots__ = ("columns", "entries", "eol", "size", "text")

    def __init__(self, view: View) -> None:
        text = view.text
        found = _BREAK.search(text)
        self.eol = found.group() if found else (view.source.eol if view.identity else "\n")
        self.size = len(text)
        self.text = text if text.endswith(("\n", "\r")) else text + self.eol
        self.entries: dict[int, tuple[Node, list[Entry]]] = {}
        self.columns: dict[int, tuple[list[Entry], int]] = {}

    def line_start(self, at: int) -> int:
        if self.text[at - 1 : at + 1] == "\r\n":
            at -= 1
        return max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1

    def line_end(self, at: int) -> int:
        found = _BREAK.search(self.text, at)
        return len(self.text) if found is None else found.start()

    def next_line(self, at: int) -> int:
        """Where the line after that of ``at`` starts."""
        found = _BREAK.search(self.text, at)
        return len(self.text) if found is None else found.end()

    def one_line(self, start: int, end: int) -> bool:
        return end <= self.line_end(start)

    def before(self, at: int) -> str:
        """What stands before ``at`` in its line."""
        return self.text[self.line_start(at) : at]

    def column(self, at: int) -> int:
        return at - self.line_start(at)

    def margin(self, at: int) -> str:
        """The white space that the line of ``at`` starts with."""
        line = self.before(self.line_end(at))
        return line[: len(line) - len(line.lstrip(" \t"))]

    def leads(self, at: int) -> bool:
        """Whether nothing but white space stands before ``at`` in its line."""
        return not self.before(at).strip(" \t")

    def closes(self, at: int) -> bool:
        """Whether nothing but white space and a comment follows ``at`` in its line."""
        rest = self.text[at : self.line_end(at)].lstrip(" \t")
        return not rest or rest.startswith("#")

    def noted(self, start: int, end: int) -> bool:
        """Whether ``start..end`` may hold a comment (a ``#`` inside a quoted text counts too)."""
        return _NOTE.search(self.text, start, end) is not None

    def properties_end(self, at: int) -> int:
        """Where an anchor and a tag that follow ``at`` end; ``at`` itself if there are none."""
        found = _PROPERTIES.match(self.text, at)
        return at if found is None else found.end()

    def after_comments(self, at: int, column: int, level: bool, blanks: bool = True) -> int:
        """Past the comment lines, from line start ``at``, that belong to what stands above them.

        Those are the ones deeper than ``column``, past blank lines too if ``blanks`` is set; with ``level`` also those
        at ``column`` that follow without a blank line.
        """
        settled = at
        while at < len(self.text):
            line = self.text[at : self.line_end(at)]
            body = line.lstrip(" \t")
            depth = len(line) - len(body)
            if body and not body.startswith("#"):
                break
            if body:
                if depth < column or (depth == column and not (level and settled == at)):
                    break
                settled = self.next_line(at)
            elif not blanks:
                break
            at = self.next_line(at)
        return settled

    def after_blanks(self, at: int) -> int:
        """Past the blank lines from line start ``at``."""
        while at < len(self.text) and not self.text[at : self.line_end(at)].strip(" \t"):
            at = self.next_line(at)
        return at


class Splices:
    """The splices of one operation, in the order in which they were asked for.

    Insertions at one offset keep that order; everything else is put in the order of the text.
    """

    __slots__ = ("_all", "_layout")

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._all: list[Splice] = []

    def put(self, start: int, end: int, new: str) -> None:
        if self._layout.text[start:end] != new:
            self._all.append(Splice(start, end, new))

    def settled(self) -> list[Splice]:
        """Sorted, neighbours joined, and the lent line break taken back; raises ``Refusal`` if two overlap."""
        joined: list[Splice] = []
        for splice in sorted(self._all, key=lambda each: (each.start, each.start != each.end)):
            if joined and splice.start < joined[-1].end:
                raise Refusal("two of the changes meet in one place")
            _join(joined, splice)
        if joined and joined[-1].end >= self._layout.size and not joined[-1].new:
            last = joined.pop()
            _join(joined, self._without_blanks(last, joined[-1].end if joined else 0))
        if joined and joined[-1].end > self._layout.size:
            joined[-1] = self._return_break(joined[-1])
        return joined

    def _without_blanks(self, last: Splice, floor: int) -> Splice:
        """The last lines go, and the blank lines above them too: a text inside another could not end with those."""
        start = self._layout.line_start(last.start)
        while start == last.start and start > floor:
            above = self._layout.line_start(start - 1)
            if above < floor or self._layout.text[above:start].strip():
                break
            start, last = above, Splice(above, last.end, "")
        return last

    def _return_break(self, last: Splice) -> Splice:
        size, eol = self._layout.size, self._layout.eol
        start, new = last.start, last.new
        if start > size:
            start, new = size, eol + new
        if new.endswith(eol):
            return Splice(start, size, new[: -len(eol)])
        if new:
            return Splice(start, size, new)
        # Whole last lines go: the break before them goes too, as the new last line has none either.
        text = self._layout.text
        return Splice(start - (2 if text.endswith("\r\n", 0, start) else 1), size, new)


def _join(joined: list[Splice], splice: Splice) -> None:
    if joined and joined[-1].end == splice.start:
        last = joined.pop()
        splice = Splice(last.start, splice.end, last.new + splice.new)
    joined.append(splice)


def applied(text: str, splices: list[Splice]) -> str:
    """``text`` with ``splices`` made, which are sorted and apart."""
    parts: list[str] = []
    at = 0
    for start, end, new in splices:
        parts += (text[at:start], new)
        at = end
    return "".join((*parts, text[at:]))


def whole_lines(text: str, splices: list[Splice]) -> list[Splice]:
    """The same change with every splice that holds a line break widened to whole lines.

    A view of text inside other text edits within a line, or whole lines.
    """
    groups: list[tuple[int, int, list[Splice]]] = []
    for splice in splices:
        start, end = _bounds(text, splice)
        members = [splice]
        while groups and groups[-1][1] > start:
            before_start, before_end, before = groups.pop()
            start, end, members = min(start, before_start), max(end, before_end), before + members
        groups.append((start, end, members))
    return [
        Splice(start, end, applied(text[start:end], [Splice(a - start, b - start, new) for a, b, new in members]))
        for start, end, members in groups
    ]


def _bounds(text: str, splice: Splice) -> tuple[int, int]:
    start, end, new = splice
    if _BREAK.search(new) is None and _BREAK.search(text, start, end) is None:
        return start, end
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    if not end or text[end - 1] in "\r\n":
        if new.endswith(("\n", "\r")) or (not new and line == start):
            return line, end
    found = _BREAK.search(text, end)
    return line, len(text) if found is None else found.end()
