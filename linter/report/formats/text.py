"""For people: every finding with its line, and the summary."""

from __future__ import annotations

from linter.report.given import Given


def render(given: Given) -> str:
    """Findings, or with ``statistics`` their counts; the summary unless it has to be quiet."""
    result = given.result
    if given.statistics:
        from linter.report.statistics import statistics

        return statistics(result, given.style) + ("" if given.quiet else _summary(given))
    if not result.findings:
        return "" if given.quiet else _summary(given)
    from linter.report import text

    if given.quiet:
        return text.findings(result, given.open_source, given.style)
    return text.render(result, given.open_source, given.style)


def _summary(given: Given) -> str:
    from linter.report.summary import summary

    return summary(given.result, given.open_source, given.style)
