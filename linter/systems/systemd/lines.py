"""Unit files as assignments, and environment files as variables.

Sources: systemd.syntax(7); systemd/systemd src/shared/conf-parser.c (config_parse), src/basic/env-file.c.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.pattern import pattern
from linter.record import NamedTuple

_LINE = pattern(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
_BACKSLASHES = pattern(r"\\*\Z")
_COMMENT = ("#", ";")
_BLANK = " \t\r\n"
_ESCAPED = '"\\`$'
"""What a backslash takes its meaning from between double quotes."""


class Setting(NamedTuple):
    """One assignment of a unit: its section and key, and its value.

    ``at`` has the offset in the file of each character of ``text``, and that of its end.
    """

    section: str
    key: str
    start: int
    text: str
    at: Sequence[int]


class Variable(NamedTuple):
    """A variable of an environment file, with the span of its value as written."""

    name: str
    text: str
    start: int
    end: int


def settings(text: str) -> Iterator[Setting]:
    """The assignments of a unit file in order; comments, and lines that are none, are left out."""
    section = ""
    for whole, offsets in _whole_lines(text):
        line = whole.lstrip(_BLANK)
        at = offsets[len(whole) - len(line) :]
        if line.startswith("[") and line.rstrip(_BLANK).endswith("]"):
            section = line.rstrip(_BLANK)[1:-1]
            continue
        key, equals, value = line.partition("=")
        if not equals:
            continue
        start = len(key) + 1 + len(value) - len(value.lstrip(_BLANK))
        value = value.strip(_BLANK)
        yield Setting(section, key.rstrip(_BLANK), at[0], value, at[start : start + len(value) + 1])


def _whole_lines(text: str) -> Iterator[tuple[str, list[int]]]:
    """Lines with those that continue them, and the offset of each character and of the end.

    A backslash at the end counts as a blank; comments within a continued line are no part of it.
    """
    parts: list[str] = []
    at: list[int] = []
    position = 0
    while position < len(text):
        found = _LINE.match(text, position)
        if found is None:
            return
        line, position = found[1], found.end()
        if line.lstrip(_BLANK).startswith(_COMMENT):
            continue
        ends = _BACKSLASHES.search(line)
        goes_on = ends is not None and len(ends[0]) % 2 == 1
        parts.append(line[:-1] + " " if goes_on else line)
        at += range(found.start(), found.start() + len(line))
        if not goes_on:
            yield "".join(parts), [*at, found.start() + len(line)]
            parts, at = [], []
    if parts:
        yield "".join(parts), [*at, len(text)]


def variables(text: str) -> Iterator[Variable]:
    """The variables of an environment file, in order."""
    at = 0
    while at < len(text):
        if text[at] in _BLANK:
            at += 1
        elif text[at] in _COMMENT:
            at = _line_end(text, at)
        else:
            end = _line_end(text, at)
            equals = text.find("=", at, end)
            if equals < 0:
                at = end
                continue
            name = text[at:equals].strip(_BLANK)
            value, start, at = _value(text, equals + 1)
            yield Variable(name, value, start, max(start, at))


def _line_end(text: str, at: int) -> int:
    ends = [found for found in (text.find("\n", at), text.find("\r", at)) if found >= 0]
    return min(ends, default=len(text))


def _value(text: str, at: int) -> tuple[str, int, int]:
    """The value at ``at``, where it starts, and where it ends."""
    while at < len(text) and text[at] in " \t":
        at += 1
    start = at
    out: list[str] = []
    kept = 0
    begun = False  # quotes only count where nothing but quoted text stands before them
    while at < len(text) and text[at] not in "\r\n":
        char = text[at]
        if char in "\"'" and not begun:
            at = _quoted(text, at, out)
            kept = len(out)
        elif char == "\\":
            following = text[at + 1 : at + 2]
            out += [following] if following not in ("", "\n", "\r") else []
            begun, kept = True, len(out)
            at += 2
        else:
            if begun or char not in _BLANK:
                out.append(char)
                begun = True
            at += 1
    at = min(at, len(text))
    while len(out) > kept and out[-1] in _BLANK:
        out.pop()
    end = at
    while end > start and text[end - 1] in _BLANK:
        end -= 1
    return "".join(out), start, end


def _quoted(text: str, at: int, out: list[str]) -> int:
    """Adds what stands between the quotes that open at ``at``, and gives where they have closed."""
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        if text[at] == "\\" and quote == '"' and at + 1 < len(text):
            following = text[at + 1]
            out += [following] if following in _ESCAPED else [] if following == "\n" else ["\\", following]
            at += 2
        else:
            out.append(text[at])
            at += 1
    return at + 1
