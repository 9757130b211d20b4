"""One folder as an editor sees it: the files, with the texts that are being written in place of those on disk."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from linter.lsp.positions import MARK, Text
from linter.options import load
from linter.pattern import pattern
from linter.run import Request, Run, check
from linter.run.files import relative, repository
from linter.settings.find import NAME, PROJECT
from linter.text.source import Source

if TYPE_CHECKING:
    from linter.finding import Patch, Result
    from linter.options import Flags, Options
    from linter.policy.model import Policy
    from linter.report.listing.links import Links

_LONE = pattern("[\ud800-\udfff]")


class Judged:
    """What was found in one state of all texts."""

    def __init__(self, run: Run, result: Result, sources: Mapping[str, Source], marked: frozenset[str]) -> None:
        self.result = result
        self._run = run
        self._sources = sources
        self._marked = marked
        self._texts: dict[tuple[str, str], Text | None] = {}
        self._links: Links | None = None
        self._policies: Mapping[str, Policy] | None = None

    def open_source(self, path: str) -> Source | None:
        return self._sources.get(path) or self._run.open_source(path)

    def text(self, path: str, unit: str) -> Text | None:
        """The text that places in ``path`` are of; ``None`` where the file is gone."""
        key = path, unit
        if key not in self._texts:
            source = self.open_source(path)
            self._texts[key] = None if source is None else Text(source.text, unit, marked=path in self._marked)
        return self._texts[key]

    def mended(self, path: str) -> Source | None:
        """The file with all safe fixes made that change it alone, each proven; ``None`` where there is none."""
        from linter.fix.prove import prove

        def wanted(_policy: str, patch: Patch) -> bool:
            return all(edit.path == path for edit in patch.edits)

        def relint(texts: Mapping[str, Source]) -> Result:
            return self._run.relint({**self._sources, **texts}, self.result)

        return prove(self.result, "safe", self.open_source, relint, wanted).after.get(path)

    def links(self) -> Links:
        """All pairs; made when first asked for."""
        if self._links is None:
            self._links = self._run.links(self.result, self._sources)
        return self._links

    def policy(self, id_: str) -> Policy | None:
        if self._policies is None:
            self._policies = {policy.id: policy for policy in self._run.policies}
        return self._policies.get(id_)


class Session:
    """The files below the absolute ``folder``; or, if ``alone``, only those that are open there.

    Paths are relative to ``root`` with forward slashes, as in reports.
    """

    def __init__(self, folder: str, flags: Callable[[], Flags], *, alone: bool = False) -> None:
        self.folder = folder
        self.root = folder if alone else repository(folder) or folder
        self._flags = flags
        self._alone = alone
        self._run: Run | None = None
        self._options: Options | None = None
        self._touched: set[str] = set()

    def path(self, file: str) -> str | None:
        """What reports call the absolute ``file``; ``None`` where it is none of the folder's."""
        inside = os.path.normpath(file).startswith(os.path.join(self.folder, ""))
        return relative(os.path.normpath(file), self.root) if inside else None

    def file(self, path: str) -> str:
        """The absolute file that reports call ``path``."""
        return os.path.normpath(os.path.join(self.root, *path.split("/")))

    def touch(self, path: str) -> None:
        """The file has changed on disk; with settings, a baseline or policies everything may be different."""
        file, options = self.file(path), self._options
        if options is not None and (
            file in (*options.config_paths, options.baseline)
            or inside(file, (*options.policies, *options.advisories)) is not None
        ):
            self._run = None
        if path.rsplit("/", 1)[-1] in (NAME, PROJECT):
            self._run = None
        self._touched.add(path)

    def judge(self, texts: Mapping[str, str]) -> Judged:
        """Judges all files with ``texts`` in place of their own; raises ``Faults``, ``Fault`` or ``Bug``."""
        run = self._current()
        known = {path: text for path, text in texts.items() if run.wants(path)}
        sources = {path: _source(path, text) for path, text in known.items()}
        marked = frozenset(path for path, text in known.items() if text.startswith(MARK))
        return Judged(run, run.judged(sources), sources, marked)

    def _current(self) -> Run:
        touched, self._touched = self._touched, set()
        if self._run is None:
            self._options = load(self._flags(), self.folder)
            paths: tuple[str, ...] = () if self._alone else (self.folder,)
            # one process: another could not be started safely from a thread
            self._run = check(Request(self.root, paths, jobs=1), self._options)
        else:
            self._run.refresh(touched)
        return self._run


def place_of_fault(root: str, folder: str, path: str) -> str | None:
    """The absolute file that a fault names: settings are seen from the folder, all else from the root."""
    for base in (folder, root):
        file = os.path.normpath(os.path.join(base, path))
        if os.path.isfile(file):
            return file
    return None


def inside(file: str, folders: Iterable[str]) -> str | None:
    """The innermost of ``folders`` that holds ``file``."""
    holding = [folder for folder in folders if file.startswith(os.path.join(folder, ""))]
    return max(holding, key=len, default=None)


def _source(path: str, text: str) -> Source:
    """A text from an editor: its mark, whatever the file declares itself to be in, says that it is UTF-8."""
    text = _LONE.sub("\ufffd", text.removeprefix(MARK))
    return Source(path, text, "utf-8", BOM_UTF8)
