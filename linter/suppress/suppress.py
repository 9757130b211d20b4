"""What was found, without what is ignored, and what the ignores themselves give cause to report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from linter.facts.entity import Entity
from linter.facts.value import Ref, Value
from linter.finding import Finding, Ignored, Unjudged
from linter.record import dataclass
from linter.suppress.ignore import Ignore, Texts
from linter.syntax.document import Place

PROBLEM = "input.problem"
HOUSEKEEPING = ("deadpeer/baseline-stale", "deadpeer/ignore-expired", "deadpeer/ignore-unused")
"""The policies that judge what this package states."""


@dataclass(frozen=True, slots=True)
class View:
    """What a run saw, for telling an ignore that is of no use from one that had no occasion.

    ``whole`` says whether everything was looked at that there is; ``settled`` whether every policy that a pattern
    names ran in full; ``unread`` are the paths of files that were read in part at most.
    """

    whole: bool
    settled: Callable[[str], bool]
    unread: frozenset[str]
    unjudged: Sequence[Unjudged] = ()


class Ignores:
    """All ignores of a run. ``today`` is a day as ``2027-01-31``; without one nothing expires."""

    def __init__(self, ignores: Iterable[Ignore], texts: Texts, today: str) -> None:
        self._texts = texts
        self._running: list[Ignore] = []
        self._expired: list[Ignore] = []
        for one in ignores:
            (self._expired if one.until and one.until < today else self._running).append(one)
        self._by_path: dict[str, list[int]] = {}
        self._everywhere: list[int] = []
        for index, one in enumerate(self._running):
            if one.by == "comment":
                self._by_path.setdefault(one.files, []).append(index)
            else:
                self._everywhere.append(index)
        self._used: set[int] = set()

    def split(self, findings: Iterable[Finding]) -> tuple[list[Finding], list[Ignored]]:
        """The findings that stay, and those that are ignored; a comment goes before the settings."""
        kept: list[Finding] = []
        ignored: list[Ignored] = []
        for finding in findings:
            using = [index for index in self._candidates(finding.place) if self._applies(self._running[index], finding)]
            self._used.update(using)
            if using:
                one = self._running[using[0]]
                place = one.place if one.by == "comment" else None
                ignored.append(Ignored(finding, one.by, one.reason, one.until, place))
            else:
                kept.append(finding)
        return kept, ignored

    def problems(self, view: View, concerned: Callable[[str], bool]) -> Iterator[Entity]:
        """Ignores that have ended, and those that nothing needs; after all findings were split."""
        number = 0
        for one in self._expired:
            if concerned(one.place.path):
                number += 1
                yield problem(one.place, "ignore-expired", f"the ignore of {one.policy} ended on {one.until}", number)
        for index, one in enumerate(self._running):
            if index not in self._used and concerned(one.place.path) and self._useless(one, view):
                number += 1
                yield problem(one.place, "ignore-unused", f"there is no finding of {one.policy} to ignore", number)

    def _candidates(self, place: Place) -> Iterator[int]:
        yield from self._by_path.get(place.path, ())
        yield from self._everywhere

    def _applies(self, one: Ignore, finding: Finding) -> bool:
        if not one.names(finding.policy) or not one.holds(finding.place.path):
            return False
        return not one.line or self._texts.line(finding.place) == one.line

    def _useless(self, one: Ignore, view: View) -> bool:
        if not view.whole or not view.settled(one.policy) or any(one.holds(path) for path in view.unread):
            return False
        return not any(one.holds(item.place.path) and any(map(one.names, item.policies)) for item in view.unjudged)


def problem(place: Place, kind: str, message: str, number: int) -> Entity:
    """A fact about what keeps findings away, judged like any other; ``number`` tells those of one kind apart."""
    path = f"{kind}/{number}"
    fields = {"kind": Value(kind), "message": Value(message), "sure": Value(True)}
    return Entity(Ref(PROBLEM, f"{place.doc.id}!{path}"), place, place.path, path, fields)
