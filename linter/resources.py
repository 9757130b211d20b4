"""Where ``schemas/`` and ``policies/`` lie: inside the package in a wheel, beside it in a checkout."""

from __future__ import annotations

import os

_HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120  pathlib would be this module's only import


def folder(name: str) -> str:
    """The absolute path of the data folder ``name`` (``schemas`` or ``policies``)."""
    inside = os.path.join(_HERE, "_data", name)  # noqa: PTH118
    if os.path.isdir(inside):  # noqa: PTH112
        return inside
    return os.path.join(os.path.dirname(_HERE), name)  # noqa: PTH118, PTH120


def path(*parts: str) -> str:
    """The absolute path of a data file: ``path("schemas", "otelcol", "grpc.tsv")``."""
    return os.path.join(folder(parts[0]), *parts[1:])  # noqa: PTH118


def cache_folder() -> str:
    """Where what is derived from the data may be kept, as Python keeps its own compiled files."""
    return os.path.join(_HERE, "__pycache__")  # noqa: PTH118


def compiled_policies() -> bytes | None:
    """The policies that were compiled when the wheel was built; ``None`` in a checkout."""
    try:
        with open(os.path.join(_HERE, "_data", "policies.json"), "rb") as file:  # noqa: PTH118, PTH123
            return file.read()
    except OSError:
        return None


def rows(*parts: str) -> list[tuple[str, ...]]:
    """The rows of a tab-separated data file, without its ``#`` comments and empty lines."""
    with open(path(*parts), encoding="utf-8") as file:  # noqa: PTH123
        lines = file.read().split("\n")
    return [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]
