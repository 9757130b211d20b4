"""Runs the whole pipeline over files given as text, on a day that stays the same."""

from __future__ import annotations

from collections.abc import Mapping

from linter.harness.running import SETTINGS, Run
from linter.harness.running import run_files as run
from linter.options import Flags

__all__ = ["SETTINGS", "TODAY", "Run", "run_files"]

TODAY = "2026-11-30"
"""The day on which the files are checked."""


def run_files(files: Mapping[str, str], settings: str = "", flags: Flags | None = None) -> Run:
    """Checks ``files`` (text by path) as a folder, with ``settings`` as its settings file; ``flags`` win over them."""
    return run(files, settings, flags or Flags(), today=TODAY)
