"""One run from a request to a result, and the same again with some files replaced in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from linter.finding import Finding, Result
from linter.policy.judge import judge
from linter.run.inputs import Inputs, Request
from linter.run.judging import Judging
from linter.system import Reading, System, load_all

if TYPE_CHECKING:
    from linter.options import Options
    from linter.text.source import Source

__all__ = ["Request", "Run", "check"]


class Run:
    """A finished run; ``result`` holds what it found.

    ``policies`` are folders of policies beyond the bundled ones.
    """

    def __init__(
        self, request: Request, options: Options, systems: Sequence[System], policies: Sequence[str] = ()
    ) -> None:
        self.root = request.root
        self._judging = Judging(tuple(systems), options, policies)
        self._inputs = Inputs(request, options, systems)
        self.result = self._judge(self._inputs.readings)

    def open_source(self, path: str) -> Source | None:
        """The file that reports call ``path``, read again; ``None`` if it is gone or can't be decoded."""
        return self._inputs.open_source(path)

    def relint(self, overrides: Mapping[str, Source]) -> Result:
        """The result there would be if these files had these texts; only they are read again."""
        return self._judge(self._inputs.replaced(overrides))

    def _judge(self, readings: Mapping[str, Reading]) -> Result:
        inputs = self._inputs
        facts = inputs.facts(readings)
        judgement = judge(self._judging.policies, facts, self._judging.options)
        concerns = inputs.concerns
        kept = [finding for finding in judgement.findings if concerns(_paths(finding))]
        return Result(
            findings=tuple(sorted(kept, key=_order)),
            unjudged=tuple(item for item in judgement.unjudged if concerns((item.place.path,))),
            skipped=inputs.skipped(readings),
            opened=inputs.opened(readings),
            checked=self._judging.counts(facts),
            matched=judgement.matched,
        )


def check(request: Request, options: Options) -> Run:
    """Checks what ``request`` names; raises ``Faults``, ``UsageFault`` or ``Bug``."""
    return Run(request, options, load_all())


def _paths(finding: Finding) -> tuple[str, ...]:
    """The files a finding touches: its own, and those of the other ends."""
    return (finding.place.path, *(related.place.path for related in finding.related))


def _order(finding: Finding) -> tuple[str, int, int, str, str]:
    place = finding.place
    return (place.path, place.start, place.end, finding.policy, finding.message)
