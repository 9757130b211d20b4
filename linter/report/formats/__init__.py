"""The formats of a report: each is one module of this folder with a ``render``, imported when it is asked for."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linter.report.given import Given

FOR_PEOPLE = ("text",)
"""Printed in the terminal's encoding; all others are UTF-8 whatever the terminal."""


def names() -> tuple[str, ...]:
    """The formats there are; helpers of theirs have a leading underscore."""
    found = (name[:-3] for name in os.listdir(os.path.dirname(__file__)) if name.endswith(".py"))
    return tuple(sorted(name for name in found if not name.startswith("_")))


def render(name: str, given: Given) -> str:
    """The report in the format ``name``, which is one of ``names``."""
    made: str = import_module(f"linter.report.formats.{name}").render(given)
    return made
