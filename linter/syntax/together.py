"""Several operations on one text, each as if it were the only one, proven together: a proof reads the whole text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

from linter.record import replace
from linter.text.edit import Claims, Edit


class Drawn(Protocol):
    """An operation whose edits are known and not yet proven."""

    @property
    def edits(self) -> tuple[Edit, ...]: ...


D = TypeVar("D", bound=Drawn)
Written: TypeAlias = "tuple[Edit, ...] | str"


def proven(drawn: Sequence[D | str], prove: Callable[[Sequence[D]], str]) -> tuple[Written, ...]:
    """The edits of each of ``drawn``, or why it can't be made; a text there is such a reason already.

    ``prove`` says why some operations, none of whose edits overlap, would not do together what they are meant to, or
    nothing. What fails together is tried in halves: one that fails alone is refused for that reason.
    """
    found: list[Written] = [one if isinstance(one, str) else one.edits for one in drawn]
    waiting = [(number, one) for number, one in enumerate(drawn) if not isinstance(one, str)]
    while waiting:
        batch, waiting = _apart(waiting)
        _settle(batch, prove, found)
    return tuple(found)


def _apart(waiting: Sequence[tuple[int, D]]) -> tuple[list[tuple[int, D]], list[tuple[int, D]]]:
    """Those that can be made at once, and the rest.

    Edits that touch are not made at once: what one spoils beside it the other may happen to take away.
    """
    claims = Claims()
    batch, rest = [], []
    for numbered in waiting:
        edits = [replace(edit, start=edit.start - 1, end=edit.end + 1) for edit in numbered[1].edits]
        if any(claims.overlap(edit) for edit in edits):
            rest.append(numbered)
            continue
        batch.append(numbered)
        for edit in edits:
            claims.add(edit)
    return batch, rest


def _settle(batch: Sequence[tuple[int, D]], prove: Callable[[Sequence[D]], str], found: list[Written]) -> None:
    reason = prove([one for _, one in batch])
    if not reason:
        return
    if len(batch) == 1:
        found[batch[0][0]] = reason
        return
    middle = len(batch) // 2
    _settle(batch[:middle], prove, found)
    _settle(batch[middle:], prove, found)
