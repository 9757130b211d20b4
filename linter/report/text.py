"""The report for people: every finding, and what was looked at."""

from __future__ import annotations

from linter.finding import Result
from linter.report.blocks import Blocks
from linter.report.fixes import Patches
from linter.report.places import Opener, Places
from linter.report.style import Style
from linter.report.summary import summary


def render(result: Result, open_source: Opener, style: Style = Style()) -> str:  # noqa: B008  frozen
    """Findings, a blank line after each, and the summary."""
    return findings(result, open_source, style) + summary(result, open_source, style)


def findings(result: Result, open_source: Opener, style: Style) -> str:
    """The findings alone; empty if there are none."""
    blocks = Blocks(Places(open_source), Patches(result), style)
    return "".join("\n".join(blocks.finding(finding)) + "\n\n" for finding in result.findings)
