"""Changed files by their own names: what a link names is changed, never the link."""

from __future__ import annotations

import os
from collections.abc import Mapping

from linter.fix.write import obstacle
from linter.record import dataclass, replace
from linter.text.source import Source


@dataclass(frozen=True, slots=True)
class Followed:
    """``before`` and ``after`` by the files' own paths."""

    before: Mapping[str, Source]
    after: Mapping[str, Source]


class Barred:
    """The files below the folder ``root`` that may not be changed: links out of it, read-only ones if ``writing``.

    ``met`` holds the reason of each that was asked about.
    """

    def __init__(self, root: str, *, writing: bool) -> None:
        self._root = root
        self._base = os.path.realpath(root)
        self._writing = writing
        self._known: dict[str, str] = {}

    def __contains__(self, path: object) -> bool:
        name = str(path)
        if name not in self._known:
            self._known[name] = self._why(name)
        return bool(self._known[name])

    @property
    def met(self) -> dict[str, str]:
        return {path: reason for path, reason in self._known.items() if reason}

    def _why(self, path: str) -> str:
        if not _target(self._base, path):
            return "the link leads to a file outside the checked folder"
        return obstacle(self._root, path) if self._writing else ""


def followed(root: str, before: Mapping[str, Source], after: Mapping[str, Source]) -> Followed:
    """The changes with all links below the folder ``root`` followed; a file with several names is changed once.

    Where its names were given different texts, the one of its own name counts. Links that lead out of it are left out.
    """
    base = os.path.realpath(root)
    own = {path: _target(base, path) for path in after}
    old: dict[str, Source] = {}
    new: dict[str, Source] = {}
    for path, source in after.items():
        name = own[path]
        if name and (name not in new or name == path):
            old[name] = replace(before[path], path=name)
            new[name] = replace(source, path=name)
    return Followed(old, new)


def _target(base: str, path: str) -> str:
    """``path`` with links followed, relative to ``base``; ``""`` if that lies outside."""
    whole = os.path.join(base, *path.split("/"))
    real = os.path.realpath(whole)
    if real == whole or path.startswith("../"):
        return path
    return os.path.relpath(real, base).replace(os.sep, "/") if real.startswith(os.path.join(base, "")) else ""
