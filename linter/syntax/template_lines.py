"""The lines of a template, in which parts are replaced by placeholders of their own length."""

from __future__ import annotations

from linter.pattern import pattern

_NOT_BREAK = pattern(r"[^\r\n]")
_KEY_ENDS = pattern(r":[ \t]*(?:#.*)?\r?$")
_BLOCK_ENDS = pattern(r":[ \t]+[|>][-+0-9]*[ \t]*(?:#.*)?\r?$")


class Lines:
    """A text whose length never changes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._count = 0

    def blank(self, start: int, end: int) -> None:
        """Spaces for everything but line ends."""
        self._put(start, _NOT_BREAK.sub(" ", self.text[start:end]))

    def settle(self) -> str:
        """The text, with blank lines at the start of block scalars made comments, for such may not be longer."""
        at, header = 0, False
        blank: list[tuple[int, int]] = []
        for line in self.text.split("\n"):
            if not line.strip() and header:
                blank.append((at, len(line.rstrip("\r"))))
            else:
                column = len(line) - len(line.lstrip(" "))
                for start, size in blank:
                    if size > column:
                        self._put(start + column, "#")
                blank = []
                header = _BLOCK_ENDS.search(line) is not None
            at += len(line) + 1
        return self.text

    def alone(self, start: int, end: int) -> bool:
        """Whether nothing else stands on the lines of a part."""
        first, last = self._line(start)[0], self._line(end)[1]
        return not self.text[first:start].strip() and not self.text[end:last].strip()

    def hide(self, start: int, end: int, shape: tuple[int, bool | None] | None) -> bool:
        """Puts a placeholder in place of ``start..end``; false where it can't be said what it stands for.

        ``shape`` is the column of what is written there, and whether it is items of a list, ``None`` if that is not
        known; without a shape it is a part of a line.
        """
        if not self.alone(start, end):
            return self._inline(start, end)
        if shape is None:
            return False
        column, item = shape
        if column < 0:
            return False
        kind = self._kind(start, end, column, item)
        if kind is None:
            return False
        text = {"key": "{0}:", "item": "- {0}", "value": "{0}", "none": ""}[kind].format(self._name())
        for first, last in self._inside(start, end):
            if last - first >= column + len(text):
                self.blank(start, end)
                self._put(first, (" " * column + text).ljust(last - first))
                return True
        return False

    def _inline(self, start: int, end: int) -> bool:
        """A placeholder within a line; what follows it on further lines is blank, and nothing else may stand there."""
        last = min(end, self._line(start)[1])
        if last < end and self.text[end : self._line(end)[1]].strip():
            return False
        size = last - start
        if size < len("$(x)"):
            return False
        self.blank(start, end)
        self._put(start, f"$({'x' * (size - 3)})")
        return True

    def _kind(self, start: int, end: int, column: int, item: bool | None) -> str | None:
        """What a placeholder in ``column`` is among its neighbours: ``key``, ``item``, the whole ``value``."""
        after = self._following(end)
        sibling = after is not None and column in _columns(after)
        at, deeper = start, False
        while (found := self._preceding(at)) is not None:
            at, line = found
            columns = _columns(line)
            if column in columns:
                return _beside(line, columns.index(column), item, len(columns), deeper)
            if columns[-1] > column and columns[0] > column:
                deeper = True
                continue
            if _BLOCK_ENDS.search(line):
                return "key" if not sibling or after is None else _first(after, column)
            if not _KEY_ENDS.search(line):
                return None
            return "value" if not sibling or after is None else _first(after, column)
        if after is None or not sibling:
            return "key" if column == 0 and item is not True else None
        return _first(after, column)

    def _preceding(self, at: int) -> tuple[int, str] | None:
        """The last line before ``at`` that says something, with its start."""
        first = self._line(at)[0]
        while first > 0:
            first, last = self._line(first - 1)
            line = self.text[first:last]
            if line.strip() and not line.lstrip().startswith("#"):
                return first, line
        return None

    def _following(self, at: int) -> str | None:
        """The next line after ``at`` that says something, actions left out."""
        start = self._next(at)
        while start < len(self.text):
            first, last = self._line(start)
            line = self.text[first:last]
            if line.strip() and not line.lstrip().startswith(("#", "{{")):
                return line
            start = self._next(start)
        return None

    def _inside(self, start: int, end: int) -> list[tuple[int, int]]:
        """The whole lines of a part."""
        found, at = [], self._line(start)[0]
        while at < end:
            found.append(self._line(at))
            at = self._next(at)
        return found

    def _next(self, at: int) -> int:
        """Where the line after that of ``at`` starts."""
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def _line(self, at: int) -> tuple[int, int]:
        """Start and end of the line that holds ``at``, without its break."""
        first = self.text.rfind("\n", 0, at) + 1
        last = self.text.find("\n", at)
        last = len(self.text) if last < 0 else last
        return first, last - 1 if last > first and self.text[last - 1] == "\r" else last

    def _name(self) -> str:
        self._count += 1
        return f"$(x:{self._count})"

    def _put(self, start: int, new: str) -> None:
        self.text = self.text[:start] + new + self.text[start + len(new) :]


def _columns(line: str) -> list[int]:
    """The columns in which a line begins something: its first, and for items of lists what stands behind the dash."""
    at = len(line) - len(line.lstrip(" "))
    found = [at]
    while line.startswith("- ", at):
        at += 2
        at += len(line[at:]) - len(line[at:].lstrip(" "))
        found.append(at)
    return found


def _beside(line: str, place: int, item: bool | None, depth: int, deeper: bool) -> str | None:
    """What stands in the column in which ``line`` begins something; ``deeper`` is whether that has lines of its own."""
    listed = place < depth - 1 or line.strip() == "-"
    if line.lstrip().startswith("$(x:"):
        return "key" if line.rstrip().endswith(":") else "none"  # all that stands here is unknown already
    if _KEY_ENDS.search(line) and not listed and item is not False and not deeper:
        return "item" if item else None  # items may stand in the column of their key
    return "item" if listed else "key"


def _first(line: str, column: int) -> str:
    columns = _columns(line)
    return "item" if columns.index(column) < len(columns) - 1 else "key"
