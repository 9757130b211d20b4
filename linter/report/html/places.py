"""Places and the lines they stand on, as HTML."""

from __future__ import annotations

from linter.report.html.markup import Markup, join, tag, text
from linter.report.places import Places
from linter.report.printable import cells
from linter.syntax.document import Place

_LONGEST = 400
"""Characters of a source line that are shown; what is marked is among them."""


def where(place: Place, places: Places) -> Markup:
    """``path:line:column``."""
    position = places.position(place.path, place.start)
    return tag("code", place.path if position is None else f"{place.path}:{position.line}:{position.column}")


def source(place: Place, places: Places) -> Markup | None:
    """The line on which ``place`` starts with its part marked; ``None`` where the file can't be read."""
    start, end = places.position(place.path, place.start), places.position(place.path, place.end)
    line = None if start is None else places.line(place.path, start.line)
    if start is None or end is None or line is None:
        return None
    first = start.column - 1
    last = end.column - 1 if end.line == start.line else len(line)
    begin = max(0, first - _LONGEST // 2) if len(line) > _LONGEST else 0
    finish = min(len(line), begin + _LONGEST)
    last = min(max(last, first), finish)
    marked = tag("mark", verbatim(line[first:last])) if last > first else tag("mark", Markup("&#8203;"), class_="point")
    return tag(
        "pre",
        tag("span", f"{start.line}", class_="line"),
        "…" if begin else None,
        verbatim(line[begin:first]),
        marked,
        verbatim(line[last:finish].rstrip()),
        "…" if finish < len(line) else None,
    )


def verbatim(line: str) -> Markup:
    """A piece of a source line: tabs as blanks, what can't be seen made visible."""
    return join(text(char) if char.strip() else Markup(char) for char, _ in cells(line)) if line else Markup("")
