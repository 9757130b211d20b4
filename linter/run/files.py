"""Which files a run looks at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO

from linter.faults import UsageFault
from linter.globs import covers
from linter.text.regular import NO_FILE, regular

LIMIT = 10 * 1024 * 1024
"""Bytes above which a file is skipped and listed: no configuration is that large, dumps are."""

LARGEST = 256 * 1024 * 1024
"""The same for texts of which a system says that it reads large ones: lists of packages."""

_NEVER = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache", ".idea"})

_MARK = "pyvenv.cfg"
"""The file that makes a folder a virtual environment."""


_ODD = (os.sep * 2, "//", os.sep + ".", "/.")
"""What a path may have in it that is not simply its folders' names."""


def opened(path: str) -> BinaryIO:
    """The file ``path``, to be read; never waits for one.

    Raises ``OSError`` where it can't be opened or is no file.
    """
    return regular(path, f"{NO_FILE}: `deadpeer check -` reads standard input")


def repository(folder: str) -> str | None:
    """The nearest folder at or above ``folder`` that holds a ``.git``."""
    while True:
        if os.path.exists(os.path.join(folder, ".git")):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def relative(path: str, root: str) -> str:
    """``path`` (absolute) as reports show it: relative to ``root``, with forward slashes."""
    if path.startswith(root + os.sep) and not path.endswith(os.sep) and not any(odd in path for odd in _ODD):
        return path[len(root) + 1 :].replace(os.sep, "/")  # the general way takes ten times as long
    try:
        shown = os.path.relpath(path, root)
    except ValueError:  # another drive on Windows
        shown = path
    return shown.replace(os.sep, "/")


def walk(folder: str, wanted: Callable[[str], bool]) -> Iterator[str]:
    """Absolute paths of the wanted files below ``folder``.

    In a git checkout: tracked files and those that are new and not ignored; elsewhere all, without the folders of
    tools. Virtual environments of Python are folders of tools whatever they are called: a linter that is installed in
    one brings examples of what it lints. Folders that are links are not followed.
    """
    if repository(folder) is not None:
        listed = _git_files(folder)
        if listed is not None:
            environments = tuple(name[: -len(_MARK)] for name in listed if name.endswith(f"/{_MARK}"))
            for name in listed:
                if not name.startswith(environments) and wanted(name.rsplit("/", 1)[-1]):
                    path = os.path.join(folder, *name.split("/"))
                    if os.path.lexists(path) and not os.path.isdir(path):
                        yield path
            return
    yield from _scan(folder, wanted)


def _scan(folder: str, wanted: Callable[[str], bool]) -> Iterator[str]:
    """The wanted files; a folder that can't be listed is given itself, so that reading it says why."""
    pending = [folder]
    while pending:
        level = pending.pop()
        try:
            entries = sorted(os.scandir(level), key=lambda entry: entry.name)
        except OSError:
            yield level
            continue
        if level != folder and any(entry.name == _MARK for entry in entries):
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _NEVER:
                    pending.append(entry.path)
            elif wanted(entry.name) and not (entry.is_symlink() and os.path.isdir(entry.path)):
                # a link that leads nowhere or round in a circle is a file that can't be read, and says so then
                yield entry.path


def _git_files(folder: str) -> list[str] | None:
    """What git lists below ``folder``, or ``None`` where git can't be asked."""
    import subprocess

    command = ["git", "-C", folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode:
        return None
    return sorted(set(filter(None, done.stdout.decode("utf-8", "surrogateescape").split("\0"))))


def absolute(paths: Sequence[str], root: str) -> list[str]:
    """The named paths made absolute; one that does not exist is a ``UsageFault``."""
    found = []
    for path in paths:
        whole = os.path.normpath(os.path.join(root, path))
        if not os.path.exists(whole):
            raise UsageFault(f"no such file or folder: {path}")
        found.append(whole)
    return found


def excluded(path: str, patterns: Sequence[str]) -> bool:
    """Whether the shown ``path`` matches one of the globs, or lies below a folder that does."""
    return any(covers(pattern, path) for pattern in patterns)
