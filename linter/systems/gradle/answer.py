"""What an expression stands for."""

from __future__ import annotations

from linter.facts.tree import Text
from linter.facts.value import Evidence, Origin, Slot, Unknown
from linter.record import dataclass, replace
from linter.syntax.document import DocRef, Place


@dataclass(frozen=True, slots=True)
class Answer:
    """A text or why it can't be known; the place that decides it; and how it was found, nearest step first.

    ``pieces`` are what a text is put together from, if it is.
    """

    text: str | Unknown
    slot: Slot | None = None
    evidence: tuple[Evidence, ...] = ()
    origin: Origin = "written"
    pieces: tuple[Answer, ...] = ()


def literal(doc: DocRef, start: int, end: int, text: str) -> Answer:
    """A text that stands in a script or catalog as it is."""
    locked = "" if "\\" not in text else "it is written with escapes"
    return Answer(text, Slot(Place(doc, start, end), (start, end), 2, locked=locked))


def of_text(text: Text) -> Answer:
    return literal(text.doc, text.start, text.end, text.text)


def locked(answer: Answer, why: str) -> Answer:
    """``answer`` with a slot that may not be edited; an earlier reason stays."""
    if answer.slot is None or answer.slot.locked:
        return answer
    return replace(answer, slot=replace(answer.slot, locked=why))
