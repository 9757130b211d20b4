"""A unified diff that ``git apply`` and ``patch`` take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from linter.text.edit import Edit, agreeing
from linter.text.source import Source

_CONTEXT = 3
_Step: TypeAlias = tuple[str, int, int, int, int]
"""What happens, the lines of the old text it happens to, and those of the new one."""
_PLAIN = "utf-8", "surrogateescape"


def unified(before: Mapping[str, Source], after: Mapping[str, Source]) -> str:
    """The changes from ``before`` to ``after``, files in the order of ``after``; unchanged files are left out.

    A diff speaks of bytes: those of files that are not UTF-8 stand in the result as surrogates, so it must be written
    as UTF-8 with ``surrogateescape``. Raises ``UnicodeEncodeError`` for a text that its file's encoding can't hold.
    """
    return "".join(
        "".join(_file(path, _lines(before[path], before[path].text), _lines(before[path], source.text)))
        for path, source in after.items()
        if source.text != before[path].text
    )


def edits(path: str, old: str, new: str) -> tuple[Edit, ...]:
    """The edits by whole lines that make the text ``new`` of the ``old`` one of the file at ``path``."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, before))]
    return tuple(
        Edit(path, starts[old_from], starts[old_to], "".join(after[new_from:new_to]))
        for tag, old_from, old_to, new_from, new_to in _steps(before, after)
        if tag != "equal"
    )


def _lines(source: Source, text: str) -> list[str]:
    """The file's lines as git counts them, which end at a line feed only."""
    lines = source.encode(text).decode(*_PLAIN).split("\n")
    return [*(line + "\n" for line in lines[:-1]), *filter(None, lines[-1:])]


def _file(path: str, old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    yield f"--- {_name('a/' + path)}\n+++ {_name('b/' + path)}\n"
    for group in _hunks(_steps(old, new)):
        yield f"@@ -{_range(group[0][1], group[-1][2])} +{_range(group[0][3], group[-1][4])} @@\n"
        for tag, old_from, old_to, new_from, new_to in group:
            if tag == "equal":
                yield from _marked(" ", old[old_from:old_to])
            else:
                yield from _marked("-", old[old_from:old_to])
                yield from _marked("+", new[new_from:new_to])


def _steps(old: Sequence[str], new: Sequence[str]) -> list[_Step]:
    """From ``old`` to ``new``.

    What is equal at both ends needs no comparing, and is not aligned with anything else: git takes a hunk without lines
    after it for the end of the file.
    """
    from difflib import SequenceMatcher

    start = agreeing(old, new)
    end = agreeing(old[start:][::-1], new[start:][::-1])
    middle = SequenceMatcher(None, old[start : len(old) - end], new[start : len(new) - end]).get_opcodes()
    return [
        ("equal", 0, start, 0, start),
        *((tag, a + start, b + start, c + start, d + start) for tag, a, b, c, d in middle),
        ("equal", len(old) - end, len(old), len(new) - end, len(new)),
    ]


def _hunks(steps: Sequence[_Step]) -> Iterator[list[_Step]]:
    """The steps in groups, with as many equal lines around changes as a diff shows."""
    hunk: list[_Step] = []
    for index, (tag, old_from, old_to, new_from, new_to) in enumerate(steps):
        if tag != "equal":
            hunk.append((tag, old_from, old_to, new_from, new_to))
            continue
        first, last = index == 0, index == len(steps) - 1
        size = old_to - old_from
        if first or last or size > 2 * _CONTEXT:
            shown = min(size, _CONTEXT)
            if not first:
                hunk.append(("equal", old_from, old_from + shown, new_from, new_from + shown))
                yield hunk
            hunk = [("equal", old_to - shown, old_to, new_to - shown, new_to)]
        else:
            hunk.append((tag, old_from, old_to, new_from, new_to))


def _range(start: int, end: int) -> str:
    """Lines ``start..end`` as a hunk's header counts them: from 1, from 0 if there are none."""
    size = end - start
    first = start + (1 if size else 0)
    return str(first) if size == 1 else f"{first},{size}"


def _name(path: str) -> str:
    """A file name as git writes it: quoted if need be, with a tab after spaces so that its end is certain."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    if any(char in escapes or char < " " for char in path):
        return '"' + "".join(escapes.get(char) or (f"\\{ord(char):03o}" if char < " " else char) for char in path) + '"'
    return path + "\t" if " " in path else path


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"
