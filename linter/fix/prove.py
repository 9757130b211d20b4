"""Fixes made in memory and kept only where a second reading and a second judgement agree that they help."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from linter.finding import Patch, Result
from linter.fix.accept import regressions
from linter.fix.draft import Draft, draft, patches
from linter.fix.locate import Opener
from linter.fix.order import rollout
from linter.fix.plan import Allow, Key, Wanted, choose, everything, key
from linter.fix.retext import Checked, retext
from linter.record import replace
from linter.text.source import Source

Relint: TypeAlias = Callable[[Mapping[str, Source]], Result]
"""Judges everything again with these files replaced in memory."""

PASSES = 10
"""Fixes may make others possible; this many rounds are tried."""

_TRIES = 100
SETTLED = "not needed: another fix settled the finding"
_ENDLESS = f"fixes kept making others necessary after {PASSES} rounds"
_TIRED = f"not tried, because {_TRIES} attempts to prove fixes were used up"


@dataclass(frozen=True, slots=True)
class Proof:
    """What the fixes make of the files.

    ``before`` and ``after`` hold the changed files, ``after`` in the order of roll-out. Every fix of the result that
    was not ``applied`` is in ``refused`` with its reason. ``result`` judges the files as they are afterwards; its
    patches are what could still be done.
    """

    before: Mapping[str, Source]
    after: Mapping[str, Source]
    applied: tuple[Patch, ...]
    refused: tuple[Patch, ...]
    result: Result


def prove(result: Result, allow: Allow, open_source: Opener, relint: Relint, wanted: Wanted = everything) -> Proof:
    """Makes the allowed fixes of ``result`` that are ``wanted`` in memory, until none is left that helps."""
    work = _Work(result, open_source, relint, wanted)
    for _ in range(PASSES):
        if not work.round(allow):
            break
    else:
        work.give_up(allow)
    return work.proof(result, allow)


@dataclass(slots=True)
class _Work:
    """The state between rounds: the texts so far, their judgement, and what became of the fixes."""

    result: Result
    opener: Opener
    relint: Relint
    wanted: Wanted
    before: dict[str, Source] = field(default_factory=dict)
    texts: dict[str, Source] = field(default_factory=dict)
    applied: list[Patch] = field(default_factory=list)
    failed: dict[Key, str] = field(default_factory=dict)
    tries: int = _TRIES

    def open(self, path: str) -> Source | None:
        return self.texts[path] if path in self.texts else self.opener(path)

    def candidates(self, allow: Allow) -> list[Draft]:
        drafts = choose(draft(self.result.findings, self.open), allow, self.failed, self.wanted)
        return [drafted for drafted in drafts if drafted.patch.edits]

    def round(self, allow: Allow) -> bool:
        """One pass: plans, proves, keeps; false if there was nothing to do or nothing helped."""
        batch = self.candidates(allow)
        if not batch:
            return False
        attempt = _Pass(self)
        attempt.settle(batch)
        if attempt.kept:
            for path in attempt.texts:
                found = self.open(path)
                if found is not None:
                    self.before.setdefault(path, found)
            self.texts.update(attempt.texts)
            self.result = attempt.result
            self.applied.extend(drafted.patch for drafted in attempt.kept)
        return True

    def give_up(self, allow: Allow) -> None:
        for drafted in self.candidates(allow):
            self.failed[key(drafted.patch)] = _ENDLESS

    def proof(self, first: Result, allow: Allow) -> Proof:
        changed = {path: source for path, source in self.texts.items() if source.text != self.before[path].text}
        order = rollout([patch.fix for patch in self.applied], changed)
        return Proof(
            before={path: self.before[path] for path in order},
            after={path: changed[path] for path in order},
            applied=tuple(self.applied),
            refused=self._refused(first, allow),
            result=replace(self.result, patches=self._left()),
        )

    def _left(self) -> tuple[Patch, ...]:
        """The patches of what is still found; one that failed its proof offers no edits."""
        left = []
        for patch in patches(self.result.findings, self.open):
            reason = self.failed.get(key(patch), "")
            left.append(replace(patch, edits=(), refusal=reason) if reason else patch)
        return tuple(left)

    def _refused(self, first: Result, allow: Allow) -> tuple[Patch, ...]:
        done = {key(patch) for patch in self.applied}
        refused: dict[Key, Patch] = {}
        for drafted in choose(draft(self.result.findings, self.open), allow, wanted=self.wanted):
            refused[key(drafted.patch)] = drafted.patch
        for finding in first.findings:
            for fix in finding.fixes:
                gone = Patch(finding.fingerprint, fix, refusal=SETTLED)
                refused.setdefault(key(gone), gone)
        return tuple(
            replace(patch, edits=(), refusal=self.failed.get(name) or patch.refusal or SETTLED)
            for name, patch in refused.items()
            if name not in done
        )


class _Pass:
    """One batch of fixes against the state of one round, taken as a whole or in ever smaller parts."""

    def __init__(self, work: _Work) -> None:
        self._work = work
        self._base = work.result
        self.kept: list[Draft] = []
        self.texts: Mapping[str, Source] = {}
        self.result = work.result
        self._checked: Checked = {}
        self._unmade = False

    def settle(self, batch: Sequence[Draft]) -> None:
        """Keeps of ``batch`` what helps, together with what is kept already; says why of the rest."""
        if not batch:
            return
        if self._work.tries == 0:
            for drafted in batch:
                self._work.failed[key(drafted.patch)] = _TIRED
            return
        self._work.tries -= 1
        reason, culprits = self._try([*self.kept, *batch])
        if not reason:
            return
        if len(batch) == 1:
            if not (self.kept and self._unmade):  # with those kept in one text it can't be made, after them it may be
                self._work.failed[key(batch[0].patch)] = reason
            return
        blamed = [drafted for drafted in batch if drafted.patch.finding in culprits]
        if blamed and len(blamed) < len(batch):
            self.settle([drafted for drafted in batch if drafted.patch.finding not in culprits])
            self.settle(blamed)
            return
        middle = len(batch) // 2
        self.settle(batch[:middle])
        self.settle(batch[middle:])

    def _try(self, drafts: list[Draft]) -> tuple[str, frozenset[str]]:
        """Makes ``drafts`` and keeps them if all is well; else why not, and which findings are known to stay."""
        texts = retext(drafts, self._work.open, self._checked)
        self._unmade = isinstance(texts, str)
        if isinstance(texts, str):
            return texts, frozenset()
        result = self._work.relint({**self._work.texts, **texts})
        reason, culprits = regressions(self._base, result, [drafted.patch for drafted in drafts])
        if not reason:
            self.kept, self.texts, self.result = drafts, texts, result
        return reason, culprits
