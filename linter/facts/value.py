"""A fact's value: what it is or why it can't be known, where it is written, and why we believe it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from linter.facts.duration import Duration
from linter.record import dataclass
from linter.syntax.document import Place, Route
from linter.versions.version import Version

Origin: TypeAlias = Literal["written", "default", "merged", "substituted"]


@dataclass(frozen=True, slots=True)
class Unknown:
    """The value can't be decided from the input; ``why`` completes "not judged because …"."""

    why: str


@dataclass(frozen=True, slots=True, order=True)
class Ref:
    """An entity's name: its kind, an id stable while the file keeps its shape, and the instance.

    ``instance`` tells one configuration's deployments apart; ``""`` where there is only one.
    """

    kind: str
    id: str
    instance: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """Several values; ``complete`` is false for "all that we saw", true for "all there are"."""

    values: tuple[Value, ...]
    complete: bool = True


Data: TypeAlias = "bool | int | float | str | Duration | Version | Ref | Items | None"


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a value is written, or would be.

    ``route`` leads from the document's root to the value and the first ``written`` steps of it exist, the last of
    them at ``place``. ``written == len(route)`` means the value itself is there. ``part`` names a piece of a scalar
    (``tag`` of an image reference); ``locked`` says why no edit may be made here (an alias, a template).

    ``by`` is a place that decides the value in words of its own (a chart's release decides its image's tag): it is
    changed instead where it has a word for the new value. ``also`` are places that are changed with this one.

    ``around`` is what the text has before and after the value, to be written again with a new one: the ``v`` and the
    ``-amd64`` of a tag, the brackets of a range of one version.
    """

    place: Place
    route: Route
    written: int
    part: str = ""
    locked: str = ""
    by: Spelling | None = None
    also: tuple[Spelling, ...] = ()
    around: tuple[str, str] = ("", "")

    @property
    def exists(self) -> bool:
        return self.written == len(self.route)


@dataclass(frozen=True, slots=True)
class Spelling:
    """A place that has to be written for a value of another one: ``words`` are (the value's text, what to write)."""

    slot: Slot
    words: tuple[tuple[str, str], ...]

    def word(self, value: str) -> str | None:
        return next((word for known, word in self.words if known == value), None)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One link of the chain that leads to a value, nearest first: what it says, and where if it is in a file."""

    text: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """Data, or the reason why it is not known, with its origin."""

    data: Data | Unknown
    origin: Origin = "default"
    slot: Slot | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def known(self) -> bool:
        return not isinstance(self.data, Unknown)

    @property
    def place(self) -> Place | None:
        """Where it is written; ``None`` where it is not."""
        return self.slot.place if self.slot is not None and self.slot.exists else None

    @property
    def notes(self) -> str:
        """Its evidence in brackets, to stand behind it."""
        return "".join(f" ({note.text})" for note in self.evidence)

    def step(self, words: str) -> Evidence:
        """The value and ``words`` as a step of a derivation, at its place."""
        return Evidence(f"{self.data} {words}{self.notes}", self.place)


ABSENT = Value(None)
