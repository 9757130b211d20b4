"""The last lines of a text report: what was found, what was looked at, and what was not judged and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from linter.finding import Result, Severity, Unjudged
from linter.report.counting import counted, listed
from linter.report.fixes import Patches
from linter.report.places import Opener, Places
from linter.report.printable import printable
from linter.report.style import Style
from linter.system import Skip

_NAMED = 5
"""Names given for one reason; all of them are in the JSON report."""

Thing = TypeVar("Thing")


def summary(result: Result, open_source: Opener, style: Style) -> str:
    """Lines that end each in a line feed."""
    lines = [
        *_skipped(result.skipped, style),
        *_unjudged(result.unjudged, Places(open_source), style),
        _checked(result),
        _found(result, style),
    ]
    return "".join(f"{line}\n" for line in lines)


def _found(result: Result, style: Style) -> str:
    counts = Counter(finding.severity for finding in result.findings)
    parts = [
        style.severity(severity, counted(counts[severity], f"{severity.word}s"))
        for severity in sorted(Severity, reverse=True)
        if counts[severity]
    ]
    ignored = _left_out(result)
    if not parts:
        return f"{style.paint('green', 'Nothing found')}{ignored}."
    return f"Found {listed(parts)}{ignored}.{_fixable(result)}"


def _left_out(result: Result) -> str:
    """What was found and is not shown, by the reason."""
    before = sum(1 for one in result.ignored if one.by == "baseline")
    counts = ((len(result.ignored) - before, "ignored"), (before, "in the baseline"), (result.unchanged, "unchanged"))
    parts = [f"{count} {what}" for count, what in counts if count]
    return f" ({', '.join(parts)})" if parts else ""


def _fixable(result: Result) -> str:
    patches = Patches(result)
    safe = sum(1 for finding in result.findings if patches.usable(finding, "safe"))
    unsafe = sum(
        1 for finding in result.findings if patches.usable(finding, "unsafe") and not patches.usable(finding, "safe")
    )
    if safe and unsafe:
        return f" {safe} fixable with --fix, {unsafe} more with --unsafe-fixes."
    if safe:
        return f" {safe} fixable with --fix."
    return f" {unsafe} fixable with --fix --unsafe-fixes." if unsafe else ""


def _checked(result: Result) -> str:
    things = [counted(count, many) for many, count in (result.checked or {}).items() if count]
    files = counted(result.opened, "files")
    return f"Checked {files}: {', '.join(things)}." if things else f"Checked {files}."


def _skipped(skipped: Iterable[Skip], style: Style) -> Iterator[str]:
    for why, skips in _grouped(skipped, lambda skip: skip.why):
        names = _some([style.shown(skip.path) for skip in skips])
        yield f"{style.paint('yellow', 'Skipped')} {counted(len(skips), 'files')}: {printable(why)}: {names}"


def _unjudged(unjudged: Iterable[Unjudged], places: Places, style: Style) -> Iterator[str]:
    for why, items in _grouped(unjudged, lambda item: item.why):
        policies = len({policy for item in items for policy in item.policies})
        names = _some([_subject(item, places, style) for item in items])
        label = style.paint("yellow", "Not judged")
        yield f"{label} by {counted(policies, 'policies')}: {printable(why)}: {names}"


def _subject(item: Unjudged, places: Places, style: Style) -> str:
    position = places.position(item.place.path, item.place.start)
    where = style.shown(item.place.path) + (f":{position.line}" if position else "")
    return f"{printable(item.subject)} ({where})"


def _grouped(things: Iterable[Thing], reason: Callable[[Thing], str]) -> list[tuple[str, list[Thing]]]:
    groups: dict[str, list[Thing]] = {}
    for thing in things:
        groups.setdefault(reason(thing), []).append(thing)
    return list(groups.items())


def _some(names: list[str]) -> str:
    """The first few of the different names, and how many there are beyond them."""
    different = list(dict.fromkeys(names))
    more = len(different) - _NAMED
    if more <= 1:
        return ", ".join(different)
    return ", ".join((*different[:_NAMED], f"and {more} more"))
