"""A unified diff that ``git apply`` and ``patch`` take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linter.text.source import Source

_CONTEXT = 3
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


def _lines(source: Source, text: str) -> list[str]:
    """The file's lines as git counts them, which end at a line feed only."""
    lines = source.encode(text).decode(*_PLAIN).split("\n")
    return [*(line + "\n" for line in lines[:-1]), *filter(None, lines[-1:])]


def _file(path: str, old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    from difflib import SequenceMatcher

    yield f"--- {_name('a/' + path)}\n+++ {_name('b/' + path)}\n"
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    first = max(0, start - _CONTEXT)
    last = max(0, end - _CONTEXT)  # what is equal at both ends needs no comparing
    old, new = old[first : len(old) - last], new[first : len(new) - last]
    for group in SequenceMatcher(None, old, new).get_grouped_opcodes(_CONTEXT):
        yield f"@@ -{_range(group[0][1], group[-1][2], first)} +{_range(group[0][3], group[-1][4], first)} @@\n"
        for tag, old_from, old_to, new_from, new_to in group:
            if tag == "equal":
                yield from _marked(" ", old[old_from:old_to])
            else:
                yield from _marked("-", old[old_from:old_to])
                yield from _marked("+", new[new_from:new_to])


def _range(start: int, end: int, skipped: int) -> str:
    """Lines ``start..end`` as a hunk's header counts them: from 1, from 0 if there are none."""
    size = end - start
    first = start + skipped + (1 if size else 0)
    return str(first) if size == 1 else f"{first},{size}"


def _name(path: str) -> str:
    """A file name as git writes it: quoted if need be, with a tab after spaces so that its end is certain."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    if any(char in escapes or char < " " for char in path):
        return '"' + "".join(escapes.get(char) or (f"\\{ord(char):03o}" if char < " " else char) for char in path) + '"'
    return path + "\t" if " " in path else path


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are equal from the start."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"
