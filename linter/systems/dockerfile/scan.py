"""A Dockerfile as instructions. Source: docs.docker.com/reference/dockerfile."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.pattern import pattern
from linter.record import NamedTuple

_ESCAPE = pattern(r"(?im)\A(?:[ \t]*#[^\n]*\n)*?[ \t]*#[ \t]*escape[ \t]*=[ \t]*`")
_LINE = pattern(r"[^\n]*\n?")
_WORD = pattern(r"[A-Za-z]+")
_HEREDOC = pattern(r"<<-?[\"']?([A-Za-z_]\w*)[\"']?")


class Instruction(NamedTuple):
    """One instruction: its name in upper case, and what follows, each with its place.

    ``text`` has every continuation as blanks of the same length, so that offsets in it are those of the file from
    ``start`` on.
    """

    name: str
    at: int
    start: int
    text: str


def instructions(text: str) -> Iterator[Instruction]:
    """The instructions of ``text`` in order; comments, empty lines and here-documents are left out."""
    escape = "`" if _ESCAPE.match(text) else "\\"
    at = 0
    while at < len(text):
        found = _LINE.match(text, at)
        end = found.end() if found is not None else len(text)
        head = text[at:end].lstrip(" \t")
        word = _WORD.match(head)
        if head.startswith("#") or word is None:
            at = end
            continue
        begin = end - len(head)
        body, end = _joined(text, begin, end, escape)
        yield Instruction(word[0].upper(), begin, begin + word.end(), body[word.end() :])
        at = _past_heredocs(text, body, end)


def _joined(text: str, begin: int, end: int, escape: str) -> tuple[str, int]:
    """The instruction at ``begin`` with the lines that continue it, and where it ends."""
    parts = []
    line = text[begin:end]
    while line.rstrip().endswith(escape) and end < len(text):
        cut = len(line.rstrip()) - 1
        parts.append(line[:cut] + " " * (len(line) - cut))
        found = _LINE.match(text, end)
        line, end = text[end : found.end() if found else end], found.end() if found else end
        while line.lstrip().startswith("#") and end < len(text):
            parts.append(" " * len(line))
            found = _LINE.match(text, end)
            line, end = text[end : found.end() if found else end], found.end() if found else end
    parts.append(line)
    return "".join(parts), end


def _past_heredocs(text: str, body: str, end: int) -> int:
    """Where the next instruction may start: behind the here-documents that ``body`` opens."""
    for mark in _HEREDOC.findall(body):
        closing = re.compile(rf"(?m)^\t*{mark}[ \t]*\r?$\n?").search(text, end)
        end = len(text) if closing is None else closing.end()
    return end
