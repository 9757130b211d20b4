"""What a system can say in words of a rule that governs others at run time."""

from __future__ import annotations

from typing import Literal, TypeAlias

from linter.facts.value import Evidence, Ref
from linter.record import dataclass
from linter.syntax.document import Place

Effect: TypeAlias = Literal["works", "differs", "ignored", "unknown"]
"""It does what it says; it does, but hits others or more than it says; it does nothing; can't be told."""


@dataclass(frozen=True, slots=True)
class Span:
    """Releases from ``since`` on (``""``: the first) to before ``before`` (``""``: the newest known), and why so."""

    since: str
    before: str
    effect: Effect
    why: str = ""

    @property
    def words(self) -> str:
        """``from 2.7.0 to before 3.2.0``."""
        if self.since and self.before:
            return f"from {self.since} to before {self.before}"
        if self.since:
            return f"from {self.since} on"
        return f"before {self.before}" if self.before else "all releases"


@dataclass(frozen=True, slots=True)
class Here:
    """What comes of it in the input: with the release ``version`` of what it governs, ``None`` where not known."""

    version: str | None
    effect: Effect
    why: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """One rule, or one entry of it: ``about`` is what it is, ``refs`` the entities that state it, itself first.

    ``hits`` says whom it is for, ``does`` what it does to them, ``ends`` how it goes away, ``known`` who in the input
    is hit. ``spans`` are in the order of releases and leave no gap.
    """

    refs: tuple[Ref, ...]
    about: str
    place: Place
    hits: tuple[Evidence, ...]
    does: tuple[Evidence, ...]
    spans: tuple[Span, ...]
    here: Here
    known: tuple[Evidence, ...]
    ends: tuple[Evidence, ...]
