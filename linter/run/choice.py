"""Which files are read, and which of them are reported on."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Protocol

from linter.record import dataclass
from linter.run.files import absolute, excluded, relative, repository, walk


class _Request(Protocol):
    @property
    def paths(self) -> tuple[str, ...]: ...
    @property
    def stdin(self) -> tuple[str, bytes] | None: ...
    @property
    def context(self) -> str | None: ...
    @property
    def force_exclude(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """``files`` are absolute paths, sorted; ``only`` the shown paths to report on, ``None`` for all.

    ``whole`` is whether everything below the root is among the files.
    """

    files: tuple[str, ...]
    only: frozenset[str] | None
    whole: bool = False

    def concerns(self, paths: Sequence[str]) -> bool:
        """Whether something that touches ``paths`` is to be reported."""
        return self.only is None or any(path in self.only for path in paths)


def choose(
    root: str,
    request: _Request,
    exclude: Sequence[str],
    wanted: Callable[[str], bool],
    aside: Sequence[str] = (),
) -> Choice:
    """The files of a request; a named path that does not exist is a ``UsageFault``.

    Excludes hold for what is found in folders; a file that is named itself is checked all the same, unless the request
    forces them. What lies below the absolute folders ``aside`` is never looked at.
    """
    hidden = tuple(os.path.join(folder, "") for folder in aside)
    named: list[str] = []
    walked: list[str] = []
    found: set[str] = set()
    for path in absolute(request.paths, root):
        if os.path.isdir(path):
            walked.append(path)
            found.update(_walked(path, root, exclude, wanted))
        elif path.startswith(hidden) or not (request.force_exclude and excluded(relative(path, root), exclude)):
            named.append(path)
    found.update(named)
    found = {path for path in found if not path.startswith(hidden)}
    report = None
    if named or request.stdin is not None:
        report = frozenset(relative(path, root) for path in found)
        if request.stdin is not None:
            report |= {request.stdin[0]}
    context = request.context
    if context is None and named:
        context = repository(root)
    if context is not None:
        report = frozenset(relative(path, root) for path in found) if report is None else report
        walked.append(os.path.normpath(os.path.join(root, context)))
        more = _walked(walked[-1], root, exclude, wanted)
        found.update(path for path in more if not path.startswith(hidden))
    if request.stdin is not None:
        found.discard(os.path.normpath(os.path.join(root, request.stdin[0])))
    whole = any(os.path.join(root, "").startswith(os.path.join(folder, "")) for folder in walked)
    return Choice(tuple(sorted(found)), report, whole)


def _walked(folder: str, root: str, exclude: Sequence[str], wanted: Callable[[str], bool]) -> set[str]:
    return {path for path in walk(folder, wanted) if not excluded(relative(path, root), exclude)}
