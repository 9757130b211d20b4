"""One replacement in a file, and how a set of them is applied."""

from __future__ import annotations

from collections.abc import Iterable

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
