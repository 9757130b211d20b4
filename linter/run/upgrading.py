"""One input judged under two releases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from linter import resources
from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Unknown
from linter.faults import UsageFault
from linter.policy.compare import compare
from linter.policy.judge import Judgement, judge
from linter.policy.reading import unread
from linter.policy.unlisted import later
from linter.record import replace
from linter.report.counting import listed
from linter.report.upgrade.comparison import Comparison, Runs
from linter.run.inputs import Inputs, Request
from linter.run.judging import Judging
from linter.run.wanted_release import newest_release, wanted_release
from linter.syntax.document import Place
from linter.system import Skip, Supposed, System, load_all
from linter.versions.version import Version

if TYPE_CHECKING:
    from linter.options import Options
    from linter.text.source import Source


class Upgrading:
    """The files of ``request``, read; ``compare`` judges them."""

    def __init__(self, request: Request, options: Options) -> None:
        self.root = request.root
        self._systems = load_all()
        self._inputs = Inputs(request, options, self._systems)
        self._options = options
        self._facts = self._inputs.facts(self._inputs.readings)

    @property
    def opened(self) -> int:
        """How many of the files asked for are somebody's configuration."""
        return self._inputs.opened(self._inputs.readings)

    @property
    def skipped(self) -> tuple[Skip, ...]:
        """What was asked for and not read, or not all of it, by path."""
        return self._inputs.left_out(self._inputs.readings)

    def files(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The files that were opened, with the names of the systems that found something of theirs."""
        return self._inputs.files(self._inputs.readings)

    def open_source(self, path: str) -> Source | None:
        """The file that reports call ``path``, read again; ``None`` if it is gone or can't be decoded."""
        return self._inputs.open_source(path)

    def compare(self, system: str | None, before: str | None, after: str) -> Comparison | None:
        """What is otherwise under ``after``; without ``before`` each thing's own release is what it runs now.

        ``None`` where the input has nothing of any system that has releases. Raises ``UsageFault`` for a system that
        is not there or has to be chosen, and for a release that is not known.
        """
        chosen = self._choose(system)
        if chosen is None:
            return None
        target = wanted_release(chosen, "--to", after)
        start = None if before is None else wanted_release(chosen, "--from", before)
        facts = self._facts if start is None else self._supposing(chosen, start, "--from", everywhere=True)
        judging = Judging(self._systems, self._options, bundles=("policies", "changes"))
        own = {policy.id: policy for policy in judging.policies if policy.match in chosen.kinds}
        old, new = (
            self._concerning(judge(judging.policies, each, judging.options), own.__contains__)
            for each in (facts, self._supposing(chosen, target, "--to", everywhere=start is not None))
        )
        found = compare(old, new, frozenset(id_ for id_ in own if id_ in judging.ids("changes")))
        return Comparison(
            system=chosen.name,
            title=chosen.title,
            before=None if start is None else str(start),
            after=str(target),
            runs=tuple(self._runs(chosen, facts)),
            found=found.found,
            alike=found.alike,
            open=found.open,
            unjudged=new.unjudged,
            skipped=self.skipped,
            opened=self.opened,
            unread=unread(resources.folder("schemas"), chosen.name, self._latest(chosen, facts, target)),
            policies=own,
        )

    def _latest(self, system: System, facts: FactBase, target: Version) -> Version:
        """The later one of ``target`` and what runs now."""
        running = (one.fields.get("version", ABSENT).data for one in self._things(system, facts))
        return max((target, *(each for each in running if isinstance(each, Version))))

    def _choose(self, wanted: str | None) -> System | None:
        able = [system for system in self._systems if any(kind.subject for kind in system.kinds.values())]
        if wanted is not None and wanted not in [system.name for system in able]:
            names = listed([system.name for system in able])
            raise UsageFault(f"--system: there are {names}, not `{wanted}`")
        found = [system for system in able if self._things(system, self._facts)]
        if wanted is not None:
            return next((system for system in found if system.name == wanted), None)
        present = [system for system in found if self._subjects(system, self._facts)] or found
        if len(present) > 1:
            ways = " or ".join(f"--system {system.name}" for system in present)
            raise UsageFault(f"the files are of {listed([system.title for system in present])}: say {ways}")
        return present[0] if present else None

    def _subjects(self, system: System, facts: FactBase) -> list[Entity]:
        """Everything of ``system`` that runs a release."""
        kinds = (name for name, kind in system.kinds.items() if kind.subject)
        return [one for name in kinds for one in facts.of(name) if self._inputs.concerns((one.place.path,))]

    def _things(self, system: System, facts: FactBase) -> list[Entity]:
        """What runs a release; where nothing does, what is written for one, one thing for each document.

        Rules of governance and the like belong to a program that the input may not have.
        """
        subjects = self._subjects(system, facts)
        if subjects:
            return subjects
        found: dict[str, Entity] = {}
        for name, kind in system.kinds.items():
            for one in facts.of(name) if "version" in kind.fields else ():
                stated = isinstance(one.fields.get("version", ABSENT).data, Version | Unknown)
                first = found.get(one.place.doc.id)
                if stated and (first is None or one.place.start < first.place.start):
                    found[one.place.doc.id] = one
        return [one for one in found.values() if self._inputs.concerns((one.place.path,))]

    def _supposing(self, system: System, version: Version, flag: str, *, everywhere: bool) -> FactBase:
        supposed = Supposed(version, f"taken to run {version} ({flag})", everywhere, newest_release(system))
        return self._inputs.facts(self._inputs.readings, {system.name: supposed})

    def _concerning(self, judgement: Judgement, own: Callable[[str], bool]) -> Judgement:
        """What ``judgement`` says about the files asked for, by policies about the system."""
        concerns = self._inputs.concerns
        findings = tuple(
            found
            for found in judgement.findings
            if own(found.policy) and concerns((found.place.path, *(one.place.path for one in found.related)))
        )
        unjudged = []
        for item in judgement.unjudged:
            policies = tuple(filter(own, item.policies))
            if policies and concerns((item.place.path,)):
                unjudged.append(replace(item, policies=policies))
        return Judgement(findings, tuple(unjudged), judgement.matched)

    def _runs(self, system: System, facts: FactBase) -> Sequence[Runs]:
        """Which releases are run, ascending; what is not known comes last."""
        newest = newest_release(system)
        known: dict[Version, dict[tuple[str, Place], None]] = {}
        unknown: dict[str, dict[tuple[str, Place], None]] = {}
        for entity in self._things(system, facts):
            version = entity.fields.get("version", ABSENT).data
            one = (entity.name, entity.place)
            if isinstance(version, Version) and version > newest:
                unknown.setdefault(later(version, newest), {})[one] = None
            elif isinstance(version, Version):
                known.setdefault(version, {})[one] = None
            else:
                why = version.why if isinstance(version, Unknown) else "nothing states its version"
                unknown.setdefault(why, {})[one] = None
        return (
            *(Runs(str(version), tuple(known[version])) for version in sorted(known)),
            *(Runs(None, tuple(names), why) for why, names in sorted(unknown.items(), key=_first)),
        )


def _first(item: tuple[str, Mapping[tuple[str, Place], None]]) -> str:
    return item[0]
