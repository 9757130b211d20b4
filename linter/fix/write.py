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

_ROOM = 40
"""So much of a file's name is put in its temporary one: a name as long as a folder takes would get too long."""


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
    bytes that were read. All new texts are on the disk before the first takes its place, and if one can't, those that
    did are put back. A process that dies in between leaves every file whole, those first in order new. Raises
    ``WriteFault``.
    """
    sources = list(pairs)
    names = [before.path for before, _ in sources]
    targets = []
    for before, after in sources:
        try:
            targets.append(_target(root, before, after))
        except _Refused as error:
            raise WriteFault(str(error), before.path, (), names) from error
    _all(targets, names)
    return tuple(names)


def _all(targets: Sequence[_Target], names: Sequence[str]) -> None:
    """Replaces all of ``targets`` or none."""
    staged: list[Path] = []
    done = 0
    current = ""
    try:
        for target in targets:
            current = target.shown
            staged.append(_staged(target.path, target.new))
        for target, temporary in zip(targets, staged, strict=True):
            current = target.shown
            _check(target)
            temporary.replace(target.path)
            done += 1
            _sync(target.path.parent)
    except (_Refused, OSError) as error:
        kept = [target.shown for target in reversed(targets[:done]) if not _put_back(target)]
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        left = [name for name in names if name not in kept]
        raise WriteFault(f"can't be written: {why}", current, kept[::-1], left) from error
    except BaseException:
        for target in reversed(targets[:done]):
            _put_back(target)
        raise
    finally:
        for temporary in staged[done:]:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def _put_back(target: _Target) -> bool:
    """Gives a file its old bytes again, unless somebody has changed it since."""
    try:
        if target.path.read_bytes() != target.new:
            return False
        temporary = _staged(target.path, target.old)
        temporary.replace(target.path)
    except (_Refused, OSError):
        return False
    _sync(target.path.parent)
    return True


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


def obstacle(root: str, path: str) -> str:
    """Why the file at ``path`` below the folder ``root`` can't be replaced, or ``""``."""
    return _obstacle(Path(root, *path.split("/")))


def _obstacle(path: Path) -> str:
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return f"it can't be read any more: {error.strerror}"
    if not stat.S_ISREG(mode):
        return "it is not a regular file"
    if not mode & 0o222 or not os.access(path, os.W_OK):
        return "it is read-only"
    return "" if os.access(path.resolve().parent, os.W_OK) else "its folder is read-only"


def _check(target: _Target) -> None:
    reason = _obstacle(target.path)
    if reason:
        raise _Refused(reason)
    try:
        unchanged = target.path.read_bytes() == target.old
    except OSError as error:
        raise _Refused(f"it can't be read any more: {error.strerror}") from error
    if not unchanged:
        raise _Refused("it has changed since it was read")


def _staged(path: Path, data: bytes) -> Path:
    """``data`` beside the file at ``path``, on the disk, with its mode and owner."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:_ROOM]}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            _like(temporary, path)
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _like(temporary: Path, original: Path) -> None:
    known, made = original.stat(), temporary.stat()
    if hasattr(os, "chown") and (known.st_uid, known.st_gid) != (made.st_uid, made.st_gid):
        try:
            os.chown(temporary, known.st_uid, known.st_gid)
        except OSError as error:  # only root may give files away
            raise _Refused("its owner can't be kept: it is another user's or group's") from error
    temporary.chmod(stat.S_IMODE(known.st_mode))


def _sync(folder: Path) -> None:
    """Makes the new name last; folders can't be opened everywhere."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
