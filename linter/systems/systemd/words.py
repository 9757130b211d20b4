"""Values of units cut into words. Sources: systemd.service(5), "Command Lines"; systemd/systemd
src/basic/extract-word.c and src/basic/escape.c.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.pattern import pattern
from linter.record import NamedTuple

_BLANK = " \t\r\n"
_PLAIN = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "s": " "}
_CODE = pattern(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})")
_HIGHEST = 0x10FFFF


class Word(NamedTuple):
    """A word without its quotes and escapes, and where it stands in the text; ``bare`` if it is just as written."""

    text: str
    start: int
    end: int
    bare: bool = True


def split(text: str, escapes: bool = True) -> tuple[Word, ...] | None:
    """The words of ``text``; ``None`` where a quote is left open, which makes the setting void.

    Without ``escapes`` a backslash only takes the next character as it is, and an open quote ends with the text: so
    the values of variables are cut.
    """
    found: list[Word] = []
    at = 0
    while True:
        while at < len(text) and text[at] in _BLANK:
            at += 1
        if at >= len(text):
            return tuple(found)
        word = _word(text, at, escapes)
        if word is None:
            return None
        found.append(word)
        at = word.end


def _word(text: str, start: int, escapes: bool) -> Word | None:
    out: list[str] = []
    quote = ""
    at = start
    while at < len(text) and (quote or text[at] not in _BLANK):
        char = text[at]
        if char == "\\":
            new, at = _escape(text, at + 1) if escapes else (text[at + 1 : at + 2], at + 2)
            out.append(new)
        elif char == quote:
            quote, at = "", at + 1
        elif not quote and char in "\"'":
            quote, at = char, at + 1
        else:
            out.append(char)
            at += 1
    if quote and escapes:
        return None
    end = min(at, len(text))
    word = "".join(out)
    return Word(word, start, end, word == text[start:end])


def _escape(text: str, at: int) -> tuple[str, int]:
    """What the escape means whose backslash stands before ``at``, and where it ends; one that is none stays."""
    following = text[at : at + 1]
    if following in ("\\", '"', "'") and following:
        return following, at + 1
    if following in _PLAIN:
        return _PLAIN[following], at + 1
    code = _CODE.match(text, at)
    if code is not None:
        number = int(code[4], 8) if code[4] else int(code[1] or code[2] or code[3], 16)
        if 0 < number <= _HIGHEST and not 0xD800 <= number <= 0xDFFF:
            return chr(number), code.end()
    return "\\" + following, at + 1


def commands(text: str) -> Iterator[tuple[Word, ...]]:
    """The command lines of an ``ExecStart=``: a lone semicolon ends one; nothing where a quote is left open."""
    line: list[Word] = []
    for word in split(text) or ():
        written = text[word.start : word.end]
        if written == ";":
            yield tuple(line)
            line = []
        else:
            line.append(word._replace(text=";", bare=False) if written == "\\;" else word)
    yield tuple(line)
