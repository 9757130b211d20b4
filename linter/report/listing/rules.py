"""Rules that govern at run time, in words, with what policies say of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from linter.finding import Finding
from linter.record import dataclass
from linter.system import Skip

if TYPE_CHECKING:
    from linter.facts.told import Told


@dataclass(frozen=True, slots=True)
class Explained:
    """A rule, or one entry of one, and the findings about it, worst first."""

    told: Told
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    rules: tuple[Explained, ...]
    opened: int
    skipped: tuple[Skip, ...]


def explained(told: Iterable[Told], findings: Iterable[Finding], wanted: Callable[[str], bool]) -> Iterator[Explained]:
    """The rules in the files that are ``wanted``, each with what was found about it."""
    about: dict[object, list[Finding]] = {}
    for finding in findings:
        about.setdefault(finding.subject, []).append(finding)
    for one in told:
        if wanted(one.place.path):
            found = dict.fromkeys(finding for ref in one.refs for finding in about.get(ref, ()))
            yield Explained(one, tuple(sorted(found, key=lambda finding: (-finding.severity, finding.policy))))
