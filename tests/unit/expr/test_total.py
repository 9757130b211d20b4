"""Every operator and function on every field: refused when compiled, or evaluated without an exception."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from linter.expr.compile import compile as compile_expr
from linter.expr.error import ExprError
from linter.expr.render import text_of
from linter.expr.scope import Scope
from linter.expr.types import ExprType
from linter.facts.kinds import Kind

World = tuple[Mapping[str, ExprType], Mapping[str, Kind], Scope]

ONE = "!{0} -{0} has({0}) known({0}) written({0}) size({0}) seen({0}) string({0}) duration({0}) {0}[0] {0}.name"
TWO = "+ - * / % < <= > >= == != in && ||"
METHODS = ("{0}.contains({1})", "glob({0},{1})", "{0}.map(i,{1})", "{0}.all(i,i=={1})", "{0}[{1}]", "{0}?{1}:{1}")


def test_nothing_raises(world: World) -> None:
    names, kinds, scope = world
    fields = [f"it.{field}" for field in kinds["toy.thing"].fields] + ["null", "'a'", "1", "word", "dark"]
    texts = [form.format(field) for form, field in product(ONE.split(), fields)]
    forms = [*(f"{{0}} {sign} {{1}}" for sign in TWO.split()), *METHODS]
    texts += [form.format(*pair) for form, pair in product(forms, product(fields, fields[::4]))]
    evaluated = 0
    for text in texts:
        try:
            program = compile_expr(text, names, kinds)
        except ExprError as error:
            assert 0 <= error.start <= error.end <= len(text), text
            continue
        assert isinstance(text_of(program.evaluate(scope)), str), text
        program.locate(scope)
        evaluated += 1
    assert evaluated > 1_000
