"""The policy files of a folder, and the data files about packages: the folder is the registry."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from linter.pattern import pattern

_NAME = pattern(r"[a-z0-9]+(-[a-z0-9]+)*")


def policy_files(folder: str) -> Iterator[tuple[str, str]]:
    """Each ``<system>/<name>.yaml`` below ``folder`` as (path to open, that name), sorted by name.

    Other YAML files are given as well, for ``misplaced`` to object to; what is no YAML is none of ours.
    """
    found: list[tuple[str, str]] = []
    for base, folders, names in os.walk(folder):
        folders.sort()
        for name in names:
            if name.endswith((".yaml", ".yml")):
                path = os.path.join(base, name)
                found.append((path, os.path.relpath(path, folder).replace(os.sep, "/")))
    return iter(sorted(found, key=lambda item: item[1]))


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


def data_files(folder: str, name: str, systems: Sequence[str] = ()) -> Iterator[str]:
    """The paths of ``<folder>/<system>/<name>*.tsv`` of all systems, or of those named."""
    for system in systems or sorted(os.listdir(folder)):
        inner = os.path.join(folder, system)
        if os.path.isdir(inner):
            for file in sorted(os.listdir(inner)):
                if file.startswith(name) and file.endswith(".tsv"):
                    yield os.path.join(inner, file)
