"""Texts without a tree: the same characters but for the literals that were to change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linter.fix.second.tree import Unmade

if TYPE_CHECKING:
    from linter.syntax.change import TreeChange


def intended(old: str, changes: Sequence[TreeChange]) -> str:
    """What ``old`` is with ``changes`` made; raises ``Unmade``."""
    pieces: list[str] = []
    at = 0
    spans = sorted((*_span(change), change.to) for change in changes)
    for start, end, new in spans:
        if start < at:
            raise Unmade("the changes overlap")
        pieces += (old[at:start], new)
        at = end
    return "".join((*pieces, old[at:]))


def _span(change: TreeChange) -> tuple[int, int]:
    if len(change.route) == 2:
        start, end = change.route
        if isinstance(start, int) and isinstance(end, int):
            return start, end
    raise Unmade("the change can't be proven in this format")
