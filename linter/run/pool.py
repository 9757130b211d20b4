"""Readings of many files, in this process or in several."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, TypeAlias

from linter.run.files import LARGEST, LIMIT, opened, relative
from linter.run.reading import Reader
from linter.system import Reading, Skip, load_all

THRESHOLD = 500
"""Relevant files from which starting processes pays off: a pool costs about a tenth of a second."""

PROCESSORS = 4
"""Processors from which it does: a reading sent to another process costs two thirds of the reading itself."""

_CHUNK = 50

_MOST = 61
"""Processes at most: Windows can't wait for more."""


Tell: TypeAlias = Callable[[int, int], None]
"""Is told how many files were read, and of how many."""


def silent(done: int, total: int) -> None:
    """Tells nobody."""


def read_all(reader: Reader, root: str, files: Sequence[str], jobs: int, tell: Tell = silent) -> Iterator[Reading]:
    """The readings of ``files`` (absolute paths) that concern a system, in the order given.

    ``jobs`` is the number of processes; 0 takes one below ``THRESHOLD`` relevant files or ``PROCESSORS`` processors,
    and as many as there are processors above.
    """
    texts = _Texts(reader, root)
    processors = os.cpu_count() or 1
    if jobs == 1 or (jobs == 0 and (len(files) < THRESHOLD or processors < PROCESSORS)):
        yield from _read(texts, files, tell)
        return
    relevant: list[str] = []
    failed: list[Reading] = []
    for path in files:
        if reader.packed(os.path.basename(path)):
            relevant.append(path)
            continue
        data = texts.bytes_of(path)
        if isinstance(data, Reading):
            failed.append(data)
        elif reader.relevant(data, os.path.basename(path)):
            relevant.append(path)
    yield from failed
    workers = min(jobs or min(processors, len(relevant) // (THRESHOLD // 2)), len(relevant), _MOST)
    if workers <= 1:
        yield from _read(texts, relevant, tell)
        return
    from concurrent.futures import ProcessPoolExecutor

    size = min(_CHUNK, -(-len(relevant) // workers))
    chunks = [relevant[at : at + size] for at in range(0, len(relevant), size)]
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(root,)) as pool:
        for number, readings in enumerate(pool.map(_work, chunks)):
            tell(number * size, len(relevant))
            yield from readings
    tell(len(relevant), len(relevant))


def _read(texts: _Texts, files: Sequence[str], tell: Tell) -> Iterator[Reading]:
    for number, path in enumerate(files):
        tell(number, len(files))
        yield from texts.read(path)
    tell(len(files), len(files))


class _Texts:
    """Files of one root, read for one reader."""

    def __init__(self, reader: Reader, root: str) -> None:
        self.reader = reader
        self.root = root

    def bytes_of(self, path: str) -> bytes | Reading:
        """The file's bytes, or a reading that says why there are none."""
        most = LIMIT
        try:
            with opened(path) as file:
                data = _content(file, most + 1)
                if len(data) > most and self.reader.roomy(os.path.basename(path)):
                    most = LARGEST
                    data += _content(file, most + 1 - len(data))
        except OSError as error:
            if os.path.isdir(path):
                return self._skipped(path, "the folder can't be listed")
            return self._skipped(path, f"can't be read: {error.strerror}")
        if len(data) > most:
            return self._skipped(path, f"larger than {most // 1024 // 1024} MiB")
        return data

    def read(self, path: str) -> list[Reading]:
        """Its reading, if it concerns anybody."""
        if self.reader.packed(os.path.basename(path)):
            return self._unpack(path)
        data = self.bytes_of(path)
        if isinstance(data, Reading):
            return [data]
        found = self.reader.read(relative(path, self.root), data)
        return [] if found is None else [found]

    def _unpack(self, path: str) -> list[Reading]:
        try:
            with opened(path) as file:
                found = self.reader.unpack(relative(path, self.root), file)
        except OSError as error:
            return [self._skipped(path, f"can't be read: {error.strerror}")]
        return [] if found is None else [found]

    def _skipped(self, path: str, why: str) -> Reading:
        shown = relative(path, self.root)
        return Reading(shown, skip=Skip(shown, why))


def _content(file: BinaryIO, most: int) -> bytes:
    """The first ``most`` bytes; a buffer is made for as many as there should be, for making a large one takes long."""
    size = os.fstat(file.fileno()).st_size
    data = file.read(min(size + 1, most))
    return data if len(data) <= size else data + file.read(most - len(data))


# a worker process keeps its reader: systems hold functions and aren't sent between processes
_worker: list[_Texts] = []


def _start(root: str) -> None:
    _worker[:] = [_Texts(Reader(load_all()), root)]


def _work(paths: list[str]) -> list[Reading]:
    return [reading for path in paths for reading in _worker[0].read(path)]
