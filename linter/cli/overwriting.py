"""Reports must not end up in what they are about."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from linter.faults import Faults, UsageFault

if TYPE_CHECKING:
    from linter.options import Options


class Reads(Protocol):
    """A run that can name the files it has opened, relative to its root."""

    @property
    def root(self) -> str: ...

    def files(self) -> Iterator[tuple[str, tuple[str, ...]]]: ...


def spare(outputs: Iterable[str | None], inputs: Iterable[str]) -> None:
    """Raises ``Faults`` if one of the files that reports go to is one of ``inputs``, by whatever name or link.

    Paths are absolute or seen from the working folder.
    """
    there = {name: found for name in outputs if name is not None and (found := _identity(name)) is not None}
    if not there:
        return
    kept = set(map(_identity, inputs))
    faults = tuple(_faults(there, kept))
    if faults:
        raise Faults(faults)


def read_by(run: Reads, options: Options, named: Iterable[str]) -> Iterator[str]:
    """The files that a run takes something from, absolute: those with something of ours in them, and its settings."""
    yield from (path for path in named if path != "-")
    yield from options.config_paths
    if options.baseline is not None:
        yield options.baseline
    for path, systems in run.files():
        if systems:
            yield os.path.join(run.root, *path.split("/"))


def _faults(there: dict[str, tuple[int, int]], kept: set[tuple[int, int] | None]) -> Iterator[UsageFault]:
    for name, found in there.items():
        if found in kept:
            yield UsageFault("the report would be written over a file that this run reads; name another one", name)


def _identity(path: str) -> tuple[int, int] | None:
    """What tells a file from all others; ``None`` where there is none, or one that nothing is lost from."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if os.path.isfile(path) else None
