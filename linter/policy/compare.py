"""Two judgements of one input under two releases: what breaks, changes or is fixed from one to the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from linter.facts.value import Ref
from linter.finding import Finding, Severity
from linter.policy.judge import Judgement
from linter.record import dataclass

Effect: TypeAlias = Literal["breaks", "changes", "fixed"]

EFFECTS: tuple[Effect, ...] = ("breaks", "changes", "fixed")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is otherwise; ``finding`` is that of the release in which it is so.

    ``over`` is true for what is so in the earlier release only. ``note`` says more where both releases have it.
    """

    effect: Effect
    finding: Finding
    over: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Differences:
    """``found`` by effect and place; ``alike`` is the same in both releases, ``open`` can be judged in one only."""

    found: tuple[Difference, ...]
    alike: tuple[Finding, ...]
    open: tuple[Finding, ...]


def compare(before: Judgement, after: Judgement, changes: frozenset[str]) -> Differences:
    """What is otherwise in ``after``; ``changes`` are the ids of policies that are no fault in either release.

    What is new breaks something if it is an error, and changes something if it is less. What is gone was fixed; what
    merely changed is changed again.
    """
    return _Comparison(before, after, changes).run()


class _Comparison:
    """Both sides, each finding by its fingerprint."""

    def __init__(self, before: Judgement, after: Judgement, changes: frozenset[str]) -> None:
        self._changes = changes
        self._old, self._new = _worst(before.findings), _worst(after.findings)
        self._silent_before, self._silent_after = _unjudged(before), _unjudged(after)
        self._alike: list[Finding] = []
        self._open: list[Finding] = []

    def run(self) -> Differences:
        found = sorted(self._all(), key=_order)
        return Differences(tuple(found), tuple(self._alike), tuple(self._open))

    def _all(self) -> Iterator[Difference]:
        for key, finding in self._new.items():
            known = self._old.get(key)
            if known is not None:
                yield from self._both(known, finding)
            elif _key(finding) in self._silent_before:
                self._open.append(finding)
            else:
                yield Difference("breaks" if finding.severity is Severity.ERROR else "changes", finding)
        for key, finding in self._old.items():
            if key in self._new:
                continue
            if _key(finding) in self._silent_after:
                self._open.append(finding)
            else:
                lesser = finding.policy in self._changes and finding.severity is not Severity.ERROR
                yield Difference("changes" if lesser else "fixed", finding, over=True)

    def _both(self, known: Finding, finding: Finding) -> Iterator[Difference]:
        if known.severity is finding.severity:
            if finding.policy not in self._changes:
                self._alike.append(finding)
            return
        worse = finding.severity is Severity.ERROR
        note = f"{known.severity.word} before, {finding.severity.word} now"
        yield Difference("breaks" if worse else "changes", finding, note=note)


def _worst(findings: Iterable[Finding]) -> Mapping[str, Finding]:
    """The findings by fingerprint, of several with one the worst."""
    found: dict[str, Finding] = {}
    for finding in findings:
        known = found.get(finding.fingerprint)
        if known is None or finding.severity > known.severity:
            found[finding.fingerprint] = finding
    return found


def _unjudged(judgement: Judgement) -> frozenset[tuple[str, str, str]]:
    """Policy, kind and id of everything that could not be judged."""
    return frozenset(
        (policy, about.kind, about.id)
        for item in judgement.unjudged
        for policy in item.policies
        for about in item.about
    )


def _key(finding: Finding) -> tuple[str, str, str]:
    subject = finding.subject or Ref("", "")
    return (finding.policy, subject.kind, subject.id)


def _order(found: Difference) -> tuple[int, int, str, int, str]:
    place = found.finding.place
    return (EFFECTS.index(found.effect), -found.finding.severity, place.path, place.start, found.finding.policy)
