"""Which releases still get fixes, as data files state it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from linter.faults import Bug
from linter.policy.files import data_files
from linter.record import dataclass
from linter.versions.version import Version

MAINTAINED = "maintained"

_HEAD = "# package:"
_NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class Line:
    """``releases`` is a glob over versions, or ``newest``: all of the newest minor version; ``state`` is in words."""

    releases: str
    state: str
    looked_up: str
    source: str

    @property
    def maintained(self) -> bool:
        return self.state == MAINTAINED

    @property
    def named(self) -> bool:
        """Whether it is about one line of releases, and not about whatever is new or old."""
        return self.releases not in (_NEWEST, "*")


class Support(Mapping[str, "tuple[Line, ...]"]):
    """The lines of ``<schemas>/<system>/support*.tsv`` by package, or glob over packages; read when first asked.

    A file has one or more lines ``# package: <name or glob>``, then a line for each set of releases: a glob or
    ``newest``, the state, the date of the look-up and the source. A file that breaks this raises ``Bug``.
    """

    __slots__ = ("_folder", "_read")

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._read: dict[str, tuple[Line, ...]] | None = None

    def __getitem__(self, package: str) -> tuple[Line, ...]:
        return self._all()[package]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, tuple[Line, ...]]:
        if self._read is None:
            found: dict[str, tuple[Line, ...]] = {}
            for path in data_files(self._folder, "support"):
                with open(path, encoding="utf-8") as file:
                    found.update(read_support(path, file.read()))
            self._read = found
        return self._read


def read_support(path: str, text: str) -> dict[str, tuple[Line, ...]]:
    """The content of one file; ``path`` is for messages. Raises ``Bug``."""
    packages: list[str] = []
    lines: list[Line] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(_HEAD):
            packages.append(line[len(_HEAD) :].strip())
        elif line.strip() and not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) != len(Line.__slots__) or not all(cells):
                raise Bug(f"{os.path.basename(path)}:{number}: not releases, state, date and source: {line!r}")
            lines.append(Line(*cells))
    return dict.fromkeys(packages, tuple(lines))


def support_of(
    support: Mapping[str, tuple[Line, ...]], packages: Sequence[str], version: Version, newest: Version
) -> Line | None:
    """What is said of ``version``, ``None`` where nothing is; ``newest`` is the newest release of the packages."""
    for package in packages:
        for pattern, lines in support.items():
            if fnmatchcase(package, pattern):
                return next((line for line in lines if _fits(line.releases, version, newest)), None)
    return None


def line_of(version: Version) -> str:
    """The line of releases that a version belongs to: ``2.7`` for 2.7.4.1."""
    return ".".join(version.text.split(".")[:2])


def _fits(releases: str, version: Version, newest: Version) -> bool:
    if releases == _NEWEST:
        return line_of(version) == line_of(newest)
    return fnmatchcase(version.text, releases)
