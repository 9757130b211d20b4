"""Which folder the reported paths of a run are relative to."""

from __future__ import annotations

import os
from collections.abc import Sequence

from linter.run.files import repository


def root_of(folder: str, paths: Sequence[str]) -> str:
    """The repository around the absolute ``folder``, else ``folder``; where some ``paths`` (absolute) lie outside it,
    their nearest common folder.
    """
    for base in (repository(folder), folder):
        if base is not None and all(_inside(path, base) for path in paths):
            return base
    try:
        return os.path.commonpath([folder, *paths])
    except ValueError:  # on another drive
        return folder


def _inside(path: str, base: str) -> bool:
    return path == base or path.startswith(base.rstrip(os.sep) + os.sep)
