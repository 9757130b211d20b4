"""The report for people: every finding, and what was looked at."""

from __future__ import annotations

from collections.abc import Iterator

from linter.finding import Finding, Result, Severity
from linter.report.blocks import Blocks
from linter.report.counting import counted, listed
from linter.report.fixes import Patches
from linter.report.places import Opener, Places
from linter.report.printable import printable
from linter.report.stories import Story, stories
from linter.report.style import Style
from linter.report.summary import summary


def render(result: Result, open_source: Opener, style: Style = Style(), *, full: bool = False) -> str:  # noqa: B008  frozen
    """Findings, a blank line after each, and the summary; ``full`` shows all that is known against one release."""
    return findings(result, open_source, style, full=full) + summary(result, open_source, style)


def findings(result: Result, open_source: Opener, style: Style, *, full: bool = False) -> str:
    """The findings alone; empty if there are none."""
    blocks = Blocks(Places(open_source), Patches(result), style)
    told = (Story((finding,)) for finding in result.findings) if full else stories(result.findings)
    made = []
    for story in told:
        for before, finding in zip((None, *story.told), story.told, strict=False):
            alike = before is not None and not full and _same_places(before, finding)
            made.append(blocks.headline(finding) if alike else "\n".join(blocks.finding(finding)))
        if story.rest:
            made.append("\n".join(_rest(story.rest, blocks, style)))
    return "".join(f"{block}\n\n" for block in made)


def _same_places(one: Finding, other: Finding) -> bool:
    """Whether the lines below two findings would be the same."""
    return (one.place, one.related) == (other.place, other.related) and one.fixes == other.fixes


def _rest(rest: tuple[Finding, ...], blocks: Blocks, style: Style) -> Iterator[str]:
    """What else is known against the release that the same thing runs: all ids, and one way out."""
    first = rest[0]
    count = style.paint("bold", f"{len(rest)} more known defects")
    name = f" of {printable(first.name)}" if first.name else ""
    yield f"{blocks.where(first.place, bold=True)}: {count}{name} in this release"
    for severity in sorted(Severity, reverse=True):
        ids = [style.policy(finding.policy) for finding in rest if finding.severity is severity]
        if ids:
            yield f"  {style.severity(severity, counted(len(ids), f'{severity.word}s'))}: {', '.join(ids)}"
    yield f"  {style.paint('blue', '=')} {style.paint('bold', 'help')}: {_way_out(rest)}; --verbose shows each"


def _way_out(rest: tuple[Finding, ...]) -> str:
    """One upgrade for all, and what it does not end."""
    ways = [finding.upgrade for finding in rest if finding.upgrade is not None]
    way = next((each for each in ways if each.to is not None), ways[0])
    if way.to is None:
        return f"no known release ends them: {printable(way.why)}"
    left = [printable(finding.policy) for finding in rest if finding.upgrade is not None and finding.upgrade.to is None]
    kept = f", all but {listed(left)}" if left else ""
    return f"upgrade to {printable(way.phrase)}{kept}"
