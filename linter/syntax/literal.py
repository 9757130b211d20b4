"""Changes of single literals in texts that have no tree of their own: scripts, tables of a build."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from linter.pattern import pattern
from linter.syntax.change import TreeChange
from linter.syntax.document import Document, Route
from linter.text.edit import Edit

_PLAIN = pattern(r"[\w.+-]+", re.ASCII)
_REFUSED = "changes in this format have to be made by hand"


def write(document: Document[Any], changes: Sequence[TreeChange]) -> tuple[Edit, ...] | str:
    """The edits that put a plain word in place of each literal, or why it can't be done.

    A route is the literal's start and end in the file; what it says now and will say then needs no quoting anywhere.
    """
    edits = []
    for change in changes:
        place = span(change.route)
        if place is None or change.verb != "set":
            return _REFUSED
        start, end = place
        if not _PLAIN.fullmatch(change.to) or not _PLAIN.fullmatch(document.view.text[start:end]):
            return "only a plain word can be put in place of another"
        edit = document.view.edit(start, end, change.to)
        if isinstance(edit, str):
            return edit
        edits.append(edit)
    return tuple(edits)


def span(route: Route) -> tuple[int, int] | None:
    """The start and end that ``route`` is, if it is that."""
    if len(route) == 2 and isinstance(route[0], int) and isinstance(route[1], int) and route[0] < route[1]:
        return route[0], route[1]
    return None
