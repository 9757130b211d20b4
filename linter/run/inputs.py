"""The files of a request, read once; facts are joined from them as often as they are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from linter.facts.base import FactBase
from linter.record import NOTHING, dataclass, replace
from linter.run.asking import asks
from linter.run.choice import Choice, choose
from linter.run.files import excluded, opened
from linter.run.joining import join_all
from linter.run.pool import Tell, read_all, silent
from linter.run.reading import Reader
from linter.system import Reading, Setup, Skip, Supposed, System
from linter.text.read import Undecodable, declared_encoding, decode
from linter.text.source import Source

if TYPE_CHECKING:
    from linter.options import Options
    from linter.run.changes import Changes


@dataclass(frozen=True, slots=True)
class Request:
    """What to look at.

    ``root`` is the absolute folder to which reported paths are relative; ``paths`` are relative to it or absolute.
    ``stdin`` is a name and the bytes read from standard input. ``context`` is the folder that is indexed for the other
    half of a pair when files are named (default: the repository around ``root``, else none). ``jobs`` is the number
    of processes, 0 for as many as pay off. ``repository`` is the absolute folder of a local repository of published
    artifacts that may be read, ``""`` for none. With ``diff_base``, a revision, only what has changed since is
    reported. ``tell`` hears how the reading gets on.
    """

    root: str
    paths: tuple[str, ...] = (".",)
    stdin: tuple[str, bytes] | None = None
    context: str | None = None
    jobs: int = 0
    force_exclude: bool = False
    repository: str = ""
    diff_base: str | None = None
    tell: Tell = silent


class Inputs:
    """The readings of a request's files."""

    def __init__(self, request: Request, options: Options, systems: Sequence[System]) -> None:
        self.root = request.root
        self._stdin = request.stdin
        self._systems = tuple(systems)
        self._reader = Reader(self._systems)
        self._options = options
        self._repository = request.repository.replace(os.sep, "/")
        self._exclude = options.exclude
        if options.force_exclude and not request.force_exclude:
            request = replace(request, force_exclude=True)
        choice: Choice = choose(
            request.root,
            request,
            options.exclude,
            self._reader.wanted,
            # the examples in policies are configurations too, most of them broken
            (*options.policies, *options.advisories),
        )
        self.concerns = choice.concerns
        self.whole = choice.whole
        self.readings: dict[str, Reading] = {
            reading.path: reading
            for reading in read_all(self._reader, self.root, choice.files, request.jobs, request.tell)
        }
        if request.stdin is not None:
            name, data = request.stdin
            found = self._reader.read(name, data)
            if found is not None:
                self.readings[name] = found

    def open_source(self, path: str) -> Source | None:
        """The file that reports call ``path``, read again; ``None`` if it is gone.

        Of a file that can't be decoded it is what comes before the byte that shows it: there is a place to show, and no
        fact, so that nothing in it is edited.
        """
        if self._stdin is not None and path == self._stdin[0]:
            data = self._stdin[1]
        else:
            try:
                with opened(os.path.join(self.root, *path.split("/"))) as file:
                    data = file.read()
            except OSError:
                return None
        found = decode(path, data, declared_encoding(data))
        return Source(path, found.lead) if isinstance(found, Undecodable) else found

    def wants(self, path: str) -> bool:
        """Whether a file of this name would be read and not be excluded."""
        return self._reader.wanted(path.rsplit("/", 1)[-1]) and not excluded(path, self._exclude)

    def refresh(self, paths: Iterable[str]) -> None:
        """Reads these files again, which may be new or gone."""
        wanted = [path for path in paths if path in self.readings or self.wants(path)]
        there = []
        for path in wanted:
            self.readings.pop(path, None)
            whole = os.path.join(self.root, *path.split("/"))
            if os.path.isfile(whole):
                there.append(whole)
        for reading in read_all(self._reader, self.root, there, 1, silent):
            self.readings[reading.path] = reading

    def replaced(self, overrides: Mapping[str, Source]) -> Mapping[str, Reading]:
        """The readings there would be if these files had these texts; only they are read again."""
        return self._with({path: source.encode(source.text) for path, source in overrides.items()})

    def before(self, changes: Changes) -> Mapping[str, Reading]:
        """The readings there would have been before ``changes``, of what is looked at now and of what was deleted."""
        gone = [
            path
            for path in changes.gone
            if self._reader.wanted(path.rsplit("/", 1)[-1]) and not excluded(path, self._exclude)
        ]
        changed = [path for path in self.readings if changes.file(path)]
        texts = changes.texts([*changed, *gone])
        return self._with({path: texts.get(path) for path in (*changed, *gone)})

    def _with(self, texts: Mapping[str, bytes | None]) -> Mapping[str, Reading]:
        """The readings with these texts in place of the files'; ``None`` for a file that is not there."""
        readings = dict(self.readings)
        for path, data in texts.items():
            found = None if data is None else self._reader.read(path, data)
            if found is None:
                readings.pop(path, None)
            else:
                readings[path] = found
        return readings

    def facts(self, readings: Mapping[str, Reading], supposed: Mapping[str, Supposed] = NOTHING) -> FactBase:
        """Every fact that ``readings`` hold together, with the releases that are ``supposed`` by system.

        Raises ``Faults`` where the settings name pairs of which an end is in none of all files, and for comments that
        say a version and are wrong.
        """
        ordered = [readings[path] for path in sorted(readings)]
        options = self._options
        directives = tuple(directive for reading in ordered for directive in reading.directives if not asks(directive))
        if directives:
            from linter.run.telling import check_told

            check_told(directives, self.open_source, lambda path: self.concerns((path,)))
        setup = Setup(options.versions, options.pairs, directives, supposed, self._repository)
        facts = join_all(self._systems, ordered, setup)
        if options.pairs and self.whole:
            from linter.run.pairs import check_pairs

            check_pairs(facts, (system.kinds for system in self._systems), options, self.root)
        return facts

    def files(self, readings: Mapping[str, Reading]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The files that were opened, with the names of the systems that found something of theirs."""
        for path, reading in sorted(readings.items()):
            yield path, reading.claimed

    def skipped(self, readings: Mapping[str, Reading]) -> tuple[Skip, ...]:
        """What was asked for and not read, by path."""
        asked = (readings[path] for path in sorted(readings) if self.concerns((path,)))
        return tuple(reading.skip for reading in asked if reading.skip)

    def opened(self, readings: Mapping[str, Reading]) -> int:
        """How many of the files asked for are somebody's configuration; none if they only hold what others use."""
        found = [path for path, reading in readings.items() if reading.claimed and self.concerns((path,))]
        return 0 if all(map(self._reader.aside, found)) else len(found)
