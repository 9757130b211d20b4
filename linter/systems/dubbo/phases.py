"""When something is done: at the start of a process, or at its end."""

from __future__ import annotations

from typing import Literal, TypeAlias

from linter.pattern import pattern

Phase: TypeAlias = Literal["start", "stop", ""]
"""``""`` where it can't be told."""

_STOP = pattern(r"(?i)pre-?stop|shut-?down|(?:^|[^a-z])stop|tear-?down|clean-?up")
_START = pattern(r"(?i)post-?start|(?:^|[^a-z])start|entry-?point|(?:^|[^a-z])init|boot")


def of_file(path: str) -> Phase:
    """The phase that a script's name tells."""
    name = path.rpartition("/")[2]
    return "stop" if _STOP.search(name) else "start" if _START.search(name) else ""
