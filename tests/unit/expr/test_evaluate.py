"""What operators and functions give, for known, absent and unknown values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from linter.expr.compile import compile as compile_expr
from linter.expr.program import Program
from linter.expr.scope import Scope
from linter.expr.types import INT, ExprType, entity
from linter.facts.base import FactBase
from linter.facts.duration import FOREVER, Duration, milliseconds, seconds
from linter.facts.kinds import Kind
from linter.facts.value import Items, Ref, Unknown, Value
from linter.faults import Bug

Evaluate = Callable[[str], Any]
Compile = Callable[[str], Program]
World = tuple[Mapping[str, ExprType], Mapping[str, Kind], Scope]

X = ["`${env:X}` is not set here"]


def unset(name: str) -> list[str]:
    return [f"`{name}` is not set"]


def more(name: str) -> list[str]:
    return [f"`{name}` may have more items than the input shows"]


CASES: Mapping[str, list[tuple[str, object]]] = {
    "names and fields": [
        ("word", "hello"),
        ("it", "it"),
        ("it.name", "relay"),
        ("it.nil", None),
        ("it.dim_int", X),
        ("it.peer", "peer"),
        ("it.peer.name", "peer"),
        ("it.peer.peer", None),
        ("it.nobody", None),
        ("it.nobody.nobody.name", None),
        ("it.hidden", X),
        ("it.hidden.name", X),
        ("it.lost", ["what `it.lost` leads to was not read"]),
        ("it.lost.name", ["what `it.lost` leads to was not read"]),
        ("dark", ["it is dark"]),
    ],
    "null": [
        ("it.nil == null", True),
        ("null == it.nil", True),
        ("it.nil != null", False),
        ("it.one == null", False),
        ("it.nil == 1", False),
        ("it.nil != 1", True),
        ("it.nil == it.nil_float", True),
        ("null == null", True),
        ("it.block != null", True),
        ("it.no_block == null", True),
        ("it.nobody == null", True),
        ("it.peer != null", True),
        ("it.nil_items == null", True),
        ("it.dim_int == null", X),
        ("it.nil < 1", unset("it.nil")),
        ("1 < it.nil", unset("it.nil")),
        ("it.nil_time <= it.t10", unset("it.nil_time")),
        ("it.nil_v < '1.0.0'", unset("it.nil_v")),
        ("it.nil + 1", unset("it.nil")),
        ("1 + it.nil", unset("it.nil")),
        ("-it.nil", unset("it.nil")),
        ("!it.nil_bool", unset("it.nil_bool")),
        ("it.nil_bool && true", unset("it.nil_bool")),
        ("it.nil_bool && false", False),
        ("it.nil_bool || true", True),
        ("it.nil_bool ? 1 : 2", unset("it.nil_bool")),
        ("it.nil_bool == true", False),
        ("true ? null : 1", None),
    ],
    "bools": [
        ("!true", False),
        ("!it.dim", X),
        ("it.no && it.dim", False),
        ("it.dim && it.no", False),
        ("it.dim && it.yes", X),
        ("it.yes || it.dim", True),
        ("it.dim || it.yes", True),
        ("it.dim || it.no", X),
        ("it.dim && it.gloom", X),
        ("it.gloom || it.dim", ["the template is not rendered"]),
        ("it.yes && it.gloom && it.dim && it.no", False),
        ("it.odd_bool && true", ["`it.odd_bool` is stated as str, not as declared"]),
        ("it.yes == it.no", False),
        ("it.dim == it.dim", X),
    ],
    "choice": [
        ("it.yes ? 1 : 2", 1),
        ("it.no ? 1 : 2", 2),
        ("it.dim ? 1 : 2", X),
        ("it.dim ? 1 : 1", 1),
        ("it.dim ? it.nil : it.nil", None),
        ("it.dim ? it.peer : it.peer", "peer"),
        ("it.gloom ? it.dim : it.dim", ["the template is not rendered"]),
        ("it.yes ? it.one : it.dim_int", 1),
        ("it.no ? it.one : null", None),
        ("it.dim ? it.names : it.names", Items((Value("a"), Value("b")))),
    ],
    "numbers": [
        ("it.one + it.two * 3", 7),
        ("it.two - 5", -3),
        ("it.dim_int * 2", X),
        ("it.odd_int + 1", ["`it.odd_int` is stated as str, not as declared"]),
        ("it.one / it.zero", ["`it.one / it.zero` divides by zero"]),
        ("it.one % it.zero", ["`it.one % it.zero` divides by zero"]),
        ("it.one / (it.one - 1)", ["`it.one / (it.one - 1)` divides by zero"]),
        ("(it.nil + 1) < 2", unset("it.nil")),
        ("(it.nil) < 2", unset("(it.nil)")),
        ("it.half / 0.0", ["`it.half / 0.0` divides by zero"]),
        ("9223372036854775807 + it.one", ["`9223372036854775807 + it.one` is too large"]),
        ("it.least - 1", ["`it.least - 1` is too large"]),
        ("it.least * -1", ["`it.least * -1` is too large"]),
        ("it.least / -1", ["`it.least / -1` is too large"]),
        ("it.least % -1", 0),
        ("-it.least", ["`-it.least` is too large"]),
        ("it.huge + 1", ["`it.huge + 1` is too large"]),
        ("it.huge > 1", True),
        ("it.max_float * 2.0", ["`it.max_float * 2.0` is too large"]),
        ("it.half + 0.25", 0.75),
        ("it.half - it.whole", -2.5),
        ("it.whole * 2.0", 6.0),
        ("-it.half", -0.5),
        ("it.half < 1", True),
        ("it.one == 1.0", True),
        ("it.two >= it.half", True),
        ("it.one < it.two && it.one <= 1 && it.two > 1 && it.two >= 2", True),
        ("it.dim_int < it.nil", X),
    ],
    "strings": [
        ("it.name + '!'", "relay!"),
        ("it.name == 'relay' && it.name != 'Relay'", True),
        ("'a' < 'b' && 'B' < 'a'", True),
        ("it.dim_text + 'x'", X),
        ("size('aé🚀')", 3),
        ("'abc'.size()", 3),
        ("size(it.dim_text)", X),
        ("size(it.nil_text)", unset("it.nil_text")),
        ("it.name.startsWith('re')", True),
        ("it.name.startsWith('lay')", False),
        ("it.name.endsWith('lay')", True),
        ("it.name.contains('ela')", True),
        ("it.name.contains('')", True),
        ("it.nil_text.contains('x')", unset("it.nil_text")),
        ("it.name.contains(it.dim_text)", X),
        ("glob(it.name, 'r*y')", True),
        ("glob(it.name, 'r?l??')", True),
        ("glob(it.name, 'r')", False),
        ("glob(it.name, '[r]*')", False),
        ("glob(it.name, '*')", True),
        ("glob('', '')", True),
        ("glob('', '?')", False),
        ("glob('*', '?')", True),
        ("glob('abcabd', 'a*abd')", True),
        ("glob('abcabc', '*a*d')", False),
        ("glob('a\\nb', 'a*b')", True),
        ("glob(it.nil_text, '*')", unset("it.nil_text")),
        ("string(1) + string(2.5) + string(true) + string('x')", "12.5truex"),
        ("string(it.t10 + it.t20 * 3)", "1m10s"),
        ("string(it.v)", "0.96.0"),
        ("string(it.nil)", unset("it.nil")),
        ("string(it.dim_int)", X),
        ("string(it.huge)", ["`it.huge` is too large"]),
    ],
    "durations": [
        ("duration('1m30s')", seconds(90)),
        ("duration(it.ten)", seconds(10)),
        ("duration(it.name)", ["`it.name` is `relay`, no duration"]),
        ("duration('0s' + '')", Duration(0)),
        ("duration(it.nil_text)", unset("it.nil_text")),
        ("it.t10 < it.t20 && it.t10 <= duration('10s') && it.t20 > it.t10 && it.t20 >= duration('20s')", True),
        ("it.t10 == duration('10000ms')", True),
        ("4 * it.t10", seconds(40)),
        ("it.t10 * 4", seconds(40)),
        ("it.t10 + duration('500ms')", milliseconds(10_500)),
        ("it.t10 - it.t20", seconds(-10)),
        ("it.ever > it.t10 && it.t10 < it.ever", True),
        ("it.ever <= it.ever && it.ever == it.ever", True),
        ("it.ever + it.t10", FOREVER),
        ("it.ever - it.t10", FOREVER),
        ("it.t10 - it.ever", ["`it.t10 - it.ever` is too large"]),
        ("it.t10 * 9223372036854775807", ["`it.t10 * 9223372036854775807` is too large"]),
        ("it.dim_time > it.t10", X),
        ("it.dim_time * 2", X),
    ],
    "versions": [
        ("it.v < '0.97.0'", True),
        ("'v0.97.0' > it.v", True),
        ("it.v == '0.96.0+build'", True),
        ("it.v != '0.96.0'", False),
        ("it.v == it.v && it.v <= it.v", True),
        ("it.v in '>=0.95.0,<0.97.0'", True),
        ("it.v in '<0.95.0 || ==0.96.0'", True),
        ("it.v in '<0.95.0 || !=0.96.0'", False),
        ("it.v in ['0.95.0', '0.96.0']", True),
        ("it.v in ['0.95.0', it.old]", False),
        ("it.v in [it.v]", True),
        ("it.v > it.old", True),
        ("it.v == it.name", ["`it.name` is `relay`, no version (semver)"]),
        ("it.v < it.nil_text", unset("it.nil_text")),
        ("it.v in '>=' + it.old", True),
        ("it.v in it.name", ["`it.name` is `relay`, no range: an operator is missing: write `==relay` or `>=relay`"]),
        ("it.v in it.dim_text", X),
        ("it.dubbo in '>=2.7.10,<2.7.13'", True),
        ("it.dubbo < '2.7.12.1' && it.dubbo > '2.7.12-SNAPSHOT'", True),
        ("it.dim_v < '1.0.0'", X),
        ("it.dim_v in '<1.0.0'", X),
        ("it.nil_v in '<1.0.0'", unset("it.nil_v")),
        ("it.nil_v == '1.0.0'", False),
        ("it.odd_v < '1.0.0'", ["the versions are of two schemes"]),
        ("it.odd_v in '<1.0.0'", ["`it.odd_v` is stated as Version, not as declared"]),
    ],
    "lists": [
        ("[1, 2] == [1, 2]", True),
        ("[1, 2] == [1, 3]", False),
        ("[1] == [1, 2]", False),
        ("[] == it.none", True),
        ("it.names == ['a', 'b'] && it.names != ['a']", True),
        ("it.veiled == ['a', 'b']", X),
        ("it.veiled == ['b', 'b']", False),
        ("it.some == ['a', 'b']", ["a list may have more items than the input shows"]),
        ("it.dim_items == ['a']", X),
        ("[it.peer] == [it.peer]", True),
        ("1 in [1, 2]", True),
        ("3 in [1, 2]", False),
        ("1 in []", False),
        ("it.dim_int in []", False),
        ("it.dim_int in [1]", X),
        ("it.nil in [1]", False),
        ("it.nil in [1, null]", True),
        ("1.0 in [1]", True),
        ("'a' in it.names", True),
        ("'a' in it.some", True),
        ("'z' in it.some", more("it.some")),
        ("'a' in it.veiled", True),
        ("'z' in it.veiled", X),
        ("'a' in it.nil_items", unset("it.nil_items")),
        ("it.peer in it.peers", True),
        ("it in [it.peer]", False),
        ("it in it.torn_peers", ["what `it.torn_peers` leads to was not read"]),
        ("it.names[1]", "b"),
        ("it.peers[1].name", "peer"),
        ("it.names[2]", ["`it.names[2]` does not exist"]),
        ("it.names[-1]", ["`it.names[-1]` does not exist"]),
        ("it.names[it.dim_int]", X),
        ("it.some[0]", more("it.some")),
        ("it.nil_items[0]", unset("it.nil_items")),
        ("size(it.names)", 2),
        ("it.names.size()", 2),
        ("size(it.some)", more("it.some")),
        ("size(seen(it.some))", 2),
        ("size(seen(it.dim_items))", X),
        ("seen(it.nil_items)", None),
    ],
    "macros": [
        ("it.numbers.all(n, n > 0)", True),
        ("it.numbers.all(n, n > 1)", False),
        ("it.numbers.exists(n, n == 3)", True),
        ("it.numbers.exists(n, n == 4)", False),
        ("it.none.all(n, n > 5)", True),
        ("it.none.exists(n, true)", False),
        ("it.numbers.exists_one(n, n == 3)", True),
        ("it.numbers.exists_one(n, n > 1)", False),
        ("it.numbers.exists_one(n, n > 3)", False),
        ("it.some.all(s, s != 'z')", more("it.some")),
        ("it.some.all(s, s == 'a')", False),
        ("it.some.exists(s, s == 'a')", True),
        ("it.some.exists(s, s == 'z')", more("it.some")),
        ("it.some.exists_one(s, s == 'a')", more("it.some")),
        ("it.some.exists_one(s, s != 'z')", False),
        ("seen(it.some).all(s, s != 'z')", True),
        ("seen(it.some).exists(s, s == 'z')", False),
        ("it.veiled.all(s, s == 'a')", X),
        ("it.veiled.all(s, s == 'b')", False),
        ("it.veiled.exists(s, s == 'a')", True),
        ("it.veiled.exists(s, s == 'b')", X),
        ("it.veiled.exists_one(s, s == 'a')", X),
        ("it.nil_items.all(s, true)", unset("it.nil_items")),
        ("it.dim_items.exists(s, true)", X),
        ("it.nil_items.filter(s, true)", unset("it.nil_items")),
        ("it.nil_items.map(s, s)", unset("it.nil_items")),
        ("it.nil_items.exists_one(s, true)", unset("it.nil_items")),
        ("it.numbers.map(n, n * 2) == [2, 4, 6]", True),
        ("it.numbers.filter(n, n > 1).map(n, n + 1) == [3, 4]", True),
        ("it.some.map(s, s + '!').exists(s, s == 'a!')", True),
        ("it.some.filter(s, true).all(s, true)", more("it.some.filter(s, true)")),
        ("it.veiled.filter(s, s == 'a')", X),
        ("it.veiled.map(s, s + '!')[0]", "a!"),
        ("it.peers.all(p, p.name != null)", True),
        ("it.peers.exists(p, p == it.peer)", True),
        ("it.peers.map(p, p.peer)[0].name", "peer"),
        ("it.peers.exists(p, p.t10 < duration('6s'))", True),
        ("it.torn_peers.all(p, p.name == 'peer')", ["what `it.torn_peers` leads to was not read"]),
        ("it.few_peers.exists(p, p.name == 'peer')", True),
        ("it.numbers.all(n, it.numbers.exists(m, m == n))", True),
        ("it.numbers.exists(n, it.numbers.all(m, m >= n)) && it.numbers.all(n, n > 0)", True),
        ("it.numbers.map(n, null) == [null, null, null]", True),
    ],
    "questions": [
        ("has(it.one)", True),
        ("has(it.nil)", False),
        ("has(it.dim_int)", X),
        ("has(it.nobody.name)", False),
        ("has(it.hidden.name)", X),
        ("written(it.yes)", True),
        ("written(it.name) && written(it.v)", True),
        ("written(it.no)", False),
        ("written(it.nil)", False),
        ("written(it.dim)", True),
        ("written(it.nobody.name)", False),
        ("written(it.hidden.name)", X),
        ("known(it.one) && known(it.nil)", True),
        ("known(it.dim)", False),
        ("known(it.lost)", False),
        ("known(it.dim && it.no)", True),
        ("known(1 / it.zero)", False),
    ],
}


@pytest.mark.parametrize(
    ("text", "expected"), [case for cases in CASES.values() for case in cases], ids=lambda value: str(value)[:50]
)
def test_value(evaluate: Evaluate, text: str, expected: object) -> None:
    found = evaluate(text)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", "int"),
        ("1.5", "float"),
        ("it.v", "version"),
        ("it.peer", "toy.thing"),
        ("it.peers", "list of toy.thing"),
        ("it.peers.map(p, p.t10)", "list of duration"),
        ("[]", "list"),
        ("[null, 1]", "list of int"),
        ("null", "null"),
        ("true ? null : 'x'", "string"),
        ("true ? [] : [1]", "list of int"),
        ("it.block", "block"),
        ("size('') > 0", "bool"),
    ],
)
def test_type(program: Compile, text: str, expected: str) -> None:
    assert str(program(text).type) == expected


def test_filter_keeps_values_with_their_slots(program: Compile, world: World) -> None:
    slot_of = program("it.names").evaluate(world[2])
    kept = program("it.names.filter(n, n == 'b')").evaluate(world[2])
    assert isinstance(slot_of, Items)
    assert isinstance(kept, Items)
    assert kept.values[0] is slot_of.values[1]


def test_names_are_those_that_occur(program: Compile) -> None:
    assert program("it.names.exists(w, w == word)").names == ("it", "word")
    assert program("1 + 1").names == ()


def test_a_scope_without_a_needed_name_is_a_bug(program: Compile) -> None:
    with pytest.raises(Bug, match="`word`"):
        program("word == 'x'").evaluate(Scope({}, FactBase()))


def test_a_scope_may_hold_refs_and_values(world: World) -> None:
    names, kinds, scope = world
    inner = Scope({"it": Ref("toy.thing", "peer"), "n": Value(3)}, scope.facts)
    assert compile_expr("it.name", names, kinds).evaluate(inner) == "peer"
    assert compile_expr("n + 1", {"n": INT}, kinds).evaluate(inner) == 4
    lost = Scope({"it": Value(Ref("toy.thing", "gone"))}, scope.facts)
    assert compile_expr("it.name", names, kinds).evaluate(lost) == Unknown("what `it` leads to was not read")
    assert compile_expr("it", {"it": entity("toy.thing")}, kinds).evaluate(lost) == Unknown(
        "what `it` leads to was not read"
    )
