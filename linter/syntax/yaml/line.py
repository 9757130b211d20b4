"""One line of everyday YAML, taken apart: what ``everyday`` puts together."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

from linter.pattern import pattern

ITEM, OPEN, VALUE, LITERAL, FLOW, FLOW_ITEM = range(6)
"""A scalar after dashes; a key without a value, with a scalar, with a literal block, with a flow collection; such a one
after dashes."""

_LONGEST = 1000  # code points: the parsers take keys up to 1,024
_KEPT = 4096
_DEEPEST = 20
_QUOTES = "'\""

# Lines hold no white space but blanks. Each blank in a repetition is followed by a look at what comes next, so that
# there is one way to match.
_PLAIN = (
    r"(?:[^ \n\-:#?,\[\]{}&*!|>'\"%@`.]|--?[A-Za-z0-9]|\.(?!\.\.))"
    r"[^ \n:#]*(?:(?::(?=[^ \n])|(?<=[^ ])\#|[ ]+(?=[^ \n:#]))[^ \n:#]*)*"
)
_QUOTED = r"'[^'\n]*'|\"[^\"\\\n]*\""
_COMMENT = r"[ ]*(?:(?<![^ ])\#.*)?"
REST = rf"(?:{_PLAIN}|{_QUOTED}){_COMMENT}"
"""What follows a key's colon and blanks where the value ends on the line."""
_BRACKETS = rf"[\[{{](?:[A-Za-z0-9_./=~+$\-,:\[\]{{}} ]|{_QUOTED})*[\]}}]"
_FLOW = pattern(
    rf"""
    [ ]*(?![ ])(?:
      ([\[{{\]}},])
    | (-?-?[A-Za-z0-9_/$~+](?:[A-Za-z0-9_./=~+$-]|:(?=[A-Za-z0-9/]))*|{_QUOTED})(:[ ]+(?![ ]))?
    )
    """,
    re.VERBOSE,
).match
_LINE = pattern(
    rf"""
    ([ ]*)(?![ ])
    ((?:-[ ]+(?![ ]))*)
    (?:
      ({_PLAIN}|{_QUOTED})
      (:[ ]+(?![ ])|:$)
      (?:({_PLAIN}|{_QUOTED})|({_BRACKETS})|(\|-?))?
    | ({_PLAIN}|{_QUOTED})
    | ({_BRACKETS})
    )?
    {_COMMENT}
    """,
    re.VERBOSE,
).fullmatch

Flow: TypeAlias = "tuple[int, int, str, str, tuple[Flow, ...]]"
"""What stands in a flow collection: its range, a scalar's text, its quote or the bracket that opens it, and its parts;
those of a mapping are keys and values in turn."""
Line: TypeAlias = "tuple[int, str, int, int, str, str, int, int, int, str, str, Flow | None]"
"""What a line says; offsets are of the line.

The column where its dashes begin, or its key if it has none; the dashes; the range of the key or the item, its text and
its quote; which of the above it is; the range of the value, its text and its quote; what is in brackets. A range has
the quotes in it, a text has not.
"""


@lru_cache(maxsize=_KEPT)  # configuration repeats itself, in one file and from file to file
def line(text: str) -> Line | tuple[()] | None:
    """The parts of a line; ``()`` for a blank one and a comment, ``None`` for anything out of the ordinary."""
    found = _LINE(text) if text.isprintable() else None
    if found is None:
        return None
    indent, dashes, key, colon, value, brackets, literal, item, list_item = found.groups()
    column = len(indent)
    start = column + len(dashes)
    flow = None
    if brackets or list_item:
        flow = _flow(text, found.start(6 if brackets else 9))
        if flow is None or flow[1] != found.end(6 if brackets else 9):
            return None
    if key is None:
        written = item or list_item
        if not written or not dashes:  # without dashes it is perhaps the second line of a value
            return None if written or dashes else ()
        stop = start + len(written)
        return column, dashes, start, stop, *_unquoted(written), FLOW_ITEM if flow else ITEM, start, stop, "", "", flow
    if len(key) > _LONGEST:
        return None
    stop = start + len(key)
    first = stop + len(colon)
    kind = VALUE if value else FLOW if flow else LITERAL if literal else OPEN
    written = value or brackets or literal or ""
    held = _unquoted(written) if value else (written, "")
    return column, dashes, start, stop, *_unquoted(key), kind, first, first + len(written), *held, flow


def _flow(text: str, at: int, depth: int = 0) -> Flow | None:
    """The flow collection that opens at ``at``; ``None`` for one out of the ordinary."""
    parts: list[Flow] = []
    mapping = text[at] == "{"
    close = "}" if mapping else "]"
    end = at + 1
    while found := _FLOW(text, end):
        sign, word, colon = found.groups()
        end = found.end()
        keyed = mapping and len(parts) % 2 == 0
        if sign == close and not parts:
            return at, end, "", text[at], ()
        if sign is not None and (sign not in "[{" or keyed or depth > _DEEPEST):
            return None
        if sign is not None:
            part = _flow(text, end - 1, depth + 1)
            if part is None:
                return None
            end = part[1]
        elif (colon is not None) != keyed:
            return None
        else:
            part = (*found.span(2), *_unquoted(word), ())
        parts.append(part)
        if keyed:
            continue
        found = _FLOW(text, end)
        if found is None or found[1] not in (",", close):
            return None
        end = found.end()
        if found[1] == close:
            return at, end, "", text[at], tuple(parts)
    return None


def _unquoted(text: str) -> tuple[str, str]:
    return (text[1:-1], text[0]) if text[0] in _QUOTES else (text, "")
