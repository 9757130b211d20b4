"""Text that is safe to print and the columns it takes on a terminal."""

from __future__ import annotations

import re
from functools import lru_cache

_TAB = 4


@lru_cache(maxsize=1)
def _unsafe() -> re.Pattern[str]:
    """Compiled when a text first needs it, which most runs never see."""
    return re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def printable(text: str) -> str:
    """``text`` on one line, with all that would steer a terminal or hide something made visible."""
    return text if text.isascii() and text.isprintable() else _unsafe().sub(lambda found: _escape(found.group()), text)


def _escape(char: str) -> str:
    if char == "\n":
        return "\\n"
    if char == "\r":
        return "\\r"
    if char == "\t":
        return "\\t"
    code = ord(char)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def cells(line: str) -> list[tuple[str, int]]:
    """Each character of a source line as it is shown, with the columns it takes; tabs reach to the next fourth."""
    found: list[tuple[str, int]] = []
    column = 0
    for char in line:
        if char == "\t":
            size = _TAB - column % _TAB
            shown = " " * size
        elif char.isascii() and char.isprintable():
            shown, size = char, 1
        elif _unsafe().match(char):
            shown = _escape(char)
            size = len(shown)
        else:
            shown, size = char, _width(char)
        column += size
        found.append((shown, size))
    return found


def _width(char: str) -> int:
    from unicodedata import combining, east_asian_width

    if combining(char) or char == "\u200d" or "\ufe00" <= char <= "\ufe0f":
        return 0
    return 2 if east_asian_width(char) in ("W", "F") else 1
