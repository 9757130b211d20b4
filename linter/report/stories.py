"""Findings that are one story: what is known against the release that one thing runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.finding import Finding
from linter.record import dataclass

SHOWN = 3
"""Findings of one story that are shown in full."""


@dataclass(frozen=True, slots=True)
class Story:
    """``told`` are shown in full, the worst first; ``rest`` is named."""

    told: tuple[Finding, ...]
    rest: tuple[Finding, ...] = ()


def stories(findings: Iterable[Finding]) -> Iterator[Story]:
    """All findings; those about one thing whose version one upgrade changes stand together, where the first stood.

    At least two are left for the rest: one alone is told.
    """
    groups: dict[str, list[Finding]] = {}
    for index, finding in enumerate(findings):
        key = f"{index}" if finding.upgrade is None else finding.upgrade.subject
        groups.setdefault(key, []).append(finding)
    for group in groups.values():
        ordered = sorted(group, key=lambda finding: -finding.severity)
        shown = len(ordered) if len(ordered) <= SHOWN + 1 else SHOWN
        yield Story(tuple(ordered[:shown]), tuple(ordered[shown:]))
