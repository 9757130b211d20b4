"""What is wrong with an expression, and where."""

from __future__ import annotations

from collections.abc import Iterable


class ExprError(Exception):
    """The expression can't mean anything; ``start..end`` are offsets of its text (equal at its end)."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end


def suggestion(word: str, known: Iterable[str]) -> str:
    """`` (did you mean `x`?)`` for the nearest of ``known``, or nothing where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean `{near[0]}`?)" if near else ""
