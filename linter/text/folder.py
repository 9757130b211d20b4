"""Paths that were given for folders."""

from __future__ import annotations

import os

POLICIES = "<system>/<name>.yaml"


def no_folder(path: str, holds: str = "", shown: str | None = None) -> str:
    """What is wrong with ``path``, which is no folder, in words.

    ``holds`` is how a file should lie in the folder; ``shown`` is ``path`` as it was written.
    """
    name = path if shown is None else shown
    if not os.path.exists(path):
        return f"no such folder: {name}"
    hint = f": give the folder that has it as {holds}" if holds else ""
    return f"not a folder but a file: {name}{hint}"
