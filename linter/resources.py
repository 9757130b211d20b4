"""Where ``schemas/``, ``policies/`` and ``changes/`` lie: inside the package in a wheel, beside it in a checkout."""

from __future__ import annotations

import os

_HERE = os.path.dirname(os.path.abspath(__file__))


def folder(name: str) -> str:
    """The absolute path of the data folder ``name`` (``schemas``, ``policies`` or ``changes``)."""
    inside = os.path.join(_HERE, "_data", name)
    if os.path.isdir(inside):
        return inside
    return os.path.join(os.path.dirname(_HERE), name)


def path(*parts: str) -> str:
    """The absolute path of a data file: ``path("schemas", "otelcol", "grpc.tsv")``."""
    return os.path.join(folder(parts[0]), *parts[1:])


def cache_folder() -> str:
    """Where what is derived from the data may be kept, as Python keeps its own compiled files."""
    return os.path.join(_HERE, "__pycache__")


def compiled(name: str) -> bytes | None:
    """The folder ``name`` (``policies`` or ``changes``) as it was compiled for the wheel; ``None`` in a checkout."""
    try:
        with open(os.path.join(_HERE, "_data", f"{name}.json"), "rb") as file:
            return file.read()
    except OSError:
        return None


def rows(*parts: str) -> list[tuple[str, ...]]:
    """The rows of a tab-separated data file, without its ``#`` comments and empty lines."""
    with open(path(*parts), encoding="utf-8") as file:
        lines = file.read().split("\n")
    return [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]
