"""Every example of docs/expressions.md gives what stands behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from linter.expr.compile import compile as compile_expr
from linter.expr.error import ExprError
from linter.expr.frame import BUDGET, LONGEST_TEXT
from linter.expr.functions import FUNCTIONS, METHODS
from linter.expr.parser import DEEPEST, LONGEST
from linter.expr.render import text_of
from linter.expr.scope import Scope
from linter.expr.template import compile_template
from linter.expr.types import entity
from linter.facts.base import FactBase
from linter.facts.duration import seconds
from linter.facts.entity import Entity
from linter.facts.kinds import Field, Kind
from linter.facts.value import Items, Ref, Unknown, Value
from linter.syntax.document import DocRef, Place
from linter.versions.version import Version

PAGE = Path(__file__).parents[3] / "docs" / "expressions.md"
TEXT = PAGE.read_text(encoding="utf-8")
KINDS = {
    "grpc.link": Kind(
        "grpc.link",
        "",
        {
            "client": Field("ref", "", "grpc.client"),
            "server": Field("ref", "", "grpc.server"),
            "proxy": Field("ref", "", "grpc.client"),
            "direct": Field("bool", ""),
        },
    ),
    "grpc.client": Kind(
        "grpc.client",
        "",
        {
            "name": Field("string", ""),
            "time": Field("duration", ""),
            "timeout": Field("duration", ""),
            "permit_without_stream": Field("bool", ""),
            "wait": Field("bool", ""),
            "version": Field("version", "", "semver"),
            "hosts": Field("items", "", "string"),
        },
    ),
    "grpc.server": Kind(
        "grpc.server", "", {"min_time": Field("duration", ""), "clients": Field("items", "", "grpc.client")}
    ),
}
PLACE = Place(DocRef("a.yaml", "yaml"), 0, 0)
CLIENT = Entity(
    Ref("grpc.client", "c"),
    PLACE,
    "otlp/gw",
    "",
    {
        "name": Value("otlp/gw"),
        "time": Value(seconds(10), "written"),
        "permit_without_stream": Value(Unknown("`${env:PERMIT}` is not set here"), "written"),
        "version": Value(Version("semver", "0.96.0")),
        "hosts": Value(Items((Value("gw"), Value("gw.prod.svc")))),
    },
)
SERVER = Entity(
    Ref("grpc.server", "s"),
    PLACE,
    "otlp",
    "",
    {"min_time": Value(seconds(300)), "clients": Value(Items((Value(CLIENT.ref),), complete=False))},
)
LINK = Entity(
    Ref("grpc.link", "l"),
    PLACE,
    "l",
    "",
    {"client": Value(CLIENT.ref), "server": Value(SERVER.ref), "direct": Value(True)},
)
NAMES = {"it": entity("grpc.link")}
SCOPE = Scope({"it": LINK}, FactBase([CLIENT, SERVER, LINK]))


def lines(kind: str) -> Iterator[tuple[str, str]]:
    for block in re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            written, _, result = line.rpartition("// ")
            yield written.strip(), result


def shown(text: str) -> str:
    found = compile_expr(text, NAMES, KINDS).evaluate(SCOPE)
    return f"unknown: {found.why}" if isinstance(found, Unknown) else text_of(found)


@pytest.mark.parametrize(("text", "result"), list(lines("cel")))
def test_expression(text: str, result: str) -> None:
    assert shown(text) == result


@pytest.mark.parametrize(("text", "message"), list(lines("error")))
def test_error(text: str, message: str) -> None:
    with pytest.raises(ExprError) as caught:
        compile_expr(text, NAMES, KINDS)
    assert caught.value.message == message


@pytest.mark.parametrize(("text", "result"), list(lines("message")))
def test_message(text: str, result: str) -> None:
    assert compile_template(text, NAMES, KINDS).render(SCOPE) == result


def test_there_are_examples_of_each_kind() -> None:
    assert [len(list(lines(kind))) > 1 for kind in ("cel", "error", "message")] == [True] * 3


def test_every_function_and_limit_is_described() -> None:
    missing = [name for name in {*FUNCTIONS, *METHODS} if f"{name}(" not in TEXT]
    assert missing == []
    for limit in (LONGEST, DEEPEST, BUDGET, LONGEST_TEXT):
        assert f"{limit:,}" in TEXT
