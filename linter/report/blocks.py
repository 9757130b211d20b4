"""One finding for people: its line, the other end, and a way out."""

from __future__ import annotations

from collections.abc import Iterator

from linter.finding import Finding, Fix, Patch, Related, Severity
from linter.pattern import pattern
from linter.report.fixes import Patches
from linter.report.places import Places
from linter.report.printable import printable
from linter.report.snippet import Snippet, snippet
from linter.report.style import Style
from linter.syntax.document import Place

_PATH = pattern(r"[^\s()\[\]`'\",;:]*[./][^\s()\[\]`'\",;:]*[^\s()\[\]`'\",;:.]")
_SHOWN = 6
"""Related places shown with their lines; a finding about many deployments may have hundreds."""


class Blocks:
    """Writes findings for one reader."""

    def __init__(self, places: Places, patches: Patches, style: Style) -> None:
        self._places = places
        self._patches = patches
        self._style = style

    def finding(self, finding: Finding) -> Iterator[str]:
        """The lines about one finding."""
        style = self._style
        related = finding.related[:_SHOWN]
        shown = [
            snippet(self._places, place, self._room()) for place in (finding.place, *(one.place for one in related))
        ]
        gutter = max((len(str(found.number)) for found in shown if found is not None), default=1)
        yield self.headline(finding)
        yield from self._source(shown[0], gutter, "^", finding.severity)
        for one, found in zip(related, shown[1:], strict=True):
            yield self._pointer(one, gutter)
            yield from self._source(found, gutter, "-", None)
        more = finding.related[_SHOWN:]
        if more:
            yield f"{' ' * gutter} {style.paint('blue', '...')} and {len(more)} more: {self._others(more)}"
        for fix, patch in self._patches.of(finding):
            yield f"{' ' * gutter} {style.paint('blue', '=')} {self._help(fix, patch)}"

    def headline(self, finding: Finding) -> str:
        """Place, severity, policy and message."""
        style = self._style
        first, *rest = self._told(finding.message.rstrip("\n")).split("\n")
        tag = style.severity(finding.severity, f"{finding.severity.word}[{style.policy(finding.policy)}]")
        lines = [f"{self.where(finding.place, bold=True)}: {tag} {printable(first)}"]
        return "\n".join((*lines, *(f"  {printable(line)}" for line in rest)))

    def _told(self, text: str) -> str:
        """``text`` with the files that it names as the reader would write them."""
        if not self._style.folder:
            return text
        return _PATH.sub(lambda found: self._style.shown(found[0]) if self._places.known(found[0]) else found[0], text)

    def where(self, place: Place, *, bold: bool = False) -> str:
        """``path:line:column``."""
        style = self._style
        position = self._places.position(place.path, place.start)
        path = style.link(place.path, style.paint("bold", style.shown(place.path)) if bold else style.shown(place.path))
        return path if position is None else f"{path}:{position.line}:{position.column}"

    def _pointer(self, related: Related, gutter: int) -> str:
        arrow = self._style.paint("blue", ":::")
        return f"{' ' * gutter} {arrow} {self.where(related.place)}: {printable(self._told(related.label))}"

    def _others(self, related: tuple[Related, ...]) -> str:
        named = dict.fromkeys(self.where(one.place) for one in related[:_SHOWN])
        return ", ".join((*named, *(["…"] if len(related) > _SHOWN else [])))

    def _source(self, found: Snippet | None, gutter: int, mark: str, severity: Severity | None) -> Iterator[str]:
        if found is None:
            return
        style = self._style
        bar = style.paint("blue", "|")
        line = f"{style.paint('blue', str(found.number).rjust(gutter))} {bar} {found.text}"
        under = mark * found.size
        painted = style.paint("blue", under) if severity is None else style.severity(severity, under)
        yield line.rstrip()
        yield f"{' ' * gutter} {bar} {' ' * found.pad}{painted}"

    def _help(self, fix: Fix, patch: Patch | None) -> str:
        style = self._style
        label = f"{style.paint('bold', 'help')}: {printable(fix.title)}"
        if fix.safety == "show":
            return label
        if patch is not None and patch.refusal:
            return f"{label} {style.paint('dim', f'(not applied: {printable(patch.refusal)})')}"
        how = "safe fix" if fix.safety == "safe" else "unsafe fix: --unsafe-fixes"
        return f"{label} {style.paint('green', f'({how})')}"

    def _room(self) -> int:
        """Columns for source text beside the widest gutter that files have in practice."""
        return max(40, self._style.width - 9) if self._style.width else 0
