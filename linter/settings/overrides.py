"""``overrides`` of the settings: what holds for some files only."""

from __future__ import annotations

from collections.abc import Mapping

from linter.globs import covers
from linter.record import NOTHING, dataclass


@dataclass(frozen=True, slots=True)
class Override:
    """``files`` are globs over reported paths; the rest is for findings that point into a file that matches one.

    ``profile`` is the one that counts there, or ``None``; ``ignore``, ``severity`` and ``params`` add to those for all
    files and win over them.
    """

    files: tuple[str, ...]
    profile: str | None = None
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, str] = NOTHING
    params: Mapping[str, Mapping[str, bool | int | float | str]] = NOTHING

    def holds(self, path: str) -> bool:
        """Whether it is about the file that reports call ``path``."""
        return any(covers(pattern, path) for pattern in self.files)
