"""What a change of release does to the configurations of one input."""

from __future__ import annotations

from collections.abc import Mapping

from linter.finding import Finding, Unjudged
from linter.policy.compare import Difference, Effect
from linter.policy.model import Policy
from linter.record import dataclass
from linter.report.counting import counted, listed
from linter.syntax.document import Place
from linter.system import Skip


@dataclass(frozen=True, slots=True)
class Runs:
    """Things that run one release before; ``version`` is ``None`` where it is not known, for the reason ``why``."""

    version: str | None
    names: tuple[tuple[str, Place], ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The whole answer; ``before`` is ``None`` where each thing's own release was taken.

    ``alike`` is reported under both releases, ``open`` can be judged under one of them only, ``unjudged`` not under the
    later one. ``unread`` is what nobody read of the later of both releases. ``policies`` has the policies of everything
    that was found.
    """

    system: str
    title: str
    before: str | None
    after: str
    runs: tuple[Runs, ...]
    found: tuple[Difference, ...]
    alike: tuple[Finding, ...]
    open: tuple[Finding, ...]
    unjudged: tuple[Unjudged, ...]
    skipped: tuple[Skip, ...]
    opened: int
    unread: tuple[str, ...]
    policies: Mapping[str, Policy]

    @property
    def breaks(self) -> bool:
        return any(found.effect == "breaks" for found in self.found)

    @property
    def compared(self) -> bool:
        """Whether a release is known for anything."""
        return any(run.version is not None for run in self.runs)

    def of(self, effect: Effect) -> list[Difference]:
        return [found for found in self.found if found.effect == effect]

    def sources(self, finding: Finding) -> tuple[str, ...]:
        """Where what a finding says is known from."""
        policy = self.policies[finding.policy]
        evidence = policy.advisory.evidence if policy.advisory is not None else ()
        return tuple(dict.fromkeys((*evidence, *policy.references)))

    def headline(self) -> str:
        """From where to where."""
        known = [run.version for run in self.runs if run.version is not None]
        start = self.before or listed(known)
        return f"{self.title} {start} to {self.after}" if start else f"{self.title} to {self.after}"

    def said(self, difference: Difference) -> str:
        """What a difference says: of what is gone only what it was, for the rest no longer matters."""
        finding = difference.finding
        if not difference.over:
            note = f" ({difference.note})" if difference.note else ""
            return finding.message.strip() + note
        title = self.policies[finding.policy].title
        name = f"{finding.name}: " if finding.name else ""
        return f"{name}no longer: {title}" if difference.effect == "changes" else f"{name}{title}"

    def summary(self) -> str:
        """How much of everything, in one sentence."""
        breaks, changes, fixed = (len(self.of(effect)) for effect in ("breaks", "changes", "fixed"))
        parts = [
            f"{counted(breaks, 'things')} {'breaks' if breaks == 1 else 'break'}",
            f"{changes} {'changes' if changes == 1 else 'change'}",
            f"{fixed} {'is' if fixed == 1 else 'are'} fixed",
        ]
        same = f"; {counted(len(self.alike), 'findings')} alike in both" if self.alike else ""
        return f"{listed(parts)}{same}."
