"""How far the history of packages was read: what their later releases do otherwise is not known."""

from __future__ import annotations

from collections.abc import Iterator

from linter.faults import Bug
from linter.policy.files import data_files
from linter.versions.packages import scheme_of_package
from linter.versions.version import Version, parse


def unread(folder: str, system: str, version: Version) -> tuple[str, ...]:
    """What is not known of ``version``, in words, one for each group of packages; ``folder`` is that of the schemas.

    A file ``<schemas>/<system>/read*.tsv`` has a line for each: name or glob, tab, the last release that was read, tab,
    source.
    """
    return tuple(
        f"what releases of {packages} after {last} do otherwise was not read"
        for packages, last in _lines(folder, system)
        if last.scheme == version.scheme and last < version
    )


def _lines(folder: str, system: str) -> Iterator[tuple[str, Version]]:
    for path in data_files(folder, "read", (system,)):
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file.read().splitlines() if line and not line.startswith("#")]
        for line in lines:
            packages, text, *source = line.split("\t")
            last = parse(scheme_of_package(packages), text)
            if last is None or len(source) != 1:
                raise Bug(f"{path}: no package, release and source: {line!r}")
            yield packages, last
