"""Rules in words, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from linter.report.counting import counted
from linter.report.listing.lines import Lines
from linter.report.listing.rules import Explained, Rules
from linter.report.places import Opener
from linter.report.printable import printable
from linter.report.style import Style

if TYPE_CHECKING:
    from linter.facts.told import Effect, Here, Span
    from linter.facts.value import Evidence

_WORDS = {"works": "works", "differs": "hits others than it says", "ignored": "does nothing", "unknown": "not known"}
_COLORS = {"works": "green", "differs": "yellow", "ignored": "red", "unknown": "yellow"}
_WIDTH = 10


def render(rules: Rules, open_source: Opener, style: Style = Style()) -> str:  # noqa: B008  frozen
    """A block for each rule with a blank line after it, and a summary."""
    lines = Lines(open_source, style)
    made = [line for rule in rules.rules for line in (*_rule(rule, lines), "")]
    made += lines.skipped(rules.skipped)
    made.append(f"{counted(len(rules.rules), 'rules')} explained; {counted(rules.opened, 'files')} read.")
    return "".join(f"{line}\n" for line in made)


def _rule(rule: Explained, lines: Lines) -> Iterator[str]:
    told = rule.told
    yield f"{lines.where(told.place, bold=True)}: {lines.style.paint('bold', printable(told.about))}"
    yield from _said("hits", told.hits, lines)
    yield from _said("does", told.does, lines)
    yield from _rows("releases", (_span(span, lines.style) for span in told.spans))
    yield from _rows("here", _here(told.here, lines))
    yield from _said("input", told.known, lines)
    yield from _said("ends", told.ends, lines)
    yield from _rows("check", _findings(rule, lines.style))


def _rows(label: str, rows: Iterable[str]) -> Iterator[str]:
    """Lines below each other, the first after the label."""
    for index, row in enumerate(rows):
        yield f"  {(label if index == 0 else ''):<{_WIDTH}}{row}".rstrip()


def _said(label: str, said: Iterable[Evidence], lines: Lines) -> Iterator[str]:
    def row(one: Evidence) -> str:
        place = "" if one.place is None else f" ({lines.where(one.place)})"
        return f"{printable(one.text)}{place}"

    return _rows(label, (row(one) for one in said))


def _effect(effect: Effect, style: Style) -> str:
    return style.paint(_COLORS[effect], _WORDS[effect])


def _span(span: Span, style: Style) -> str:
    why = f": {printable(span.why)}" if span.why else ""
    return f"{span.words}: {_effect(span.effect, style)}{why}"


def _here(here: Here, lines: Lines) -> Iterator[str]:
    if here.version is None:
        always = "" if here.effect == "unknown" else f"{_effect(here.effect, lines.style)} on every release; "
        yield f"{always}{printable(here.why)}"
        return
    why = f": {printable(here.why)}" if here.why else ""
    yield f"{printable(here.version)}: {_effect(here.effect, lines.style)}{why}"
    for step in here.evidence:
        place = "" if step.place is None else f" ({lines.where(step.place)})"
        yield f"= {printable(step.text)}{place}"


def _findings(rule: Explained, style: Style) -> Iterator[str]:
    for finding in rule.findings:
        label = style.severity(finding.severity, f"{finding.severity.word}[{style.policy(finding.policy)}]")
        yield f"{label} {printable(finding.message)}"
