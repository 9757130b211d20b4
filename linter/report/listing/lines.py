"""Pieces of the lists as text: places, chains of evidence, skipped files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.facts.value import Evidence
from linter.report.places import Opener, Places
from linter.report.printable import printable
from linter.report.style import Style
from linter.syntax.document import Place
from linter.system import Skip


class Lines:
    """Writes places and evidence for one reader."""

    def __init__(self, open_source: Opener, style: Style) -> None:
        self.style = style
        self._places = Places(open_source)

    def where(self, place: Place, *, bold: bool = False) -> str:
        """``path:line:column``."""
        style = self.style
        position = self._places.position(place.path, place.start)
        shown = style.shown(place.path)
        path = style.link(place.path, style.paint("bold", shown) if bold else shown)
        return path if position is None else f"{path}:{position.line}:{position.column}"

    def evidence(self, steps: Iterable[Evidence], indent: str) -> Iterator[str]:
        """A line for each step, with its place."""
        mark = self.style.paint("blue", "=")
        for step in steps:
            place = "" if step.place is None else f" ({self.where(step.place)})"
            yield f"{indent}{mark} {printable(step.text)}{place}"

    def skipped(self, skips: Iterable[Skip]) -> Iterator[str]:
        """A line for each file that was not read."""
        label = self.style.paint("yellow", "Skipped")
        for skip in skips:
            yield f"{label} {self.style.shown(skip.path)}: {printable(skip.why)}"
