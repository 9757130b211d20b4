"""What a run knows, as lists: no patches, and no judgement where none is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from linter.offers import Telling
from linter.policy.bundle import all_kinds
from linter.run.inputs import Inputs, Request
from linter.system import System, load_all

if TYPE_CHECKING:
    from linter.options import Options
    from linter.report.listing.links import Links
    from linter.report.listing.rules import Rules
    from linter.report.listing.versions import Versions
    from linter.text.source import Source


class Listing:
    """The files of ``request``, read; each list is made when it is asked for."""

    def __init__(self, request: Request, options: Options, systems: Sequence[System] | None = None) -> None:
        self._systems = load_all() if systems is None else tuple(systems)
        self._options = options
        self._inputs = Inputs(request, options, self._systems)
        self.root = request.root
        self._facts = self._inputs.facts(self._inputs.readings)
        self._kinds = all_kinds(self._systems)

    def open_source(self, path: str) -> Source | None:
        """The file that reports call ``path``, read again; ``None`` if it is gone or can't be decoded."""
        return self._inputs.open_source(path)

    def links(self) -> Links:
        """All pairs with their verdicts; raises ``Faults`` where a policy or the choice of policies is wrong."""
        from linter.policy.judge import judge
        from linter.report.listing.links import Collector, Links
        from linter.run.judging import Judging

        judging = Judging(self._systems, self._options)
        judgement = judge(judging.policies, self._facts, judging.options)
        collector = Collector(self._facts, self._kinds, judgement, self._inputs.concerns)
        pairs = tuple(collector.pairs())
        return Links(
            pairs,
            tuple(collector.alone(pairs)),
            self._options.profile,
            self._opened(),
            self._inputs.left_out(self._inputs.readings),
        )

    def versions(self) -> Versions:
        """All versions."""
        from linter.report.listing.versions import Versions, collect

        owners = {kind: system.name for system in self._systems for kind in system.kinds}
        found = tuple(collect(self._facts, self._kinds, owners, self._inputs.concerns))
        return Versions(found, self._opened(), self._inputs.left_out(self._inputs.readings))

    def rules(self, wanted: Callable[[str], bool]) -> Rules:
        """The rules in the files that are ``wanted``, by their shown paths; raises ``Faults`` as ``links`` does."""
        from linter.policy.judge import judge
        from linter.report.listing.rules import Rules, explained
        from linter.run.judging import Judging

        judging = Judging(self._systems, self._options)
        findings = judge(judging.policies, self._facts, judging.options).findings
        told = (one for system in self._systems if isinstance(system, Telling) for one in system.told(self._facts))
        skipped = tuple(skip for skip in self._inputs.left_out(self._inputs.readings) if wanted(skip.path))
        return Rules(tuple(explained(told, findings, wanted)), self._opened(), skipped)

    def _opened(self) -> int:
        return self._inputs.opened(self._inputs.readings)
