"""For programs: the contract of ``schemas/report.json``."""

from __future__ import annotations

from linter.report.given import Given


def render(given: Given) -> str:
    """The report as one JSON text."""
    from linter.report.json import render as as_json

    return as_json(given.result, given.open_source, given.tool, given.ignored)
