"""One run from a request to a result, and the same again with some files replaced in memory."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from linter.finding import Finding, Result
from linter.policy.judge import judge
from linter.record import dataclass
from linter.run.choice import Choice, choose
from linter.run.joining import join_all
from linter.run.judging import Judging
from linter.run.pool import read_all
from linter.run.reading import Reader, declared_encoding
from linter.system import Reading, Setup, System, load_all
from linter.text.read import Undecodable, decode

if TYPE_CHECKING:
    from linter.options import Options
    from linter.text.source import Source


@dataclass(frozen=True, slots=True)
class Request:
    """What to look at.

    ``root`` is the absolute folder to which reported paths are relative; ``paths`` are relative to it or absolute.
    ``stdin`` is a name and the bytes read from standard input. ``context`` is the folder that is indexed for the other
    half of a pair when files are named (default: the repository around ``root``, else none). ``jobs`` is the number
    of processes, 0 for as many as pay off.
    """

    root: str
    paths: tuple[str, ...] = (".",)
    stdin: tuple[str, bytes] | None = None
    context: str | None = None
    jobs: int = 0
    force_exclude: bool = False


class Run:
    """A finished run; ``result`` holds what it found.

    ``policies`` are folders of policies beyond the bundled ones.
    """

    def __init__(
        self, request: Request, options: Options, systems: Sequence[System], policies: Sequence[str] = ()
    ) -> None:
        self.root = request.root
        self._stdin = request.stdin
        self._systems = tuple(systems)
        self._reader = Reader(self._systems)
        self._setup = (options.versions, options.pairs)
        self._judging = Judging(self._systems, options, policies)
        self._choice: Choice = choose(request.root, request, options.exclude, self._reader.wanted)
        self._readings: dict[str, Reading] = {
            reading.path: reading for reading in read_all(self._reader, self.root, self._choice.files, request.jobs)
        }
        if request.stdin is not None:
            name, data = request.stdin
            self._readings.update({name: found} if (found := self._reader.read(name, data)) else {})
        self.result = self._judge(self._readings)

    def open_source(self, path: str) -> Source | None:
        """The file that reports call ``path``, read again; ``None`` if it is gone or can't be decoded."""
        if self._stdin is not None and path == self._stdin[0]:
            data = self._stdin[1]
        else:
            try:
                with open(os.path.join(self.root, *path.split("/")), "rb") as file:
                    data = file.read()
            except OSError:
                return None
        source = decode(path, data, declared_encoding(data))
        return None if isinstance(source, Undecodable) else source

    def relint(self, overrides: Mapping[str, Source]) -> Result:
        """The result there would be if these files had these texts; only they are read again."""
        readings = dict(self._readings)
        for path, source in overrides.items():
            found = self._reader.read(path, source.encode(source.text))
            if found is None:
                readings.pop(path, None)
            else:
                readings[path] = found
        return self._judge(readings)

    def _judge(self, readings: Mapping[str, Reading]) -> Result:
        ordered = [readings[path] for path in sorted(readings)]
        versions, pairs = self._setup
        directives = tuple(directive for reading in ordered for directive in reading.directives)
        facts = join_all(self._systems, ordered, Setup(versions, pairs, directives))
        judgement = judge(self._judging.policies, facts, self._judging.options)
        concerns = self._choice.concerns
        kept = [finding for finding in judgement.findings if concerns(_paths(finding))]
        return Result(
            findings=tuple(sorted(kept, key=_order)),
            unjudged=tuple(item for item in judgement.unjudged if concerns((item.place.path,))),
            skipped=tuple(reading.skip for reading in ordered if reading.skip and concerns((reading.path,))),
            opened=sum(1 for reading in ordered if reading.claimed and concerns((reading.path,))),
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
