"""What is known about published artifacts that no input holds: tables under ``schemas/maven``."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from linter import resources
from linter.record import NamedTuple
from linter.versions.ranges import Range
from linter.versions.version import parse

SAME = "same"
"""The version is that of the pom which decides it."""
NONE = "none"
"""The pom says nothing about the package."""


class Rule(NamedTuple):
    """``pom`` in ``versions`` gives ``package``, a glob, the version ``gives``, which may be ``same`` or ``none``."""

    pom: str
    versions: Range | None
    package: str
    gives: str


class Published:
    """Published poms that are looked up instead of read: boms and parents, and starters with what they bring."""

    __slots__ = ("_boms", "_brings", "_followed", "_globs", "_groups")

    def __init__(self) -> None:
        self._globs = [row[0] for row in resources.rows("schemas", "maven", "followed.tsv")]
        self._followed: dict[str, bool] = {}
        self._groups: list[tuple[str, Range, str]] | None = None
        self._boms = _by_pom(resources.rows("schemas", "maven", "boms.tsv"))
        self._brings = _by_pom(resources.rows("schemas", "maven", "transitive.tsv"))

    def managed(self, pom: str, version: str, package: str) -> str | None:
        """The version that ``pom`` (``group:artifact``) manages ``package`` at, ``NONE``, or ``None`` if not known.

        The first rule that fits decides.
        """
        for rule in self._boms.get(pom, ()):
            if _holds(rule, version) and fnmatchcase(package, rule.package):
                return version if rule.gives == SAME else rule.gives
        return None

    def follows(self, package: str) -> bool:
        """Whether ``package`` is looked for behind other dependencies."""
        known = self._followed.get(package)
        if known is None:
            known = self._followed[package] = any(fnmatchcase(package, glob) for glob in self._globs)
        return known

    def group_of(self, artifact: str, version: str) -> str | None:
        """The group of a jar by its file's name; ``None`` if it is not known."""
        if self._groups is None:
            rows = resources.rows("schemas", "maven", "jars.tsv")
            self._groups = [(glob, Range.parse("maven", versions), group) for glob, versions, group in rows]
        parsed = parse("maven", version)
        for glob, versions, group in self._groups if parsed is not None else ():
            if fnmatchcase(artifact, glob) and parsed is not None and versions.contains(parsed):
                return group
        return None

    def version_files(self) -> Sequence[tuple[str, str]]:
        """Files in jars that tell a version behind ``revision=``: glob and group; the artifact is the file's name."""
        return [(path, group) for path, group, *_ in resources.rows("schemas", "maven", "version-files.tsv")]

    def brings(self, package: str) -> Sequence[str]:
        """The packages that some version of ``package`` is known to bring with it."""
        return tuple(dict.fromkeys(rule.package for rule in self._brings.get(package, ())))

    def brought(self, package: str, version: str, other: str) -> str | None:
        """The version of ``other`` that ``package`` depends on, ``NONE`` if on none, ``None`` if not known."""
        for rule in self._brings.get(package, ()):
            if rule.package == other and _holds(rule, version):
                return version if rule.gives == SAME else rule.gives
        return None


def _by_pom(rows: Sequence[tuple[str, ...]]) -> dict[str, list[Rule]]:
    rules: dict[str, list[Rule]] = {}
    for pom, versions, package, gives, *_ in rows:
        which = None if versions == "*" else Range.parse("maven", versions)
        rules.setdefault(pom, []).append(Rule(pom, which, package, gives))
    return rules


def _holds(rule: Rule, version: str) -> bool:
    if rule.versions is None:
        return True
    parsed = parse("maven", version)
    return parsed is not None and rule.versions.contains(parsed)
