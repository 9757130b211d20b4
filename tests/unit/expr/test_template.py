from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.expr.error import ExprError
from linter.expr.render import text_of
from linter.expr.scope import Scope
from linter.expr.template import compile_template
from linter.expr.types import INT, STRING, ExprType
from linter.facts.base import FactBase
from linter.facts.kinds import Kind
from linter.facts.value import Ref

World = tuple[Mapping[str, ExprType], Mapping[str, Kind], Scope]


def render(world: World, text: str) -> str:
    names, kinds, scope = world
    return compile_template(text, names, kinds).render(scope)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("plain", "plain"),
        ("{word}", "hello"),
        ("say {word}, {word}!", "say hello, hello!"),
        ("{{{word}}} {{}}", "{hello} {}"),
        ("{it.t10 + it.t20 * 4}", "1m30s"),
        ("{it.ever}", "for ever"),
        ("{it.yes}/{it.no}/{it.nil_bool}/{it.dim}", "true/false/unset/unknown"),
        ("{it.one} {it.half} {it.v} {it.dubbo}", "1 0.5 0.96.0 2.7.12"),
        ("{it.block}/{it.no_block}", "set/unset"),
        ("{it} and {it.peer} and {it.lost}", "the thing and the peer and unknown"),
        ("{it.names}; {it.some}; {it.veiled}; {it.none}", "a, b; a, b, …; a, unknown; "),
        ("{it.peers.map(p, p.name)}", "relay, peer"),
        ("{it.dim ? '{' : \"}\"}", "unknown"),
        ("{it.yes ? '{\\'}' : '}'}", "{'}"),
        ("{it.huge > 1}", "true"),
    ],
)
def test_rendered(world: World, text: str, expected: str) -> None:
    assert render(world, text) == expected


def test_numbers_of_thousands_of_digits_have_a_text(world: World) -> None:
    assert render(world, "{it.huge}").startswith("0x")


def test_holes_are_the_programs_with_their_places(world: World) -> None:
    names, kinds, _ = world
    text = "a {it.t10} b { word }"
    found = compile_template(text, names, kinds).holes
    assert [(text[hole.start : hole.end], str(hole.program.type)) for hole in found] == [
        ("it.t10", "duration"),
        (" word ", "string"),
    ]
    assert found[0].program.locatable


@pytest.mark.parametrize(
    ("text", "start", "end", "message"),
    [
        ("a {word", 2, 3, "a `{` without `}`: write `{{` for the character"),
        ("a {'}", 2, 3, "a `{` without `}`: write `{{` for the character"),
        ("a } b", 2, 3, "a `}` without `{`: write `}}` for the character"),
        ("ab {}", 4, 4, "a value is missing at the end"),
        ("ab {it.nam} {word}", 7, 10, "`toy.thing` has no field `nam` (did you mean `name`?)"),
        ("{word} {1 +}", 11, 11, "a value is missing at the end"),
    ],
)
def test_error(world: World, text: str, start: int, end: int, message: str) -> None:
    with pytest.raises(ExprError) as caught:
        render(world, text)
    assert (caught.value.message, caught.value.start, caught.value.end) == (message, start, end)


@given(st.text(max_size=30))
def test_escaped_text_is_itself(text: str) -> None:
    escaped = text.replace("{", "{{").replace("}", "}}")
    assert compile_template(escaped, {}, {}).render(Scope({}, FactBase())) == text


@given(st.text(alphabet="{}'\"\\ x1+", max_size=20))
def test_any_text_is_a_template_or_an_error_within_it(text: str) -> None:
    try:
        found = compile_template(text, {"x": INT, "y": STRING}, {})
    except ExprError as error:
        assert 0 <= error.start <= error.end <= len(text)
        return
    assert isinstance(found.render(Scope({"x": 1}, FactBase())), str)


def test_a_ref_without_entity_is_its_id() -> None:
    assert text_of(Ref("toy.thing", "a.yaml#x")) == "a.yaml#x"
