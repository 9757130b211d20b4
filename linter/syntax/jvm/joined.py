"""Strings of sources, also joined ones and blocks, with the way back from each character to what writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.jvm.strings import unescaped
from linter.text.view import Run

_REST = (
    r"|(?P<string>\"(?:\\.|[^\"\\\r\n])*\"?)|(?P<skip>//[^\r\n]*|/\*.*?(?:\*/|\Z)|\s+)"
    r"|(?P<join>\+)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<other>[\w$]+|.)"
)
_JAVA = pattern(r"(?P<block>\"\"\"(?:\\.|[^\\])*?(?:\"\"\"|\Z))" + _REST, re.DOTALL)
_KOTLIN = pattern(r"(?P<block>\"\"\".*?(?:\"\"\"+|\Z))" + _REST, re.DOTALL)
_JAVA_PIECE = pattern(r"\\(?:u+[0-9a-fA-F]{4}|[0-3]?[0-7]{1,2}|\r\n|.)|%(?:\d+\$)?[sd]|[^\\%]+|.", re.DOTALL)
_KOTLIN_PIECE = pattern(r"\\(?:u[0-9a-fA-F]{4}|.)|\$[A-Za-z_]\w*|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^\\$]+|.", re.DOTALL)
_FILLED = "$(value)"
"""What code puts in. With braces it would be no value in the lists and mappings of a line of YAML."""
_HOLE = pattern(r"%(?:\d+\$)?[sd]")
_BREAK = pattern(r"\r\n|\r|\n")
_MARGIN = pattern(r"[ \t]*")
_BAR = pattern(r"[ \t]*\|")
"""What ``trimMargin`` of Kotlin takes away."""
_CONTINUED = pattern(r"(?<!\\)(?:\\\\)*\\$")
"""A line whose end Java leaves out (JLS 3.10.7)."""


class _Piece(NamedTuple):
    """Some characters of the string: what they are, and where they are written."""

    text: str
    start: int
    end: int


class Joined(NamedTuple):
    """A string, and where each part of it stands in the source: what code puts into it is a placeholder."""

    text: str
    runs: tuple[Run, ...]


def joined(source: str, start: int, end: int, kotlin: bool) -> Joined | None:
    """The string that the expression in ``start..end`` joins; ``None`` where that can't be told."""
    runs: list[Run] = []
    texts: list[str] = []
    at = 0
    for piece in _operands(source, start, end, kotlin):
        if piece.text:
            runs.append(Run(at, len(piece.text), piece.start, piece.end - piece.start))
            texts.append(piece.text)
            at += len(piece.text)
    return Joined("".join(texts), tuple(runs)) if runs else None


def _operands(source: str, start: int, end: int, kotlin: bool) -> Iterator[_Piece]:
    """The strings, and a placeholder for each stretch of code between them."""
    around: list[bool] = []  # the open brackets: whether each is code's, and does not only group
    depth, first, last = 0, -1, -1
    for found in (_KOTLIN if kotlin else _JAVA).finditer(source, start, end):
        kind, code = found.lastgroup, True
        if kind == "open":
            code = first >= 0 or found[0] != "("
            around.append(code)
            depth += code
        elif kind == "close" and around:
            code = around.pop()
            depth -= code
        elif kind in ("block", "string") and first < 0:
            yield from _string(source, found.start(), found.end(), kotlin, kind == "block")
            continue
        elif kind == "join" and not depth:
            if first >= 0:
                yield _Piece(_FILLED, first, last)
            first = -1
            continue
        if kind != "skip" and code:
            first, last = (found.start() if first < 0 else first), found.end()
    if first >= 0:
        yield _Piece(_FILLED, first, last)


def _string(source: str, start: int, end: int, kotlin: bool, block: bool) -> Iterator[_Piece]:
    if not block:
        yield from _escaped(source, start + 1, end - 1, kotlin)
        return
    lines = _lines(source, start + 3, end - 3, kotlin)
    begins = _begins(source, lines, kotlin)
    for index, (first, last, after) in enumerate(lines):
        stop = first + len(source[first:last].rstrip(" \t")) if not kotlin else last
        goes_on = not kotlin and _CONTINUED.search(source[first:stop]) is not None
        stop -= goes_on
        yield from _escaped(source, min(begins[index], stop), stop, kotlin, raw=kotlin)
        if index + 1 < len(lines) and not goes_on:
            yield _Piece("\n", last, after)


def _begins(source: str, lines: list[tuple[int, int, int]], kotlin: bool) -> list[int]:
    """Where each line of a block begins, without the margin of them all."""
    counted = [one for one in lines if source[one[0] : one[1]].strip()]
    bars = [_BAR.match(source, first, last) for first, last, _ in lines]
    if kotlin and counted and all(bar for bar, line in zip(bars, lines, strict=True) if line in counted):
        return [line[0] if bar is None else bar.end() for bar, line in zip(bars, lines, strict=True)]
    if not kotlin and lines:
        counted.append(lines[-1])  # where the block ends counts too (JLS 3.10.6)
    margins = [found.end() - one[0] for one in counted if (found := _MARGIN.match(source, one[0], one[1])) is not None]
    return [first + min(margins, default=0) for first, _, _ in lines]


def _lines(source: str, start: int, end: int, kotlin: bool) -> list[tuple[int, int, int]]:
    """Each line with its start, its end, and where the next one starts; the first one of a block is none in Java."""
    found, at = [], start
    for sign in _BREAK.finditer(source, start, end):
        found.append((at, sign.start(), sign.end()))
        at = sign.end()
    found.append((at, end, end))
    return found if kotlin else found[1:]


def _escaped(source: str, start: int, end: int, kotlin: bool, raw: bool = False) -> Iterator[_Piece]:
    """The characters between the quotes; text that is put in is a placeholder."""
    for found in (_KOTLIN_PIECE if kotlin else _JAVA_PIECE).finditer(source, start, end):
        piece = found[0]
        if piece[:1] == "\\" and len(piece) > 1 and not raw:
            piece = unescaped(piece)
        elif kotlin and piece[:1] == "$" and len(piece) > 1:
            name = piece[1:].strip("{} ")
            piece = f"$({name})" if name.replace(".", "_").isidentifier() else _FILLED
        elif not kotlin and _HOLE.fullmatch(piece):
            piece = _FILLED
        yield _Piece(piece, found.start(), found.end())
