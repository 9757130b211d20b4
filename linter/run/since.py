"""A result without what was so before: what a change is to be blamed for.

A finding is kept if a line of its own place or of a related one has changed, or if the files as they were before give
no such finding. So it counts what was changed, and what the change brought about elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from linter.finding import Finding, Result, Severity
from linter.pattern import pattern
from linter.record import replace
from linter.run.changes import Changes
from linter.suppress.suppress import HOUSEKEEPING
from linter.syntax.document import Place
from linter.text.source import Lines, Source

Key: TypeAlias = tuple[str, Severity]
Thing: TypeAlias = tuple[str, str]
_LONE = pattern(r"\r(?!\n)")


class Since:
    """``before`` are the findings that the files gave before the change.

    What is said of ignores is kept where it was changed itself: nobody asked what was said of them before.
    """

    def __init__(self, changes: Changes, before: Iterable[Finding], opener: Callable[[str], Source | None]) -> None:
        self._changes = changes
        self._before = Counter(map(key, before))
        self._open = opener
        self._lines: dict[str, Lines | None] = {}
        self._aside: frozenset[Thing] = frozenset()

    def result(self, result: Result) -> Result:
        """``result`` with what has changed, and the number of the other findings, which are set aside for ``later``."""
        left = Counter(self._before)
        kept = []
        for finding in result.findings:
            name = key(finding)
            known = left[name] > 0 or finding.policy in HOUSEKEEPING
            left[name] -= 1
            if not known or self._touched(finding):
                kept.append(finding)
        self._aside = frozenset(map(_thing, result.findings)) - frozenset(map(_thing, kept))
        return self._with(result, kept)

    def later(self, result: Result) -> Result:
        """What is left of a later judgement, in which the lines are others: without the findings set aside."""
        return self._with(result, [finding for finding in result.findings if _thing(finding) not in self._aside])

    def _with(self, result: Result, kept: Sequence[Finding]) -> Result:
        file = self._changes.file
        return replace(
            result,
            findings=tuple(kept),
            unchanged=len(result.findings) - len(kept),
            skipped=tuple(skip for skip in result.skipped if file(skip.path)),
            unjudged=tuple(item for item in result.unjudged if file(item.place.path)),
        )

    def _touched(self, finding: Finding) -> bool:
        return any(map(self._changed, (finding.place, *(related.place for related in finding.related))))

    def _changed(self, place: Place) -> bool:
        if not self._changes.file(place.path):
            return False
        lines = self._of(place.path)
        if lines is None:  # git counts its lines in another way, or it is gone
            return True
        first, last = lines.position(place.start), lines.position(place.end)
        end = last.line - (last.column == 1 and last.line > first.line)
        return self._changes.touches(place.path, first.line, end)

    def _of(self, path: str) -> Lines | None:
        if path not in self._lines:
            source = self._open(path)
            plain = source is not None and _LONE.search(source.text) is None
            self._lines[path] = Lines(source.text) if plain and source is not None else None
        return self._lines[path]


def key(finding: Finding) -> Key:
    """What tells a finding from those before: one that got worse is new."""
    return finding.fingerprint, finding.severity


def _thing(finding: Finding) -> Thing:
    return finding.policy, finding.fingerprint
