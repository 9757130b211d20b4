"""The releases that exist of a package, as data files list them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase

from linter.faults import Bug
from linter.policy.files import data_files
from linter.versions.packages import scheme_of_package
from linter.versions.version import Version, parse

_HEAD = "# package:"
_UNSHIPPED = "\tmodules only"


class Releases(Mapping[str, "tuple[Version, ...]"]):
    """Versions in ascending order by package, or glob over packages; read from disk when first asked.

    A file ``<schemas>/<system>/releases*.tsv`` has one or more lines ``# package: <name or glob>``, then one release a
    line: version, tab, date (which may be empty), and perhaps a tab and ``modules only`` for one that no distribution
    has: it is left out, so that nobody is sent to an image that doesn't exist. A package with a colon
    (``group:artifact``) is versioned as Maven
    does, any other by SemVer. A file that breaks this is our own mistake and raises ``Bug``.
    """

    __slots__ = ("_folder", "_read")

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._read: dict[str, tuple[Version, ...]] | None = None

    def __getitem__(self, package: str) -> tuple[Version, ...]:
        return self._all()[package]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, tuple[Version, ...]]:
        if self._read is None:
            found: dict[str, tuple[Version, ...]] = {}
            for path in data_files(self._folder, "releases"):
                with open(path, encoding="utf-8") as file:
                    found.update(read_releases(path, file.read()))
            self._read = found
        return self._read


class SystemReleases(Mapping[str, "tuple[Version, ...]"]):
    """Every release that the lists of one system name, ascending, by the system's name; read when first asked."""

    __slots__ = ("_folder", "_read")

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._read: dict[str, tuple[Version, ...]] = {}

    def __getitem__(self, system: str) -> tuple[Version, ...]:
        if system not in self._read:
            self._read[system] = tuple(sorted(releases_of_system(self._folder, system, unshipped=True)))
        if not self._read[system]:
            raise KeyError(system)
        return self._read[system]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({os.path.basename(os.path.dirname(path)) for path in data_files(self._folder, "releases")}))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def releases_of_system(folder: str, system: str, *, unshipped: bool = False) -> frozenset[Version]:
    """Every release that the lists of one system name, whatever the package; ``folder`` is that of the schemas.

    With ``unshipped`` also those that no distribution has: one can be built of their modules.
    """
    found: set[Version] = set()
    for path in data_files(folder, "releases", (system,)):
        with open(path, encoding="utf-8") as file:
            found.update(*read_releases(path, file.read(), unshipped=unshipped).values())
    return frozenset(found)


def releases_of(releases: Mapping[str, tuple[Version, ...]], package: str) -> tuple[Version, ...]:
    """The releases of ``package``; none where no list has them."""
    listed = listed_as(releases, package)
    return () if listed is None else releases[listed]


def listed_as(releases: Mapping[str, tuple[Version, ...]], package: str) -> str | None:
    """The list for ``package``: that of its name, else of the longest glob that matches it."""
    if package in releases:
        return package
    return max((pattern for pattern in releases if fnmatchcase(package, pattern)), key=len, default=None)


def read_releases(path: str, text: str, *, unshipped: bool = False) -> dict[str, tuple[Version, ...]]:
    """The content of one file; ``path`` is for messages. Raises ``Bug``."""
    packages: list[str] = []
    versions: list[Version] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(_HEAD):
            packages.append(line[len(_HEAD) :].strip())
        elif line.strip() and not line.startswith("#") and (unshipped or not line.endswith(_UNSHIPPED)):
            version = parse(scheme_of_package(packages[0]), line.split("\t")[0].strip()) if packages else None
            if version is None:
                raise Bug(f"{path}:{number}: no release: {line!r}")
            versions.append(version)
    if not packages:
        raise Bug(f"{path}: no line `{_HEAD} NAME`")
    ordered = tuple(sorted(set(versions)))
    return dict.fromkeys(packages, ordered)
