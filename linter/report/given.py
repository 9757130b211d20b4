"""What a format is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from linter.finding import Finding, Ignored, Result, Severity
from linter.record import dataclass
from linter.report.places import Opener
from linter.report.style import Style

if TYPE_CHECKING:
    from linter.policy.model import Policy
    from linter.report.listing.links import Links


@dataclass(frozen=True, slots=True)
class Tool:
    """Who reports: ``version`` of the program, ``data`` of its schemas and policies."""

    name: str
    version: str
    data: str

    @property
    def signature(self) -> str:
        """Program and data, as reports for people name them."""
        return f"{self.name} {self.version}, data {self.data}"


def nothing() -> Mapping[str, Policy]:
    """No policies."""
    return {}


def unlisted() -> Links | None:
    """No list of pairs."""
    return None


@dataclass(frozen=True, slots=True)
class Given:
    """A result and how it is to be reported.

    ``policies`` gives the policies by id, for formats that explain them. ``style`` and ``statistics`` (counts in place
    of findings) are for text; ``quiet`` leaves out all but findings there. ``fail_on`` is the severity from which
    findings fail the run. ``hide_ignored`` leaves ignored findings out of the formats that list them. ``full`` shows
    people all that is known against one release. ``links`` gives the pairs of clients and servers for
    formats that show them, with verdicts made of the findings of ``result``; ``None`` where they are not known.
    """

    result: Result
    open_source: Opener
    tool: Tool
    policies: Callable[[], Mapping[str, Policy]] = nothing
    style: Style = Style()
    quiet: bool = False
    statistics: bool = False
    fail_on: Severity = Severity.WARNING
    hide_ignored: bool = False
    full: bool = False
    links: Callable[[], Links | None] = unlisted

    @property
    def ignored(self) -> tuple[Ignored, ...]:
        """The ignored findings to be listed."""
        return () if self.hide_ignored else self.result.ignored


class Names:
    """Names for findings that stay when lines move, each given once in a report."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def of(self, finding: Finding) -> str:
        """The fingerprint, with a number from the second finding on that has it."""
        count = self._counts[finding.fingerprint] = self._counts.get(finding.fingerprint, 0) + 1
        return finding.fingerprint if count == 1 else f"{finding.fingerprint}:{count}"


def by_severity(findings: tuple[Finding, ...]) -> Iterator[Finding]:
    """The worst first, else as they are."""
    return iter(sorted(findings, key=lambda finding: -finding.severity))
