"""Quoted and plain scalars: their text with its places, and edits within a line."""

from __future__ import annotations

import re
from typing import Any

from linter.pattern import pattern
from linter.record import dataclass
from linter.syntax.yaml.events import events
from linter.syntax.yaml.runs import BREAK, Decoded, Pieces
from linter.text.view import Replacement, View

_END = r"\r\n|[\r\n\x85\u2028\u2029]"
_FOLD = rf"[ \t]*(?:{_END})(?:[ \t]|{_END})*"
_TEXT = rf"(?:[^{{0}} \t\r\n\x85\u2028\u2029]|[ \t]+(?![ \t]|{_END}))+"
_PIECES = {
    "": pattern(rf"(?P<fold>{_FOLD})|(?P<text>{_TEXT.replace('{0}', '')})"),
    "'": pattern(rf"(?P<fold>{_FOLD})|(?P<text>{_TEXT.replace('{0}', chr(39))})|(?P<escape>'')"),
    '"': pattern(
        rf"(?P<fold>{_FOLD})|(?P<text>{_TEXT.replace('{0}', chr(34) + chr(92) * 2)})"
        rf"|(?P<skip>\\(?:{_END})(?:[ \t]|{_END})*)"
        r"|(?P<escape>\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.))"
    ),
}
_NAMED = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_UNPRINTABLE = pattern(r"[^\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_SHORT = {"\\": "\\\\", '"': '\\"', "\t": "\\t", "\n": "\\n", "\r": "\\r"}


def decode(text: str, start: int, end: int, style: str) -> Decoded | None:
    """The text of the scalar that starts at ``start``; ``None`` if it doesn't end before ``end``.

    ``start..end`` are the whole token, quotes included; of a quoted scalar ``end`` is only a limit.
    """
    at = start + len(style)
    pieces = Pieces(at)
    pattern = _PIECES[style]
    while found := pattern.match(text, at, end):
        at = found.end()
        if found.lastgroup == "text":
            pieces.add(found.group(), found.start(), at - found.start())
        elif found.lastgroup == "escape":
            pieces.add(_unescape(found.group()), found.start(), at - found.start())
        else:
            _fold(pieces, text, found, escaped=found.lastgroup == "skip")
    if not style:
        return pieces.done(at) if at == end else None
    if text[at : at + 1] != style or at >= end:
        return None
    pieces.at = at
    return pieces.done(at + 1)


def _fold(pieces: Pieces, text: str, found: re.Match[str], *, escaped: bool) -> None:
    """Line breaks between words: one is a space, more are one fewer; an escaped one is nothing."""
    breaks = list(BREAK.finditer(text, found.start(), found.end()))
    first = breaks[0]
    if escaped or first.group() not in "\u2028\u2029":
        if not escaped and len(breaks) == 1:
            pieces.add(" ", found.start(), first.end() - found.start())
        breaks = breaks[1:]
    for line_end in breaks:
        pieces.line_end(line_end)
    pieces.at = found.end()


def _unescape(written: str) -> str:
    if written == "''":
        return "'"
    code = written[2:]
    if not code:
        return _NAMED.get(written[1], "\ufffd")
    number = int(code, 16)
    return chr(number) if number <= 0x10FFFF else "\ufffd"


@dataclass(frozen=True, slots=True)
class Flow:
    """The form of a plain or quoted scalar that is written at ``start..end`` of the surrounding text."""

    start: int
    end: int
    style: str

    def rewrite(self, view: View, start: int, end: int, new: str) -> Replacement | str:
        """Edits that stay within a line of the surrounding text, with ``new`` escaped for the style.

        What the surrounding text then reads is compared with what it should.
        """
        if self.start == self.end:
            return "the value is not written"
        around = view.around.text
        at, stop = view.local(start, end)
        if BREAK.search(around, at, stop):
            return "text of this scalar can only be edited within a line"
        written = self._escape(new)
        if written is None:
            return "the scalar's style can't express the new text"
        changed = around[:at] + written + around[stop:]
        last = self.end + len(changed) - len(around)
        decoded = decode(changed, self.start, last, self.style)
        wanted = view.text[:start] + new + view.text[end:]
        if decoded is None or decoded.end != last or decoded.text != wanted:
            return "the scalar could not hold the new text as it is written"
        if not self.style and not _plain(around[self.start : self.end], changed[self.start : last], wanted):
            return "the new text needs quotes"
        return at, stop, written

    def _escape(self, new: str) -> str | None:
        if self.style == '"':
            return _UNPRINTABLE.sub(_numbered, "".join(_SHORT.get(char, char) for char in new))
        if _UNPRINTABLE.search(new):
            return None
        return new.replace("'", "''") if self.style else new


def _numbered(found: re.Match[str]) -> str:
    code = ord(found.group())
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}"


def _plain(old: str, token: str, text: str) -> bool:
    """Whether ``token`` still is one plain scalar where ``old`` was.

    In a flow collection less may stand plain; it may be one if ``old`` could stand there.
    """
    return _reads(f"k: {token}\n", text) and (_reads(f"[{token}]", text) or not _reads(f"[{old}]", None))


def _reads(document: str, text: str | None) -> bool:
    """Whether ``document`` has one plain scalar with ``text`` as its last leaf; any for ``None``."""
    source = events(document)
    leaves: list[Any] = []
    try:
        while (event := source.get()).__class__ is not source.stream_end:
            if event.__class__ in (source.scalar, source.alias):
                leaves.append(event)
            if event.__class__ in (source.sequence, source.mapping) and document[0] == "[":
                leaves.append(event)
    except source.errors:
        return False
    if len(leaves) != 2:
        return False
    leaf: Any = leaves[1]
    kind = leaf.__class__
    return kind is source.scalar and not leaf.style and text in (None, leaf.value)
