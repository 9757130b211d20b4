"""What the name of a file says about it."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from linter.system import System


def named(name: str, globs: Iterable[str]) -> bool:
    """Whether one of the lower-case ``globs`` is for a file with this base name."""
    lowered = name.lower()
    return any(fnmatchcase(lowered, pattern) for pattern in globs)


def wants(system: System, name: str) -> bool:
    """Whether ``system`` looks for files with this base name."""
    return named(name, system.names)
