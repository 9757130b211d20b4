"""One run from a request to a result, and the same again with some files replaced in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from linter.finding import Finding, Result
from linter.policy.judge import judge
from linter.record import NOTHING, replace
from linter.run.inputs import Inputs, Request
from linter.run.judging import Judging
from linter.run.suppressing import Suppressing
from linter.system import Reading, System, load_all

if TYPE_CHECKING:
    from linter.options import Options
    from linter.policy.model import Policy
    from linter.report.listing.links import Links
    from linter.run.since import Since
    from linter.text.source import Source

__all__ = ["Request", "Run", "check"]


USELESS = ("deadpeer/ignore-unused", "deadpeer/baseline-stale")
"""What a fix may bring about without harm: it ends what was ignored."""


class Run:
    """A finished run; ``result`` holds what it found.

    ``policies`` are folders of policies beyond the bundled ones.
    """

    def __init__(
        self, request: Request, options: Options, systems: Sequence[System], policies: Sequence[str] = ()
    ) -> None:
        self.root = request.root
        self._systems = tuple(systems)
        self._judging = Judging(self._systems, options, policies)
        self._inputs = inputs = Inputs(request, options, systems)
        self._suppressing = Suppressing(options, self._judging, request.root, inputs.concerns, inputs.whole)
        self._since: Since | None = None
        self.result = self._judge(inputs.readings, self.open_source)
        if request.diff_base is not None:
            self._since = self._changed(request.diff_base)
            self.result = self._since.result(self.result)

    @property
    def policies(self) -> Iterable[Policy]:
        """Those that ran or could have, by their ids."""
        return self._judging.policies

    def files(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The files that were opened, with the names of the systems that found something of theirs."""
        return self._inputs.files(self._inputs.readings)

    def open_source(self, path: str) -> Source | None:
        """The file that reports call ``path``, read again; ``None`` if it is gone or can't be decoded."""
        return self._inputs.open_source(path)

    def relint(self, overrides: Mapping[str, Source], before: Result | None = None) -> Result:
        """The result there would be if these files had these texts; only they are read again.

        ``before`` is the result without what is to be proven, where that is not ``result``.
        """
        result = self.judged(overrides)
        known = {finding.fingerprint for finding in (before or self.result).findings}
        kept = (one for one in result.findings if one.policy not in USELESS or one.fingerprint in known)
        result = replace(result, findings=tuple(kept))
        return result if self._since is None else self._since.later(result)

    def judged(self, overrides: Mapping[str, Source]) -> Result:
        """As ``relint``, with everything that is found; what has changed since a revision does not matter."""
        return self._judge(self._inputs.replaced(overrides), lambda path: overrides.get(path) or self.open_source(path))

    def wants(self, path: str) -> bool:
        """Whether a file of this name would be read and not be excluded."""
        return self._inputs.wants(path)

    def refresh(self, paths: Iterable[str]) -> None:
        """Reads these files again for what is judged from now on; they may be new or gone. ``result`` stays."""
        self._inputs.refresh(paths)

    def links(self, result: Result, changed: Mapping[str, Source] = NOTHING) -> Links:
        """All pairs, with the verdicts that the findings of ``result`` are; some files may have ``changed``."""
        from linter.policy.bundle import all_kinds
        from linter.policy.judge import Judgement
        from linter.report.listing.links import Collector, Links

        inputs = self._inputs
        facts = inputs.facts(inputs.replaced(changed))
        judgement = Judgement(result.findings, result.unjudged, {})
        collector = Collector(facts, all_kinds(self._systems), judgement, inputs.concerns)
        pairs = tuple(collector.pairs())
        alone = tuple(collector.alone(pairs))
        return Links(pairs, alone, self._judging.options.profile, result.opened, result.skipped)

    def _judge(self, readings: Mapping[str, Reading], opener: Callable[[str], Source | None]) -> Result:
        """The result without what is ignored."""
        result = self._suppressing.result(self._found(readings), readings.values(), opener)
        return replace(result, findings=tuple(sorted(result.findings, key=_order)))

    def _changed(self, revision: str) -> Since:
        """What tells the findings that a change is to be blamed for."""
        from linter.run.changes import changes
        from linter.run.since import Since

        changed = changes(self.root, revision)
        before = self._inputs.before(changed)
        return Since(changed, self._found(before).findings, self.open_source)

    def _found(self, readings: Mapping[str, Reading]) -> Result:
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
            checked=self._judging.counts(facts, concerns),
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
