"""How often each policy reports."""

from __future__ import annotations

from collections import Counter

from linter.finding import Result, Severity
from linter.report.printable import printable
from linter.report.style import Style


def statistics(result: Result, style: Style) -> str:
    """A line for each policy with a finding, the most frequent first: its count, its worst severity, its id."""
    counts = Counter(finding.policy for finding in result.findings)
    worst: dict[str, Severity] = {}
    for finding in result.findings:
        worst[finding.policy] = max(finding.severity, worst.get(finding.policy, finding.severity))
    width = max((len(str(count)) for count in counts.values()), default=1)
    column = max((len(severity.word) for severity in worst.values()), default=1)
    lines = (
        f"{str(count).rjust(width)}  {style.severity(worst[policy], worst[policy].word.ljust(column))}  "
        f"{printable(policy)}\n"
        for policy, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )
    return "".join(lines)
