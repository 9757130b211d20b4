"""What the data is: one short hash over all policies, changes and tables."""

from __future__ import annotations

import os
from collections.abc import Iterator

from linter import resources

FOLDERS = ("changes", "policies", "schemas")
_KINDS = (".tsv", ".yaml")
_DIGITS = 8


def digest() -> str:
    """8 hex digits that change with any byte of the data, line ends aside; the contracts of reports are no data."""
    from hashlib import sha256

    total = sha256()
    for folder in FOLDERS:
        base = resources.folder(folder)
        for name in sorted(_files(base)):
            with open(os.path.join(base, *name.split("/")), "rb") as file:
                data = file.read().replace(b"\r\n", b"\n")
            total.update(f"\0{folder}/{name}\0{len(data)}\0".encode())
            total.update(data)
    return total.hexdigest()[:_DIGITS]


def _files(base: str) -> Iterator[str]:
    for folder, _, names in os.walk(base):
        for name in names:
            if name.endswith(_KINDS):
                yield os.path.relpath(os.path.join(folder, name), base).replace(os.sep, "/")
