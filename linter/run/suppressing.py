"""A result without what comments, settings and the baseline keep out of it, and with what they give cause to report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.faults import Fault, Faults, UsageFault
from linter.finding import Finding, Ignored, Result
from linter.policy.judge import judge
from linter.policy.selection import settled
from linter.record import replace
from linter.run.asking import asks
from linter.run.files import relative
from linter.run.judging import Judging
from linter.system import Directive, Reading
from linter.text.source import Source

if TYPE_CHECKING:
    from linter.options import Options
    from linter.settings.item import Spot
    from linter.suppress.baseline import Baseline, Key
    from linter.suppress.ignore import Ignore, Texts
    from linter.suppress.suppress import View

_BROKEN = "deadpeer/"
_UNWRITTEN = "settings"
"""What reports call the settings of a program, which are in no file."""


class Suppressing:
    """What keeps findings away in one run; ``concerned`` says which files it is about, ``whole`` if that is all."""

    def __init__(
        self, options: Options, judging: Judging, root: str, concerned: Callable[[Sequence[str]], bool], whole: bool
    ) -> None:
        self._options = options
        self._judging = judging
        self._root = root
        self._whole = whole
        self._concerned = concerned
        self._baseline: Baseline | None = None
        self._baseline_path = ""
        if options.baseline is not None:
            self._baseline_path = relative(options.baseline, root)
            self._baseline = _read(
                options.baseline, self._baseline_path, options.named.get(f"baseline {options.baseline}")
            )

    def result(self, result: Result, readings: Iterable[Reading], opener: Callable[[str], Source | None]) -> Result:
        """``result`` without what is ignored; raises ``Faults`` for ignores that are wrong."""
        asking: list[Directive] = []
        unread: set[str] = set()
        for reading in readings:
            asking += filter(asks, reading.directives)
            if reading.skip or reading.problems:
                unread.add(reading.path)
        if not asking and not self._options.ignores and self._baseline is None:
            return result
        from linter.suppress.ignore import Texts
        from linter.suppress.suppress import Ignores, View

        texts = Texts(opener)
        ignores = Ignores(self._ignores(asking, texts), texts, self._options.today)
        kept, ignored = ignores.split(result.findings)
        broken = any(finding.policy.startswith(_BROKEN) for finding in (*kept, *(one.finding for one in ignored)))
        view = View(self._whole and not broken, self._settled, frozenset(unread), result.unjudged)
        problems = list(ignores.problems(view, self._concerns))
        if self._baseline is not None:
            kept, known, stale = self._before(self._baseline, kept, view)
            ignored += known
            problems += stale
        return replace(result, findings=tuple(kept) + self._judged(problems), ignored=tuple(ignored))

    def _ignores(self, asking: Sequence[Directive], texts: Texts) -> list[Ignore]:
        from linter.suppress.ignore import Ignore, from_comments, from_settings

        policies = tuple(self._judging.policies)
        found: list[Ignore | Fault] = list(from_comments(asking, texts, policies, self._concerns))
        for entry in self._options.ignores:
            shown = relative(entry.file, self._root) if entry.file else _UNWRITTEN
            found.append(from_settings(entry, shown, texts, policies))
        faults = tuple(one for one in found if isinstance(one, Fault))
        if faults:
            raise Faults(faults)
        return [one for one in found if isinstance(one, Ignore)]

    def _before(
        self, baseline: Baseline, findings: Sequence[Finding], view: View
    ) -> tuple[list[Finding], list[Ignored], list[Entity]]:
        kept, known, left = baseline.split(findings, self._baseline_path)
        unjudged = {(policy, item.place.path) for item in view.unjudged for policy in item.policies}
        names = {policy.id for policy in self._judging.policies}

        def gone(key: Key) -> bool:
            if key.policy not in names:
                return True
            return self._settled(key.policy) and key.file not in view.unread and (key.policy, key.file) not in unjudged

        if not view.whole or not self._concerns(self._baseline_path):
            return kept, known, []
        return kept, known, list(baseline.stale(left, self._baseline_path, gone))

    def _judged(self, problems: Sequence[Entity]) -> tuple[Finding, ...]:
        if not problems:
            return ()
        return judge(self._judging.policies, FactBase(problems), self._judging.options).findings

    def _settled(self, pattern: str) -> bool:
        return settled(self._judging.policies, pattern, self._judging.options)

    def _concerns(self, path: str) -> bool:
        return self._concerned((path,))


def _read(path: str, shown: str, spot: Spot | None) -> Baseline:
    """The baseline at ``path``; one that is not there is the fault of the settings that name it at ``spot``."""
    from linter.suppress.baseline import parse

    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return parse(shown, file.read())
    except OSError as error:
        why = f"can't be read: {error.strerror}; write it with `deadpeer baseline`"
        if spot is not None:
            raise UsageFault(f"the baseline {shown} {why}", spot.file, *spot.at) from error
        raise UsageFault(f"the baseline {why}", shown) from error
    except UnicodeDecodeError as error:
        raise UsageFault(f"is not UTF-8: byte {error.start}", shown) from error
