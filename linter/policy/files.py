"""The policy files of a folder: the folder is the registry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def policy_files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Each ``<system>/<name>.yaml`` below ``folder`` with that name, sorted by it.

    Other YAML files are given as well, for ``misplaced`` to object to; what is no YAML is none of ours.
    """
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.y*ml")}
    for name in sorted(found):
        if name.endswith((".yaml", ".yml")):
            yield found[name], name


def misplaced(name: str) -> str:
    """What is wrong with a file's name, ``""`` if nothing is."""
    parts = name.split("/")
    if len(parts) != 2:
        return "a policy lies at <system>/<name>.yaml"
    if not name.endswith(".yaml"):
        return "a policy's file name ends in .yaml"
    if not all(_NAME.fullmatch(part) for part in (parts[0], parts[1][: -len(".yaml")])):
        return "a policy's folder and name are lower-case words with hyphens between them"
    return ""
