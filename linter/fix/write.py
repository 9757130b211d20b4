"""New texts to disk: each file whole or not at all, and never over something that nobody has seen."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from linter.faults import Fault
from linter.record import dataclass
from linter.text.source import Source


class WriteFault(Fault):
    """Files could not be written; ``written`` names those that were, in order, ``left`` those that were not."""

    def __init__(self, message: str, path: str, written: Sequence[str], left: Sequence[str]) -> None:
        super().__init__(message, path)
        self.written = tuple(written)
        self.left = tuple(left)

    def __str__(self) -> str:
        if not self.written:
            return f"{super().__str__()}; nothing was written"
        return f"{super().__str__()}; written: {', '.join(self.written)}; not written: {', '.join(self.left)}"


@dataclass(frozen=True, slots=True)
class _Target:
    """A file that is about to be replaced."""

    shown: str
    path: Path
    old: bytes
    new: bytes


class _Refused(Exception):
    """Why a file must not be written."""


def write_files(root: str, pairs: Iterable[tuple[Source, Source]]) -> tuple[str, ...]:
    """Replaces files by their new texts in the given order, and returns their paths.

    Each pair is a file as it was read and as it shall be; paths are relative to the folder ``root``. Nothing is written
    unless all files may be: they lie inside ``root`` with all links followed, can be written to and still hold the
    bytes that were read. Raises ``WriteFault``.
    """
    sources = list(pairs)
    names = [before.path for before, _ in sources]
    targets = []
    for before, after in sources:
        try:
            targets.append(_target(root, before, after))
        except _Refused as error:
            raise WriteFault(str(error), before.path, (), names) from error
    for index, target in enumerate(targets):
        try:
            _replace(target)
        except (_Refused, OSError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise WriteFault(f"can't be written: {why}", target.shown, names[:index], names[index:]) from error
    return tuple(names)


def _target(root: str, before: Source, after: Source) -> _Target:
    base = Path(root).resolve()
    path = base.joinpath(*before.path.split("/")).resolve()
    if base not in path.parents:
        raise _Refused(f"it lies outside {root}")
    try:
        new = before.encode(after.text)
    except UnicodeEncodeError as error:
        raise _Refused(f"the new text can't be written in the file's encoding ({before.encoding})") from error
    target = _Target(before.path, path, before.encode(before.text), new)
    _check(target)
    return target


def _check(target: _Target) -> None:
    try:
        mode = target.path.stat().st_mode
        unchanged = stat.S_ISREG(mode) and target.path.read_bytes() == target.old
    except OSError as error:
        raise _Refused(f"it can't be read any more: {error.strerror}") from error
    if not stat.S_ISREG(mode):
        raise _Refused("it is not a regular file")
    if not mode & 0o222 or not os.access(target.path, os.W_OK):
        raise _Refused("it is read-only")
    if not os.access(target.path.parent, os.W_OK):
        raise _Refused("its folder is read-only")
    if not unchanged:
        raise _Refused("it has changed since it was read")


def _replace(target: _Target) -> None:
    """Writes beside the file and puts the new one in its place in one step, with mode and owner as before."""
    handle, name = tempfile.mkstemp(prefix=f".{target.path.name}.", suffix=".tmp", dir=target.path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(target.new)
            file.flush()
            os.fsync(file.fileno())
        _like(temporary, target.path)
        _check(target)
        temporary.replace(target.path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync(target.path.parent)


def _like(temporary: Path, original: Path) -> None:
    known, made = original.stat(), temporary.stat()
    if hasattr(os, "chown") and (known.st_uid, known.st_gid) != (made.st_uid, made.st_gid):
        with suppress(OSError):  # only root may give files away
            os.chown(temporary, known.st_uid, known.st_gid)
    temporary.chmod(stat.S_IMODE(known.st_mode))


def _sync(folder: Path) -> None:
    """Makes the new name last; folders can't be opened everywhere."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
