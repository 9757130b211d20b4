"""All facts of one run, indexed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Data, Ref, Unknown, Value


class FactBase:
    """Entities by kind and by ref; grows while the joins run, read-only afterwards."""

    def __init__(self, entities: Iterable[Entity] = ()) -> None:
        self._by_ref: dict[Ref, Entity] = {}
        self._by_kind: dict[str, list[Entity]] = {}
        for entity in entities:
            self.add(entity)

    def add(self, entity: Entity) -> None:
        """Adds ``entity``; a second one with the same ref replaces nothing and is dropped."""
        known = len(self._by_ref)
        self._by_ref.setdefault(entity.ref, entity)  # hashing a ref is what costs here, so it is done once
        if len(self._by_ref) == known:
            return
        self._by_kind.setdefault(entity.ref.kind, []).append(entity)

    def of(self, kind: str) -> Sequence[Entity]:
        """The entities of ``kind`` in the order in which they were stated."""
        return self._by_kind.get(kind, ())

    def get(self, ref: Ref) -> Entity | None:
        return self._by_ref.get(ref)

    def field(self, entity: Entity, name: str) -> Value:
        return entity.fields.get(name, ABSENT)

    def kinds(self) -> Sequence[str]:
        return sorted(self._by_kind)


def data(entity: Entity, name: str) -> Data:
    """A field's data with unknown read as null: for joins that only need what is certain."""
    value = entity.fields.get(name, ABSENT).data
    return None if isinstance(value, Unknown) else value


def text(entity: Entity, name: str) -> str | None:
    """A field's text, or ``None`` where it is absent, unknown or no text."""
    value = data(entity, name)
    return value if isinstance(value, str) else None
