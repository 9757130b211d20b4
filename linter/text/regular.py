"""Opening files that somebody else named, without ever waiting for one."""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO

_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
NO_FILE = "it is a pipe or a device, and no file"


def regular(path: str, otherwise: str = NO_FILE) -> BinaryIO:
    """The file ``path``, to be read; never waits for one.

    Raises ``OSError`` where it can't be opened or, with ``otherwise`` as the reason, is no file: a pipe has no end, or
    can be read only once.
    """
    file: BinaryIO = open(path, "rb", opener=_opener)  # noqa: SIM115  whoever asks closes it
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise OSError(errno.EINVAL, otherwise)


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | _AT_ONCE)
