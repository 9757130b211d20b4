"""The characters that string literals stand for."""

from __future__ import annotations

import re

from linter.pattern import pattern

_ESCAPE = pattern(r"\\(u+[0-9a-fA-F]{4}|[0-3]?[0-7]{1,2}|\r\n|.)", re.DOTALL)
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "s": " ", "\n": "", "\r\n": "", "\r": ""}
_MARGIN = pattern(r"[ \t]*")
_EOL = pattern(r"\r\n|\r|\n")


def unescaped(written: str) -> str:
    """``written`` with its escapes resolved (JLS 3.10.7; Kotlin has a part of them)."""
    return _ESCAPE.sub(_one, written) if "\\" in written else written


def _one(found: re.Match[str]) -> str:
    name = found[1]
    if name[0] == "u" and len(name) > 1:
        return chr(int(name.lstrip("u"), 16))
    if name.isdigit():
        return chr(int(name, 8)) if set(name) <= set("01234567") else name
    return _NAMED.get(name, name)


def text_block(written: str) -> str:
    """What stands between the delimiters of a Java text block, as a string (JLS 3.10.6)."""
    lines = _EOL.split(written)[1:]
    if not lines:
        return unescaped(written)
    counted = [line for line in lines[:-1] if line.strip()] + [lines[-1]]
    margin = min((_width(line) for line in counted), default=0)
    kept = [line[margin:].rstrip(" \t") for line in lines]
    return unescaped("\n".join(kept))


def _width(line: str) -> int:
    found = _MARGIN.match(line)
    return found.end() if found is not None else 0
