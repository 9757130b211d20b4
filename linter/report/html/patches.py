"""What a fix would write, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.finding import Patch
from linter.report.html.markup import Markup, tag
from linter.report.html.places import verbatim
from linter.report.places import Opener
from linter.text.edit import Edit, apply
from linter.text.source import Lines

_SHOWN = 12
"""Lines of one change that are shown."""


def written(patch: Patch, open_source: Opener) -> Iterator[Markup]:
    """The changed lines of each file, those that go before those that come; nothing where a file can't be read."""
    files: dict[str, list[Edit]] = {}
    for edit in sorted(patch.edits):
        files.setdefault(edit.path, []).append(edit)
    for path, edits in files.items():
        source = open_source(path)
        if source is None or edits[-1].end > len(source.text):
            continue
        for first, part in _parts(Lines(source.text), edits):
            yield _shown(path, source.text, first, part)


def _parts(lines: Lines, edits: Sequence[Edit]) -> Iterator[tuple[tuple[int, int], list[Edit]]]:
    """Edits that touch the same lines, with the range of the text that these lines are."""
    part: list[Edit] = []
    first = last = 0
    for edit in edits:
        top, bottom = lines.position(edit.start).line, lines.position(edit.end).line
        if part and top > last:
            yield _range(lines, first, last), part
            part = []
        first, last = (first, max(last, bottom)) if part else (top, bottom)
        part.append(edit)
    if part:
        yield _range(lines, first, last), part


def _range(lines: Lines, first: int, last: int) -> tuple[int, int]:
    return lines.start(first), lines.start(last) + len(lines.line(last))


def _shown(path: str, text: str, span: tuple[int, int], edits: Sequence[Edit]) -> Markup:
    start, end = span
    moved = [Edit(path, edit.start - start, edit.end - start, edit.new) for edit in edits]
    before = text[start:end]
    lines = [*_lines("del", "-", before), *_lines("ins", "+", apply(before, moved))]
    number = text.count("\n", 0, start) + 1
    return tag("pre", tag("span", f"{path}:{number}", class_="file"), *lines, class_="patch")


def _lines(name: str, sign: str, text: str) -> Iterator[Markup]:
    if not text:
        return
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    for line in lines[:_SHOWN]:
        yield tag(name, f"{sign} ", verbatim(line))
    if len(lines) > _SHOWN:
        yield tag(name, f"{sign} … {len(lines) - _SHOWN} more")
