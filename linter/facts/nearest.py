"""Which of several equally named things a file means: the one kept nearest to it.

A repository often holds the same names several times (``base/`` and ``overlays/``, one tree for each example), so a
reference by name goes to the same file first, then to the same folder, then to ever wider parts of the tree. Paths are
relative with forward slashes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from linter.text.edit import agreeing

T = TypeVar("T")


class Nearest(Generic[T]):
    """Things by the file that states them; asking costs a few look-ups, however many things there are."""

    __slots__ = ("_below", "_files", "_folders")

    def __init__(self, items: Iterable[tuple[str, T]] = ()) -> None:
        self._files: dict[str, list[T]] = {}
        self._folders: dict[str, list[T]] = {}
        self._below: dict[str, list[T]] = {}
        for path, item in items:
            self.add(path, item)

    def add(self, path: str, item: T) -> None:
        """Adds ``item``, stated in the file ``path``."""
        self._files.setdefault(path, []).append(item)
        folder = _parent(path)
        self._folders.setdefault(folder or "", []).append(item)
        while folder is not None:
            self._below.setdefault(folder, []).append(item)
            folder = _parent(folder)

    def levels(self, path: str) -> Iterator[Sequence[T]]:
        """Ever wider choices, none empty: the file ``path``, its folder, all below that, the parent's folder …"""
        if path in self._files:
            yield self._files[path]
        folder = _parent(path)
        while folder is not None:
            if folder in self._folders:
                yield self._folders[folder]
            if folder in self._below:
                yield self._below[folder]
            folder = _parent(folder)

    def to(self, path: str) -> Sequence[T]:
        """All things nearest to ``path``, in the order in which they were added; several are equally near."""
        return next(self.levels(path), ())

    def beside(self, path: str) -> Sequence[T]:
        """As ``to``, but only from the file ``path`` itself or its folder."""
        found: Sequence[T] | None = self._files.get(path) or self._folders.get(_parent(path) or "")
        return found or ()


def nearest(path: str, candidates: Iterable[T], where: Callable[[T], str]) -> tuple[T, ...]:
    """Those of ``candidates`` nearest to the file ``path``; ``where`` gives the file that states one.

    For many questions about the same candidates keep a ``Nearest``.
    """
    return tuple(Nearest((where(candidate), candidate) for candidate in candidates).to(path))


class Ends:
    """Files found by the paths that they have on a machine: by the ends of these, nearest first."""

    __slots__ = ("_ends", "_paths")

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._ends: dict[str, Nearest[str]] = {}

    def add(self, path: str) -> None:
        self._paths.add(path)
        self._ends.setdefault(_end(path), Nearest()).add(path, path)

    def find(self, wanted: str, asker: str) -> str | None:
        """The file ``wanted`` of a machine, for what the file ``asker`` says of it.

        In the asker's own folder the name is enough, elsewhere the last folder has to be the same too; of several that
        are equally near the longest common end decides. ``None`` for none, and for several.
        """
        own = f"{asker.rpartition('/')[0]}/{wanted.rpartition('/')[2]}".lstrip("/")
        if own in self._paths:
            return own
        ends = wanted.split("/")[::-1]
        files = self._ends.get(_end(wanted)) if len(ends) > 1 and ends[1] else None
        alike = {file: agreeing(file.split("/")[::-1], ends) for file in (files.to(asker) if files is not None else ())}
        most = max(alike.values(), default=0)
        found = [file for file, size in alike.items() if size == most]
        return found[0] if len(found) == 1 else None


def _end(path: str) -> str:
    """The last folder and the name."""
    return "/".join(path.split("/")[-2:])


def _parent(path: str) -> str | None:
    """The folder of ``path``: ``""`` is the root, which has none."""
    if not path:
        return None
    return path.rpartition("/")[0]
