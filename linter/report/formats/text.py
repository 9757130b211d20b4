"""For people: every finding with its line, and the summary."""

from __future__ import annotations

from linter.report.given import Given


def render(given: Given) -> str:
    """Findings, or with ``statistics`` their counts; the summary and who reports unless it has to be quiet."""
    report = _report(given)
    if not given.quiet:
        return f"{report}{given.tool.signature}\n"
    return report


def _report(given: Given) -> str:
    result = given.result
    if given.statistics:
        from linter.report.statistics import statistics

        return statistics(result, given.style) + ("" if given.quiet else _summary(given))
    if not result.findings:
        return "" if given.quiet else _summary(given)
    from linter.report import text

    make = text.findings if given.quiet else text.render
    return make(result, given.open_source, given.style, full=given.full)


def _summary(given: Given) -> str:
    from linter.report.summary import summary

    return summary(given.result, given.open_source, given.style)
