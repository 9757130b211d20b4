"""All facts of one run, indexed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Data, Ref, Unknown, Value
from linter.record import NamedTuple


class Later(NamedTuple):
    """Entities of ``kinds`` that are made when one of these kinds is first asked for, in most runs never."""

    kinds: tuple[str, ...]
    make: Callable[[], Iterable[Entity]]


class FactBase:
    """Entities by kind and by ref; grows while the joins run, to be read only afterwards."""

    def __init__(self, entities: Iterable[Entity] = ()) -> None:
        # The parts of a ref are the keys: a tuple of strings is hashed several times faster than a record.
        self._named: dict[str, dict[tuple[str, str], Entity]] = {}
        self._listed: dict[str, list[Entity]] = {}
        self._later: dict[str, list[Later]] = {}
        for entity in entities:
            self.add(entity)

    def add(self, entity: Entity) -> None:
        """Adds ``entity``; a second one with the same ref replaces nothing and is dropped."""
        ref = entity.ref
        named = self._named.get(ref.kind)
        if named is None:
            named = self._named[ref.kind] = {}
            self._listed[ref.kind] = []
        key = (ref.id, ref.instance)
        if key not in named:
            named[key] = entity
            self._listed[ref.kind].append(entity)

    def take(self, stated: Entity | Later) -> None:
        """Adds what a step states; what it puts off is added when it is asked for."""
        if isinstance(stated, Later):
            for kind in stated.kinds:
                self._later.setdefault(kind, []).append(stated)
        else:
            self.add(stated)

    def of(self, kind: str) -> Sequence[Entity]:
        """The entities of ``kind`` in the order in which they were stated."""
        if kind in self._later:
            self._make(kind)
        return self._listed.get(kind, ())

    def get(self, ref: Ref) -> Entity | None:
        if ref.kind in self._later:
            self._make(ref.kind)
        return self._named.get(ref.kind, {}).get((ref.id, ref.instance))

    def field(self, entity: Entity, name: str) -> Value:
        return entity.fields.get(name, ABSENT)

    def kinds(self) -> Sequence[str]:
        """The kinds of which there are entities."""
        for kind in tuple(self._later):
            self._make(kind)
        return sorted(self._listed)

    def _make(self, kind: str) -> None:
        """Makes what was put off of ``kind``, with what is made along with it."""
        for later in self._later.pop(kind, ()):
            for other in later.kinds:
                if other != kind:
                    self._later[other].remove(later)
                    if not self._later[other]:
                        del self._later[other]
            for entity in later.make():
                self.add(entity)


def data(entity: Entity, name: str) -> Data:
    """A field's data with unknown read as null: for joins that only need what is certain."""
    value = entity.fields.get(name, ABSENT).data
    return None if isinstance(value, Unknown) else value


def text(entity: Entity, name: str) -> str | None:
    """A field's text, or ``None`` where it is absent, unknown or no text."""
    value = data(entity, name)
    return value if isinstance(value, str) else None
