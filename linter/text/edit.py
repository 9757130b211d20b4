"""One replacement in a file, and how a set of them is applied."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from linter.record import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace the code points ``start..end`` of the file at ``path`` by ``new``."""

    path: str
    start: int
    end: int
    new: str


def overlaps(one: Edit, other: Edit) -> bool:
    """Whether both edits claim a code point, or both insert at one place; equal edits do not overlap."""
    if one.path != other.path or one == other:
        return False
    if one.start == one.end and other.start == other.end:
        return one.start == other.start
    return one.start < other.end and other.start < one.end


class Claims:
    """Edits none of which overlaps another, and the question whether one more would; its cost is that of a search."""

    __slots__ = ("_taken",)

    def __init__(self) -> None:
        self._taken: list[Edit] = []

    def overlap(self, edit: Edit) -> bool:
        """Whether ``edit`` overlaps one that was added."""
        taken = self._taken
        at = bisect_left(taken, Edit(edit.path, edit.start, edit.start, ""))
        # before it only the nearest reaches far enough; of those behind, all that start in it or where it does
        if at and overlaps(taken[at - 1], edit):
            return True
        while at < len(taken) and taken[at].path == edit.path and taken[at].start <= edit.end:
            if overlaps(taken[at], edit):
                return True
            at += 1
        return False

    def add(self, edit: Edit) -> None:
        """Claims what ``edit`` claims; it must not overlap what is claimed already."""
        if not self._taken or edit > self._taken[-1]:
            self._taken.append(edit)
        else:
            insort(self._taken, edit)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """``text`` with ``edits`` made, which must lie in one file and not overlap; equal edits count once."""
    parts: list[str] = []
    at = 0
    for edit in sorted(set(edits)):
        if edit.start < at:
            raise ValueError("overlapping edits")
        parts += (text[at : edit.start], edit.new)
        at = edit.end
    return "".join((*parts, text[at:]))


def agreeing(one: Sequence[str], other: Sequence[str]) -> int:
    """How many items of two sequences agree from the start: lines of texts, steps of paths."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
