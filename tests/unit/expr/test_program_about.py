"""One expression asked about one entity after another."""

from __future__ import annotations

from linter.expr.compile import compile as compile_expr
from linter.expr.frame import BUDGET
from linter.expr.scope import Scope
from linter.expr.types import of_field
from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Field, Kind
from linter.facts.value import Items, Ref, Unknown, Value
from linter.syntax.document import DocRef, Place

KIND = Kind("t", "A thing.", {"n": Field("int", "a number"), "all": Field("items", "numbers", "int")})
NAMES = {"it": of_field(Field("ref", "", "t")), "other": of_field(Field("ref", "", "t"))}


def entity(name: str, number: Value, *items: int) -> Entity:
    fields = {"n": number, "all": Value(Items(tuple(map(Value, items))))}
    return Entity(Ref("t", name), Place(DocRef("a.yaml", "yaml"), 0, 0), name, name, fields)


def test_each_entity_gets_its_own_answer() -> None:
    program = compile_expr("it.n == other.n || it.all.exists(x, x > it.n)", NAMES, {"t": KIND})
    other = entity("o", Value(2))
    scope = Scope({"other": other}, FactBase())
    ask = program.about("it", scope)
    subjects = [
        entity("a", Value(2)),
        entity("b", Value(1)),
        entity("c", Value(1), 3),
        entity("d", Value(Unknown("so"))),
    ]
    found = [ask(one) for one in [*subjects, *reversed(subjects)]]
    assert found == [True, False, True, Unknown("so"), Unknown("so"), True, False, True]
    assert [program.evaluate(Scope({"it": one, "other": other}, FactBase())) for one in subjects] == found[:4]


def test_an_expression_may_leave_its_subject_out() -> None:
    ask = compile_expr("other.n == 1", NAMES, {"t": KIND}).about(
        "it", Scope({"other": entity("o", Value(1))}, FactBase())
    )
    assert ask(entity("a", Value(2))) is True


def test_the_budget_is_each_evaluation_s_own() -> None:
    ask = compile_expr("it.all.all(x, x == x)", NAMES, {"t": KIND}).about("it", Scope({}, FactBase()))
    wide, narrow = entity("a", Value(1), *range(BUDGET)), entity("b", Value(1), *range(BUDGET // 4))
    assert isinstance(ask(wide), Unknown)
    assert [ask(narrow) for _ in range(8)] == [True] * 8
