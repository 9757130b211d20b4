"""What reports say about the program that made them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linter._version import DATA, VERSION

if TYPE_CHECKING:
    from linter.report.given import Tool


def tool() -> Tool:
    """The program with the versions of its code and of its data."""
    from linter.report.given import Tool

    return Tool("deadpeer", VERSION, DATA)


def signature() -> str:
    """The line that says which program and which data made a report for people."""
    return f"{tool().signature}\n"
