"""Literal and folded block scalars: their text with its places, and edits that keep them readable."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate
from operator import sub

from linter.pattern import pattern
from linter.record import dataclass
from linter.syntax.yaml.runs import BREAK, SEPARATOR, Decoded, Pieces
from linter.text.view import Replacement, Run, View

_HEADER = pattern(r"([|>])(?:([1-9])([+-]?)|([+-])([1-9]?))?[ \t]*(?:#[^\r\n\x85\u2028\u2029]*)?")
_LINE = pattern(r"( *)([^\r\n\x85\u2028\u2029]*)")


@dataclass(frozen=True, slots=True)
class Header:
    """The line that opens a block scalar; ``end`` is where its content's first line starts."""

    literal: bool
    explicit: bool
    chomp: str
    end: int


def header(text: str, start: int) -> Header | None:
    """The header at ``start``, ``None`` if what stands there is none."""
    found = _HEADER.match(text, start)
    if found is None:
        return None
    line_end = BREAK.match(text, found.end())
    if line_end is None and found.end() < len(text):
        return None
    explicit = found.group(2) or found.group(5)
    chomp = found.group(3) or found.group(4) or ""
    return Header(found.group(1) == "|", bool(explicit), chomp, line_end.end() if line_end else len(text))


def detect(text: str, at: int) -> int:
    """The indentation of a block scalar without an indicator whose content starts at ``at``.

    That of its first line with text, or of a longer line of spaces before it.
    """
    deepest = 1
    while True:
        line = _LINE.match(text, at)
        if line is None:
            return deepest
        deepest = max(deepest, len(line.group(1)))
        line_end = BREAK.match(text, line.end())
        if line.group(2) or line_end is None:
            return deepest
        at = line_end.end()


def indentation(text: str, head: Header, value: str) -> int:
    """The indentation of the block scalar opened by ``head`` whose text is ``value``; 0 where no line shows it.

    One that the header states counts from the parent's, which is not known here: it is what the lines have lost.
    """
    inner = value.lstrip("\n\u2028\u2029")
    if not inner:
        return 0
    if not head.explicit:
        return detect(text, head.end)
    at = head.end
    for _ in range(len(value) - len(inner)):
        line_end = BREAK.search(text, at)
        at = len(text) if line_end is None else line_end.end()
    line = _LINE.match(text, at)
    written = len(line.group(1)) if line is not None else 0
    return max(1, written - len(inner) + len(inner.lstrip(" ")))


def decode(text: str, head: Header, indent: int) -> Decoded | None:
    """The text of the block scalar opened by ``head``, whose lines are indented by ``indent`` spaces.

    ``None`` where a tab stands in the place of indentation.
    """
    if head.literal and "\r" not in text and (text.isascii() or not SEPARATOR.search(text)):
        return _even(text, head, indent) or _literal(text, head, indent)
    pieces = Pieces(head.end)
    pending: list[re.Match[str]] = []
    content = blank_before = False
    at = head.end
    while line := _LINE.match(text, at):
        line_end = BREAK.match(text, line.end())
        first = min(line.start(2), at + indent)
        if first == line.end():
            if line_end is None:
                break
        elif text[first] == "\t" and (first < at + indent or not (content or head.explicit)):
            return None
        elif first < at + indent:
            break
        else:
            blank = text[first] in " \t"
            _join(pieces, pending, fold=not head.literal and content and not blank and not blank_before)
            pieces.add(text[first : line.end()], first, line.end() - first)
            pending, content, blank_before = [], True, blank
        if line_end is None:
            at = len(text)
            break
        pending.append(line_end)
        at = line_end.end()
    if head.chomp != "-":
        # clipping keeps the break of the last line with text, and there is none without such a line
        _join(pieces, pending if head.chomp == "+" else pending[: 1 if content else 0], fold=False)
    return pieces.done(at)


def _literal(text: str, head: Header, indent: int) -> Decoded | None:
    """``decode`` for the common case, several times faster: literal style, and all lines end with a line feed."""
    pad = " " * indent
    runs: list[Run] = []
    at = head.end
    size = kept = 0
    length = len(text)
    while at < length:
        stop = text.find("\n", at) + 1 or length
        first = at + indent
        if not text.startswith(pad, at) or text[first:stop] in ("\n", ""):
            body = text[at:stop].lstrip(" ")
            if body != "\n":
                if body[:1] == "\t":
                    return None
                break
            first = stop - 1
        else:
            if not kept and not head.explicit and text[first] == "\t":
                return None
            kept = len(runs) + 1
        runs.append(Run(size, stop - first, first, stop - first))
        size += stop - first
        at = stop
    return _chomped(text, head, runs, kept, at)


def _even(text: str, head: Header, indent: int) -> Decoded | None:
    """``_literal``, faster still, where every line is indented or empty; ``None`` where one may be neither."""
    found = _indented(indent).match(text, head.end)
    end = head.end if found is None else found.end()
    after = text[end : text.find("\n", end) + 1 or len(text)].lstrip(" ")
    if after[:1] in ("\n", "\t") or (not after and end < len(text)) or text.startswith(" " * indent, end):
        return None
    body = text[head.end : end]
    lines = body.split("\n")[:-1]
    if "\t" in body and any(line[indent : indent + 1] == "\t" for line in lines):
        return None
    sizes = [len(line) - indent + 1 if line else 1 for line in lines]
    ends = list(accumulate((len(line) + 1 for line in lines), initial=head.end))[1:]
    runs = list(map(Run._make, zip(accumulate(sizes, initial=0), sizes, map(sub, ends, sizes), sizes, strict=False)))
    kept = next((number for number in range(len(lines), 0, -1) if sizes[number - 1] > 1), 0)
    value = ("\n" + body).replace("\n" + " " * indent, "\n")[1:]
    return _chomped(text, head, runs, kept, end, value)


@lru_cache(maxsize=64)
def _indented(columns: int) -> re.Pattern[str]:
    return re.compile(rf"(?: {{{columns}}}[^\n]*\n|\n)*")


def _chomped(text: str, head: Header, runs: list[Run], kept: int, end: int, value: str | None = None) -> Decoded:
    """The lines of a literal scalar, of which ``kept`` go to the last one with text, as its header has them end.

    ``value`` is the text of all of them, if that is known.
    """
    if head.chomp != "+":
        del runs[kept:]
    if head.chomp == "-" and runs and text[runs[-1].at + runs[-1].width - 1] == "\n":
        start, size, at, width = runs.pop()
        runs.append(Run(start, size - 1, at, width - 1))
    if value is None:
        value = "".join([text[run.at : run.at + run.width] for run in runs])
    last = runs[-1] if runs else Run(0, 0, head.end, 0)
    runs.append(Run(last.start + last.size, 0, last.at + last.width, 0))
    return Decoded(value[: last.start + last.size], tuple(runs), end)


def _join(pieces: Pieces, breaks: list[re.Match[str]], *, fold: bool) -> None:
    if fold and breaks and breaks[0].group() not in "\u2028\u2029":
        if len(breaks) == 1:
            pieces.add(" ", breaks[0].start(), len(breaks[0].group()))
        breaks = breaks[1:]
    for line_end in breaks:
        pieces.line_end(line_end)


@dataclass(frozen=True, slots=True)
class Block:
    """The form of a block scalar that starts at ``start`` of the surrounding text.

    ``fixed`` says that the header states the indentation; ``indent`` is 0 where no line shows it.
    """

    start: int
    indent: int
    literal: bool
    fixed: bool

    def rewrite(self, view: View, start: int, end: int, new: str) -> Replacement | str:
        """Edits within a line as they are; across lines (literal style only) as whole lines, indented anew.

        What the surrounding text then reads is compared with what it should.
        """
        if not self.indent:
            return "an empty block scalar shows no indentation to follow"
        within = not BREAK.search(new) and view.verbatim(start, end)
        if within and not _on_blank(view.text, start):
            change = (*view.local(start, end), new)
            if self.literal and _past_text(view.text, start):
                return change
        elif self.literal:
            change = self._lines(view, start, end, new)
        else:
            return "text of a folded block can only be edited within a line"
        if self._reads(view, change) == view.text[:start] + new + view.text[end:]:
            return change
        return "the block scalar could not hold the new text without another header"

    def _lines(self, view: View, start: int, end: int, new: str) -> Replacement:
        """The edit widened to whole lines, each with its indentation."""
        text, around = view.text, view.around.text
        first = text.rfind("\n", 0, start) + 1
        head = text[first:start] + new
        whole = (not head or head.endswith("\n")) and (end == 0 or text[end - 1] == "\n")
        last = end if whole else text.find("\n", end) + 1 or len(text)
        lines = (head + text[end:last]).split("\n")
        indented = "\n".join(" " * self.indent + line if line else "" for line in lines)
        at = view.local(first, first)[0]
        begin = max((found.end() for found in BREAK.finditer(around, self.start, at)), default=at)
        return begin, begin if last == first else view.local(first, last)[1], indented

    def _reads(self, view: View, change: Replacement) -> str | None:
        at, stop, new = change
        around = view.around.text
        changed = around[:at] + new + around[stop:]
        head = header(changed, self.start)
        if head is None:
            return None
        indent = self.indent if self.fixed else detect(changed, head.end)
        decoded = decode(changed, head, indent)
        return decoded.text if decoded else None


def _past_text(text: str, at: int) -> bool:
    """Whether ``at`` has text before it in its line: then nothing behind it decides how the block is read."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return bool(before.strip(" \t")) and not BREAK.search(before)


def _on_blank(text: str, at: int) -> bool:
    """Whether the line of ``at`` holds nothing, so that its indentation may not be written."""
    return (at == 0 or text[at - 1] == "\n") and (at == len(text) or text[at] == "\n")
