"""What a run found, and what it proposes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Literal, TypeAlias

from linter.facts.value import Ref, Slot
from linter.record import dataclass
from linter.syntax.document import Place
from linter.system import Skip
from linter.text.edit import Edit

Safety: TypeAlias = Literal["safe", "unsafe", "show"]
Verb: TypeAlias = Literal["set", "remove", "rename"]
Profile: TypeAlias = Literal["default", "recommended", "pedantic"]


class Severity(IntEnum):
    """How bad; ordered, so that ``max`` gives the worst."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that matters to a finding: the other end of a link, a step of the evidence."""

    place: Place
    label: str


@dataclass(frozen=True, slots=True)
class Change:
    """One intended change at a slot, not yet text.

    ``set`` writes ``to`` (as it must stand in the file) there, with the missing parents; ``remove`` takes the entry
    out; ``rename`` gives its key the name ``to``.
    """

    verb: Verb
    slot: Slot
    to: str = ""


@dataclass(frozen=True, slots=True)
class Fix:
    """Changes that belong together: all are made or none, files in the order of their first change.

    ``show`` fixes are printed as advice and never applied.
    """

    title: str
    safety: Safety
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """The release to go to for what an advisory reports.

    ``subject`` is equal for all findings about one thing whose version is decided at one place: one change of version
    is for all of them. ``to`` is ``None`` where no release helps, for the reason ``why``. ``remains`` is what will
    still be reported there. ``state`` says why ``to`` gets no more fixes, where that is so; ``maintained`` is the
    nearest release that does, ``to`` itself or another, if one is known.
    """

    subject: str
    phrase: str
    to: str | None
    why: str = ""
    remains: tuple[str, ...] = ()
    state: str = ""
    maintained: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One judgement about one thing.

    ``fingerprint`` is made of the policy and of structural paths, never of a line; ``structure`` are these paths as
    they lead from the file, for people and baselines. ``subject`` is what it is about (equal for all findings about one
    component), ``name`` what messages call that, ``instances`` in which of its deployments it is so. ``upgrade`` is
    there for advisories.
    """

    policy: str
    severity: Severity
    message: str
    place: Place
    fingerprint: str
    name: str = ""
    structure: str = ""
    subject: Ref | None = None
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    instances: tuple[str, ...] = ()
    upgrade: Way | None = None


By: TypeAlias = Literal["comment", "settings", "baseline"]


@dataclass(frozen=True, slots=True)
class Ignored:
    """A finding that is kept out of the report, what does so, and why.

    ``until`` is the last day on which it holds, as ``2027-01-31``; empty for ever. ``place`` is that of the comment.
    """

    finding: Finding
    by: By
    reason: str
    until: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A policy had to stay silent about a subject, because something can't be known.

    ``subject`` is what messages call it, ``about`` are the entities that are called so at ``place``.
    """

    subject: str
    place: Place
    why: str
    policies: tuple[str, ...]
    about: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Patch:
    """What became of one fix: its edits, or why there are none."""

    finding: str
    """the finding's fingerprint"""
    fix: Fix
    edits: tuple[Edit, ...] = ()
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """Everything a report needs.

    ``checked`` counts what was looked at by its plural noun ("3 gRPC clients"); ``opened`` how many files were read
    as somebody's configuration; ``matched`` how many things each policy looked at (its ``where`` was true).
    ``unchanged`` counts the findings that were left out because nothing that they are about has changed.
    """

    findings: tuple[Finding, ...] = ()
    patches: tuple[Patch, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    skipped: tuple[Skip, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()
    opened: int = 0
    unchanged: int = 0
    checked: Mapping[str, int] | None = None
    matched: Mapping[str, int] | None = None
