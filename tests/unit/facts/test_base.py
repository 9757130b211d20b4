from __future__ import annotations

from collections.abc import Callable, Iterator

from linter.facts.base import FactBase, Later
from linter.facts.entity import Entity
from linter.facts.value import Ref, Value
from linter.syntax.document import DocRef, Place


def entity(kind: str, id_: str, field: str = "") -> Entity:
    return Entity(Ref(kind, id_), Place(DocRef("a.yaml", "yaml"), 0, 0), id_, id_, {"field": Value(field)})


def counted(calls: list[str], *entities: Entity) -> Callable[[], Iterator[Entity]]:
    def make() -> Iterator[Entity]:
        calls.append(entities[0].ref.id)
        return iter(entities)

    return make


def test_the_first_of_two_entities_of_one_name_stays() -> None:
    facts = FactBase([entity("k", "a", "first"), entity("k", "b"), entity("k", "a", "second")])
    assert [one.fields["field"].data for one in facts.of("k")] == ["first", ""]
    assert facts.get(Ref("k", "a")) is facts.of("k")[0]
    assert facts.get(Ref("k", "a", "instance")) is None


def test_what_is_put_off_is_made_once_when_its_kind_is_asked_for() -> None:
    calls: list[str] = []
    facts = FactBase([entity("eager", "e")])
    facts.take(Later(("late",), counted(calls, entity("late", "x"), entity("late", "y"))))
    assert facts.of("eager") and facts.get(Ref("eager", "e")) and not facts.of("other")
    assert calls == []
    assert [one.ref.id for one in facts.of("late")] == ["x", "y"]
    assert facts.get(Ref("late", "y")) and facts.kinds() == ["eager", "late"]
    assert calls == ["x"]


def test_what_is_put_off_together_is_made_together_and_in_order() -> None:
    calls: list[str] = []
    facts = FactBase()
    facts.take(Later(("one", "two"), counted(calls, entity("one", "a"), entity("two", "a"))))
    facts.take(Later(("two",), counted(calls, entity("two", "b"))))
    assert facts.get(Ref("one", "a")) is not None
    assert calls == ["a"]
    assert [one.ref.id for one in facts.of("two")] == ["a", "b"]
    assert calls == ["a", "b"]


def test_a_name_alone_brings_what_was_put_off() -> None:
    facts = FactBase()
    facts.take(Later(("late",), lambda: [entity("late", "x")]))
    assert facts.get(Ref("late", "x")) is not None


def test_what_is_put_off_may_ask_for_other_kinds() -> None:
    facts = FactBase()
    facts.take(Later(("second",), lambda: [entity("second", one.ref.id) for one in facts.of("first")]))
    facts.take(Later(("first",), lambda: [entity("first", "x")]))
    assert [one.ref.id for one in facts.of("second")] == ["x"]
