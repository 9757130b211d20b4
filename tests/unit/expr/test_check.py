"""What is refused before anything is evaluated, with its place and advice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from linter.expr.compile import compile as compile_expr
from linter.expr.error import ExprError
from linter.expr.types import version

Fail = Callable[[str], ExprError]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("itt.one", "itt", "there is no `itt` here (did you mean `it`?)"),
        ("quux", "quux", "there is no `quux` here"),
        ("it.nam", "nam", "`toy.thing` has no field `nam` (did you mean `name`?)"),
        ("it.peer.nam", "nam", "`toy.thing` has no field `nam` (did you mean `name`?)"),
        ("it.one.two", "two", "`it.one` is an int and has no fields"),
        ("it.names.size", "size", "`it.names` is a list of string and has no fields"),
        ("stray.gone.x", "stray.gone", "nobody declares the kind `toy.missing`"),
        ("it.one && true", "it.one", "`&&` needs a bool; `it.one` is an int"),
        ("true || 'x'", "'x'", "`||` needs a bool; `'x'` is a string"),
        ("it.block && true", "it.block", "`&&` needs a bool; `it.block` is a block: write `it.block != null`"),
        ("!it.peer", "it.peer", "`!` needs a bool; `it.peer` is a toy.thing: write `it.peer != null`"),
        ("!null", "null", "`!` needs a bool; `null` is null"),
        ("1 ? 2 : 3", "1", "the condition before `?` needs a bool; `1` is an int"),
        ("true ? 1 : 'a'", "true ? 1 : 'a'", "both sides of `:` need one type, not int and string"),
        ("true ? 1 : 1.5", "true ? 1 : 1.5", "both sides of `:` need one type, not int and float"),
        ("it.one == 'x'", "it.one == 'x'", "int and string can't be compared"),
        ("it.t10 == '10s'", "it.t10 == '10s'", "duration and string can't be compared: write `duration('10s')`"),
        ("it.t10 > 10", "it.t10 > 10", "duration and int have no order: write `duration('10s')`"),
        (
            "it.block == true",
            "it.block == true",
            "block and bool can't be compared: a block is only compared with `null`",
        ),
        (
            "it.block == it.block",
            "it.block == it.block",
            "block and block can't be compared: a block is only compared with `null`",
        ),
        ("it.peer == it.other", "it.peer == it.other", "toy.thing and toy.other can't be compared"),
        ("it.names == it.numbers", "it.names == it.numbers", "list of string and list of int can't be compared"),
        ("it.v == it.dubbo", "it.v == it.dubbo", "version and version can't be compared"),
        ("it.v == 1", "it.v == 1", "version and int can't be compared"),
        ("it.yes < it.no", "it.yes < it.no", "bool and bool have no order: use `==`, `!`, `&&` and `||`"),
        ("it.one < null", "it.one < null", "int and null have no order"),
        ("it.names < it.names", "it.names < it.names", "list of string and list of string have no order"),
        ("1 < 2 < 3", "1 < 2 < 3", "bool and int have no order"),
        ("it.v < '0.97'", "'0.97'", "`0.97` is no version (semver)"),
        ("'latest' == it.v", "'latest'", "`latest` is no version (semver)"),
        ("it.v in ['0.97.0', 'x']", "'x'", "`x` is no version (semver)"),
        ("it.v in '>=0.95.0,<0.97'", "0.97", "`0.97` is no version (semver)"),
        ("it.v in r'0.97.0'", "r'0.97.0'", "an operator is missing: write `==0.97.0` or `>=0.97.0`"),
        ("it.dubbo in '>='", ">=", "a version is missing here"),
        ("'ela' in it.name", "it.name", "`in` needs a list, not a string: write `x.contains(y)`"),
        ("1 in 2", "2", "`in` needs a list, not an int"),
        ("1 in it.names", "1 in it.names", "a list of string never holds an int"),
        ("it.one + 1.5", "it.one + 1.5", "there is no `int + float`: write the int as `2.0`"),
        ("it.t10 * 1.5", "it.t10 * 1.5", "there is no `duration * float`: a duration is multiplied by an int"),
        ("it.t10 + 1", "it.t10 + 1", "there is no `duration + int`"),
        ("'a' + 1", "'a' + 1", "there is no `string + int`: `string(x)` makes a string of it"),
        ("[1] + [2]", "[1] + [2]", "there is no `list of int + list of int`"),
        ("1.5 % 1.0", "1.5 % 1.0", "there is no `float % float`"),
        ("null + 1", "null + 1", "there is no `null + int`"),
        ("-'a'", "-'a'", "there is no `-string`"),
        ("-it.t10", "-it.t10", "there is no `-duration`"),
        ("[1, 'a']", "'a'", "the items of a list have one type; this is a string, those before an int"),
        ("[[1]]", "[1]", "there are no lists of lists"),
        ("it.names.map(n, [n])", "[n]", "there are no lists of lists"),
        ("it.names['a']", "'a'", "an item's number is an int, not a string"),
        ("it.name[0]", "it.name", "`it.name` is a string and has no items"),
        ("it.name.all(c, true)", "it.name", "`all` goes over a list; `it.name` is a string"),
        ("it.names.all(true)", "it.names.all(true)", "write `x.all(i, …)`"),
        ("it.names.exists(1, true)", "it.names.exists(1, true)", "write `x.exists(i, …)`"),
        ("it.names.all(n, n)", "n", "`all` needs a bool; `n` is a string"),
        ("it.names.all(it, true)", "it", "`it` is taken: choose another name"),
        ("it.names.all(n, it.names.all(n, true))", "n", "`n` is taken: choose another name"),
        ("it.names.all(n, true) && n == 'a'", "n", "there is no `n` here"),
        ("has(1)", "1", "`has` asks for a field: write `has(x.y)`"),
        ("has(it)", "it", "`has` asks for a field: write `has(x.y)`"),
        ("written(it.names[0])", "it.names[0]", "`written` asks for a field: write `written(x.y)`"),
        ("has(it.one, it.two)", "has(it.one, it.two)", "write `has(x.y)`"),
        ("size()", "size()", "write `size(x)`"),
        ("'a'.size(1)", "'a'.size(1)", "write `x.size()`"),
        ("size(1)", "1", "`size` needs a list or a string, not an int"),
        ("seen('a')", "'a'", "`seen` needs a list, not a string"),
        ("duration('1d')", "'1d'", "`1d` is no duration; write '300ms', '10s', '1m30s' or '1h'"),
        ("duration(10)", "10", "`duration` reads a string such as '10s', not an int"),
        ("string(it.names)", "it.names", "there is no string of a list of string"),
        ("string(null)", "null", "there is no string of null"),
        ("it.name.startsWith(1)", "1", "`startsWith` needs strings, not an int"),
        ("it.one.endsWith('a')", "it.one", "`endsWith` needs strings, not an int"),
        ("glob('a')", "glob('a')", "write `glob(x, 'p*')`"),
        ("startsWith('a', 'b')", "startsWith", "`startsWith` is a method: write `x.startsWith(…)`"),
        ("it.name.glob('a')", "glob", "`glob` is a function: write `glob(…)`"),
        ("it.name.matches('a.*')", "matches", "there is no function `matches`: write `glob(x, 'p*')`"),
        ("durtion('1s')", "durtion", "there is no function `durtion` (did you mean `duration`?)"),
        ("it.names.exist(n, true)", "exist", "there is no function `exist` (did you mean `exists`?)"),
        ("exec()", "exec", "there is no function `exec`"),
        ("__import__('os')", "__import__", "there is no function `__import__`"),
    ],
)
def test_error(fail: Fail, text: str, place: str, message: str) -> None:
    error = fail(text)
    assert (error.message, text[error.start : error.end]) == (message, place)


def test_the_second_of_two_equal_names_is_marked(fail: Fail) -> None:
    text = "it.names.all(n, it.names.all(n, true))"
    assert fail(text).start == text.rindex("n, true")


def test_a_version_without_scheme_has_no_literals() -> None:
    with pytest.raises(ExprError, match="has no scheme") as caught:
        compile_expr("v < '1.0.0'", {"v": version("")}, {})
    assert (caught.value.start, caught.value.end) == (4, 11)
