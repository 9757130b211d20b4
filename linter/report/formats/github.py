"""Annotations of GitHub Actions.

Of each kind a step shows ten, a job fifty (actions/toolkit, docs/problem-matchers.md), so the worst come first and a
notice says how many are left. Columns are given only for places within one line: the runner drops them otherwise, and
it is the runner that says what has to be escaped (actions/runner, ActionCommandManager.cs and ActionCommand.cs).
Who reports is a plain line at the end: it stands in the log and takes no annotation's room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from linter.finding import Finding, Severity
from linter.report.counting import counted, listed
from linter.report.given import Given, by_severity
from linter.report.places import Places
from linter.report.printable import printable

MOST = 10
"""Annotations of one kind that a step shows."""
_RELATED = 3
_KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(given: Given) -> str:
    """A workflow command on each line, and a line that says who reports."""
    places = Places(given.open_source)
    counts = Counter(finding.severity for finding in given.result.findings)
    crowded = any(count > MOST for count in counts.values())
    room = dict.fromkeys(Severity, MOST)
    room[Severity.NOTE] -= crowded
    lines = []
    for finding in by_severity(given.result.findings):
        if room[finding.severity]:
            room[finding.severity] -= 1
            counts[finding.severity] -= 1
            lines.append(_command(finding, places))
    left = [counted(counts[one], f"more {one.word}s") for one in sorted(counts, reverse=True) if counts[one]]
    if left:
        lines.append(f"::notice title=deadpeer::{_data(listed(left))}: GitHub shows no more annotations of a step")
    return "".join(f"{line}\n" for line in (*lines, given.tool.signature))


def _command(finding: Finding, places: Places) -> str:
    given = ",".join(f"{name}={_property(value)}" for name, value in _properties(finding, places))
    return f"::{_KINDS[finding.severity]} {given}::{_data(_message(finding, places))}"


def _properties(finding: Finding, places: Places) -> Iterator[tuple[str, str]]:
    place = finding.place
    start, end = places.position(place.path, place.start), places.position(place.path, place.end)
    yield "file", place.path
    if start is not None and end is not None:
        yield "line", str(start.line)
        yield "endLine", str(end.line)
        if start.line == end.line:
            yield "col", str(start.column)
            yield "endColumn", str(end.column)
    yield "title", finding.policy


def _message(finding: Finding, places: Places) -> str:
    lines = list(map(printable, finding.message.split("\n")))
    for related in finding.related[:_RELATED]:
        position = places.position(related.place.path, related.place.start)
        where = f"{related.place.path}:{position.line}" if position else related.place.path
        lines.append(printable(f"{related.label}: {where}"))
    return "\n".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
