"""The difference between two releases for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.finding import Result, Severity, Unjudged
from linter.policy.compare import Difference, Effect
from linter.record import replace
from linter.report.blocks import Blocks
from linter.report.counting import counted, listed
from linter.report.fixes import Patches
from linter.report.places import Opener, Places
from linter.report.printable import printable
from linter.report.style import Style
from linter.report.upgrade.comparison import Comparison, Runs

_HEADS: tuple[tuple[Effect, str, str], ...] = (
    ("breaks", "Breaks", "red"),
    ("changes", "Changes", "yellow"),
    ("fixed", "Fixed", "green"),
)
_NAMED = 5


def render(comparison: Comparison, open_source: Opener, style: Style = Style()) -> str:  # noqa: B008  frozen
    """What breaks and changes, each with its line; what is fixed; a summary. Sources are given once for a policy."""
    text = _Text(comparison, Places(open_source), style)
    return "".join(f"{line}\n" for line in text.lines())


class _Text:
    """One report."""

    def __init__(self, comparison: Comparison, places: Places, style: Style) -> None:
        self._comparison = comparison
        self._style = style
        self._sourced: set[str] = set()
        self._blocks = Blocks(places, Patches(Result()), style)

    def lines(self) -> Iterator[str]:
        comparison, style = self._comparison, self._style
        yield style.paint("bold", printable(comparison.headline()))
        yield ""
        for effect, head, color in _HEADS:
            found = comparison.of(effect)
            if not found:
                continue
            yield f"{style.paint(color, head)} ({len(found)})"
            for difference in found:
                yield from self._difference(difference)
            yield ""
        yield from self._rest()

    def _difference(self, difference: Difference) -> Iterator[str]:
        comparison, finding = self._comparison, difference.finding
        said = comparison.said(difference)
        if difference.over:
            tag = self._style.paint("dim", f"[{self._style.policy(finding.policy)}]")
            yield f"  {self._blocks.where(finding.place)}: {printable(said)} {tag}"
            return
        lines = self._blocks.finding(replace(finding, message=said, fixes=()))
        yield from (f"  {line}" for line in lines)
        for fix in finding.fixes:
            yield f"    {self._style.paint('blue', '=')} {self._style.paint('bold', 'help')}: {printable(fix.title)}"
        for source in () if finding.policy in self._sourced else comparison.sources(finding):
            yield f"    {self._style.paint('blue', '=')} {printable(source)}"
        self._sourced.add(finding.policy)

    def _rest(self) -> Iterator[str]:
        comparison, style = self._comparison, self._style
        label = style.paint("yellow", "Not compared")
        for run in comparison.runs:
            if run.version is None:
                yield f"{label}: {self._names(run)}: {printable(run.why)}"
        for finding in comparison.open:
            yield f"{label}: {self._blocks.where(finding.place)}: {printable(finding.policy)} could be judged only once"
        yield from (f"{label}: {line}" for line in _unjudged(comparison.unjudged))
        yield from (f"{label}: {printable(what)}" for what in comparison.unread)
        for skip in comparison.skipped:
            yield f"{style.paint('yellow', 'Skipped')} {style.shown(skip.path)}: {printable(skip.why)}"
        known = [run for run in comparison.runs if run.version is not None]
        if known:
            runs = [f"{counted(len(run.names), 'things')} on {run.version}" for run in known]
            yield f"Compared {listed(runs)}."
        breaks = style.severity(Severity.ERROR, comparison.summary()) if comparison.breaks else comparison.summary()
        yield breaks

    def _names(self, run: Runs) -> str:
        shown = [f"{printable(name)} ({self._blocks.where(place)})" for name, place in run.names[:_NAMED]]
        more = len(run.names) - _NAMED
        return ", ".join((*shown, *([f"and {more} more"] if more > 0 else [])))


def _unjudged(items: Sequence[Unjudged]) -> Iterator[str]:
    """What can't be said, a line for each reason."""
    reasons: dict[str, set[str]] = {}
    for item in items:
        reasons.setdefault(item.why, set()).update(item.policies)
    for why, policies in reasons.items():
        yield f"{counted(len(policies), 'policies')}: {printable(why)}"
