"""How a long run gets on, for somebody who looks at a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from linter.run.pool import silent

_WAIT = 0.5
"""Seconds before a run counts as long."""
_PAUSE = 0.1
"""Seconds between two changes of the line."""


@contextmanager
def progress(*, quiet: bool, clock: Callable[[], float] = monotonic) -> Iterator[Callable[[int, int], None]]:
    """Gives what is to be told how many files were read, of how many.

    It shows that in a line on standard error, which it rewrites and takes away at the end; nothing where no terminal
    would show it. ``clock`` gives seconds.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield silent
        return
    line = _Line(clock)
    try:
        yield line.tell
    finally:
        line.close()


class _Line:
    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._next = clock() + _WAIT
        self._shown = False

    def tell(self, done: int, total: int) -> None:
        now = self._clock()
        if done == total and self._shown:
            self._put("Judging")
        elif now >= self._next:
            self._next = now + _PAUSE
            self._put(f"Reading files: {done} of {total}")

    def close(self) -> None:
        if self._shown:
            self._put("")

    def _put(self, text: str) -> None:
        self._shown = True
        try:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
        except OSError:  # nobody looks any more
            self._next = float("inf")
            self._shown = False
