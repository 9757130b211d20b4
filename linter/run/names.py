"""What the name of a file says about it."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import lru_cache

from linter.system import System


def named(name: str, globs: Iterable[str]) -> bool:
    """Whether one of the lower-case ``globs`` is for a file with this base name."""
    lowered = name.lower()
    endings, others = _kinds(tuple(globs))
    return lowered.endswith(endings) or any(fnmatchcase(lowered, pattern) for pattern in others)


@lru_cache(maxsize=64)
def _kinds(globs: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The endings among the globs (``*.yaml``), which are many times as fast to compare, and the other globs."""
    endings = [glob[1:] for glob in globs if glob[:1] == "*" and not any(sign in glob[1:] for sign in "*?[")]
    return tuple(endings), tuple(glob for glob in globs if glob[1:] not in endings or glob[:1] != "*")


def wants(system: System, name: str) -> bool:
    """Whether ``system`` looks for files with this base name."""
    return named(name, system.names)
