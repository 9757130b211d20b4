r"""Java properties as a mapping of scalars.

Read as ``java.util.Properties.load`` of Java 17 reads (its Javadoc states the format): separators are ``=``, ``:`` or
white space, a backslash at a line's end continues it, ``\uXXXX`` escapes are resolved, ``#`` and ``!`` start comments.
Only the pair without a name that Java makes of a last line ``\`` is left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linter.pattern import pattern
from linter.syntax.document import DocRef, Document, Place, Problem
from linter.syntax.node import Mapping, Node, Scalar

if TYPE_CHECKING:
    from linter.text.view import View

_EOL = r"(?:\r\n|\r|\n)"
_JOINT = rf"\\{_EOL}[ \t\f]*"
_BLANK = pattern(rf"(?:[ \t\f\r\n]+|\\{_EOL})*(?:[#!][^\r\n]*)?")
_KEY = pattern(rf"(?:[^\\=: \t\f\r\n]+|{_JOINT}|\\[^\r\n])*")
_SEPARATOR = pattern(rf"(?:[ \t\f]|{_JOINT})*[=:]?(?:[ \t\f]|{_JOINT})*")
_REST = pattern(rf"(?:[^\\\r\n]+|\\(?:{_EOL}|[^\r\n]))*")
_LONE = pattern(r"\\?")
_JOINING = pattern(rf"(\\[^\r\n])|{_JOINT}")
_ESCAPE = pattern(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_PAIR = pattern("[\ud800-\udbff][\udc00-\udfff]")
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def parse(view: View, ref: DocRef) -> Document[Node] | Problem:
    """The pairs in ``view``, duplicates included, as a ``Mapping`` of ``Scalar`` to ``Scalar``; or what is malformed.

    Keys and values have their decoded text; their places are what is written, from the first character to the last,
    with the continuations between them. A value that is not written has an empty place behind its separator.
    """
    text = view.text
    entries: list[tuple[Node, Node]] = []
    at = _content(text, 0)
    while at < len(text):
        key_end = _trimmed(text, at, _end(_KEY, text, at))
        value_start = _end(_SEPARATOR, text, key_end)
        line_end = _end(_REST, text, value_start)
        value_end = _trimmed(text, value_start, line_end)
        # A backslash that ends the file continues nothing and is dropped.
        line_end = _end(_LONE, text, line_end)
        pair = []
        for start, end in ((at, key_end), (value_start, value_end)):
            decoded = _decode(text[start:end])
            if decoded is None:
                span = view.span(*_malformed(text, start, end))
                return Problem(Place(ref, span.start, span.end), "`\\u` must be followed by four hex digits")
            pair.append(Scalar(start, end, decoded))
        entries.append((pair[0], pair[1]))
        at = _content(text, line_end)
    start = entries[0][0].start if entries else 0
    return Document(ref, view, Mapping(start, entries[-1][1].end if entries else 0, entries))


def _content(text: str, at: int) -> int:
    """Where the next pair starts, past blank lines and comments."""
    while at < len(text):
        following = _end(_BLANK, text, at)
        if following == at:
            return at
        at = following
    return at


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return at if found is None else found.end()


def _trimmed(text: str, start: int, end: int) -> int:
    """The end of a token without continuations that lead to nothing; within a token every line end is continued."""
    while True:
        before = end
        while before > start and text[before - 1] in " \t\f":
            before -= 1
        if before == start or text[before - 1] not in "\r\n":
            return end
        before -= 2 if text.startswith("\r\n", before - 2) else 1
        end = before - 1


def _decode(raw: str) -> str | None:
    """What a key or value means, or ``None`` where an escape is malformed."""
    if "\\" not in raw:
        return raw
    if "\n" in raw or "\r" in raw:
        raw = _JOINING.sub(lambda found: found[1] or "", raw)
    if any(found[1] == "u" for found in _ESCAPE.finditer(raw)):
        return None
    return _PAIR.sub(_paired, _ESCAPE.sub(_unescaped, raw))


def _unescaped(found: re.Match[str]) -> str:
    escape = found[1]
    return chr(int(escape[1:], 16)) if len(escape) > 1 else _CONTROLS.get(escape, escape)


def _paired(found: re.Match[str]) -> str:
    return found[0].encode("utf-16", "surrogatepass").decode("utf-16")


def _malformed(text: str, start: int, end: int) -> tuple[int, int]:
    for found in _ESCAPE.finditer(text, start, end):
        if found[1] == "u":
            return found.start(), min(found.start() + len("\\uXXXX"), end)
    return start, end
