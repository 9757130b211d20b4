"""A small world for expressions: one thing with a field of every type, known, absent and unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest

from linter.expr.compile import compile as compile_expr
from linter.expr.error import ExprError
from linter.expr.program import Program
from linter.expr.scope import Scope
from linter.expr.types import STRING, ExprType, entity
from linter.facts.base import FactBase
from linter.facts.duration import FOREVER, seconds
from linter.facts.entity import Entity
from linter.facts.kinds import Field, Kind
from linter.facts.value import Items, Ref, Slot, Unknown, Value
from linter.syntax.document import DocRef, Place
from linter.versions.version import Version

DIM = Unknown("`${env:X}` is not set here")
PLACE = Place(DocRef("a.yaml", "yaml"), 3, 7)
SLOT = Slot(PLACE, ("a", "b"), 2)

THING = Kind(
    "toy.thing",
    "A thing.",
    {
        **{name: Field("bool", "") for name in ("yes", "no", "nil_bool", "dim", "gloom", "odd_bool")},
        **{name: Field("int", "") for name in ("zero", "one", "two", "least", "nil", "dim_int", "odd_int", "huge")},
        **{name: Field("float", "") for name in ("half", "whole", "max_float", "nil_float")},
        **{name: Field("string", "") for name in ("name", "ten", "nil_text", "dim_text", "old")},
        **{name: Field("duration", "") for name in ("t10", "t20", "ever", "nil_time", "dim_time")},
        **{name: Field("version", "", "semver") for name in ("v", "nil_v", "dim_v", "odd_v")},
        "dubbo": Field("version", "", "maven"),
        "block": Field("block", ""),
        "no_block": Field("block", ""),
        **{name: Field("ref", "", "toy.thing") for name in ("peer", "lost", "nobody", "hidden")},
        "other": Field("ref", "", "toy.other"),
        **{name: Field("items", "", "string") for name in ("names", "some", "veiled", "nil_items", "dim_items")},
        **{name: Field("items", "", "int") for name in ("numbers", "none")},
        **{name: Field("items", "", "toy.thing") for name in ("peers", "few_peers", "torn_peers")},
    },
)
OTHER = Kind("toy.other", "Another thing.", {"name": Field("string", "")})
STRAY = Kind("toy.stray", "A thing of a kind that is missing.", {"gone": Field("ref", "", "toy.missing")})
KINDS = {kind.name: kind for kind in (THING, OTHER, STRAY)}
NAMES: Mapping[str, ExprType] = {
    "it": entity("toy.thing"),
    "word": STRING,
    "dark": STRING,
    "stray": entity("toy.stray"),
}


def texts(*found: str | Unknown, complete: bool = True) -> Value:
    return Value(Items(tuple(Value(text) for text in found), complete))


def refs(*ids: str, complete: bool = True) -> Value:
    return Value(Items(tuple(Value(Ref("toy.thing", id_)) for id_ in ids), complete))


PEER = Entity(Ref("toy.thing", "peer"), PLACE, "the peer", "peer", {"name": Value("peer"), "t10": Value(seconds(5))})
IT = Entity(
    Ref("toy.thing", "it"),
    PLACE,
    "the thing",
    "it",
    {
        "yes": Value(True, "written", SLOT),
        "no": Value(False),
        "dim": Value(DIM, "written", SLOT),
        "gloom": Value(Unknown("the template is not rendered")),
        "odd_bool": Value("yes"),
        "zero": Value(0),
        "one": Value(1),
        "two": Value(2),
        "least": Value(-(2**63)),
        "dim_int": Value(DIM),
        "odd_int": Value("1"),
        "huge": Value(10**5000),
        "half": Value(0.5),
        "whole": Value(3),
        "max_float": Value(1.7e308),
        "name": Value("relay", "merged"),
        "ten": Value("10s"),
        "old": Value("0.90.0"),
        "dim_text": Value(DIM),
        "t10": Value(seconds(10), "written", SLOT),
        "t20": Value(seconds(20)),
        "ever": Value(FOREVER),
        "dim_time": Value(DIM),
        "v": Value(Version("semver", "0.96.0"), "substituted"),
        "dim_v": Value(DIM),
        "odd_v": Value(Version("maven", "0.96.0")),
        "dubbo": Value(Version("maven", "2.7.12")),
        "block": Value(True),
        "peer": Value(PEER.ref),
        "lost": Value(Ref("toy.thing", "lost"), slot=SLOT),
        "hidden": Value(DIM),
        "names": texts("a", "b"),
        "some": texts("a", "b", complete=False),
        "veiled": texts("a", DIM),
        "dim_items": Value(DIM),
        "numbers": Value(Items((Value(1), Value(2), Value(3)))),
        "none": Value(Items(())),
        "peers": refs("it", "peer"),
        "few_peers": refs("peer", complete=False),
        "torn_peers": refs("peer", "lost"),
    },
)
SCOPE = Scope(
    {
        "it": IT,
        "word": "hello",
        "dark": Unknown("it is dark"),
        "stray": Entity(Ref("toy.stray", "s"), PLACE, "s", "s", {}),
    },
    FactBase([IT, PEER]),
)

Compile: TypeAlias = Callable[[str], Program]
Evaluate: TypeAlias = Callable[[str], Any]
Fail: TypeAlias = Callable[[str], ExprError]


def _evaluate(text: str) -> Any:
    """The result; an ``Unknown`` is given as its reason in brackets, an entity as its id."""
    found = compile_expr(text, NAMES, KINDS).evaluate(SCOPE)
    if isinstance(found, Unknown):
        return [found.why]
    return found.ref.id if isinstance(found, Entity) else found


def _fail(text: str) -> ExprError:
    with pytest.raises(ExprError) as caught:
        compile_expr(text, NAMES, KINDS)
    return caught.value


@pytest.fixture(scope="session")
def program() -> Compile:
    return lambda text: compile_expr(text, NAMES, KINDS)


@pytest.fixture(scope="session")
def evaluate() -> Evaluate:
    return _evaluate


@pytest.fixture(scope="session")
def fail() -> Fail:
    return _fail


@pytest.fixture(scope="session")
def world() -> tuple[Mapping[str, ExprType], Mapping[str, Kind], Scope]:
    return NAMES, KINDS, SCOPE
