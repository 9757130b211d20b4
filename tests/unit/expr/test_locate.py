"""What a path leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from linter.expr.compile import compile as compile_expr
from linter.expr.program import Program
from linter.expr.scope import Scope
from linter.expr.types import STRING, ExprType
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import ABSENT, Ref, Unknown, Value

Compile = Callable[[str], Program]
World = tuple[Mapping[str, ExprType], Mapping[str, Kind], Scope]


@pytest.fixture
def it(world: World) -> Entity:
    found = world[2].names["it"]
    assert isinstance(found, Entity)
    return found


@pytest.mark.parametrize("field", ["yes", "dim", "nil_items", "names", "block", "lost", "hidden"])
def test_a_field_is_its_value(program: Compile, world: World, it: Entity, field: str) -> None:
    found = program(f"it.{field}").locate(world[2])
    assert found is it.fields.get(field, ABSENT)


def test_a_ref_that_leads_somewhere_is_its_entity(program: Compile, world: World) -> None:
    found = program("it.peer").locate(world[2])
    assert isinstance(found, Entity)
    assert found.ref == Ref("toy.thing", "peer")


def test_a_field_behind_a_ref(program: Compile, world: World) -> None:
    found = program(" it.peer . t10 ").locate(world[2])
    assert isinstance(found, Value)
    assert str(found.data) == "5s"


def test_a_name_is_its_entity(program: Compile, world: World, it: Entity) -> None:
    assert program("it").locate(world[2]) is it
    assert program("it").locate(Scope({"it": it.ref}, world[2].facts)) is it


@pytest.mark.parametrize("path", ["it.lost.name", "it.hidden.name", "it.nobody.name", "word"])
def test_without_an_entity_there_is_nothing(program: Compile, world: World, path: str) -> None:
    assert program(path).locatable
    assert program(path).locate(world[2]) is None


def test_a_name_given_as_a_value_is_that_value(world: World) -> None:
    value = Value(Unknown("why"))
    found = compile_expr("item", {"item": STRING}, world[1]).locate(Scope({"item": value}, world[2].facts))
    assert found is value


@pytest.mark.parametrize(
    "text",
    ["1", "it.one + 1", "!it.yes", "seen(it.names)", "it.names[0]", "it.peers[0].name", "(it.yes ? it : it).one"],
)
def test_anything_else_is_no_path(program: Compile, world: World, text: str) -> None:
    assert not program(text).locatable
    assert program(text).locate(world[2]) is None


def test_brackets_around_a_path_change_nothing(program: Compile, world: World, it: Entity) -> None:
    assert program("(it).yes").locate(world[2]) is it.fields["yes"]
