"""The fields of an entity that lists print."""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.duration import Duration
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import ABSENT, Data, Evidence, Items, Ref, Unknown, Value
from linter.record import dataclass
from linter.syntax.document import Place
from linter.versions.version import Version


@dataclass(frozen=True, slots=True)
class Setting:
    """One field: ``place`` is where it is written, ``None`` where it is not; ``default`` is whether it could be."""

    name: str
    label: str
    data: Data | Unknown
    origin: str
    place: Place | None
    default: bool
    evidence: tuple[Evidence, ...]

    @property
    def text(self) -> str:
        """The value in words; what is not known gives its reason."""
        return words(self.data)


def settings(entity: Entity, shows: Mapping[str, str]) -> tuple[Setting, ...]:
    """The fields named by ``shows``, with its labels, as far as the entity has them."""
    return tuple(
        _setting(name, label, entity.fields.get(name, ABSENT)) for name, label in shows.items() if name in entity.fields
    )


def shown_by(kind: Kind | None) -> Mapping[str, str]:
    return {} if kind is None else kind.shows


def words(data: Data | Unknown) -> str:
    """Data as a reader sees it."""
    if isinstance(data, Unknown):
        return f"not known: {data.why}"
    if data is None:
        return "none"
    if isinstance(data, bool):
        return "yes" if data else "no"
    if isinstance(data, Items):
        return ", ".join(words(value.data) for value in data.values) or "none"
    return data.id if isinstance(data, Ref) else str(data)


def plain(data: Data | Unknown) -> bool | int | float | str | None:
    """Data as JSON has it; durations and versions as their texts, what is not known and lists as null."""
    if isinstance(data, (Duration, Version)):
        return str(data)
    return data if data is None or isinstance(data, (bool, int, float, str)) else None


def _setting(name: str, label: str, value: Value) -> Setting:
    place = value.place
    left_out = value.slot is not None and place is None
    return Setting(name, label, value.data, value.origin, place, left_out, value.evidence)
