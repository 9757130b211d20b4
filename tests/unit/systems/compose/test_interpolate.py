from __future__ import annotations

import pytest

from linter.systems.compose.interpolate import interpolate


@pytest.mark.parametrize(
    ("text", "filled", "holes", "unset"),
    [
        ("plain", "plain", [], ()),
        ("a:${TAG:-1.2}", "a:1.2", [], ("TAG",)),
        ("a:${TAG-1.2}b", "a:1.2b", [], ("TAG",)),
        ("${A:-}", "", [], ("A",)),
        ("a:${TAG}", "a:${TAG}", ["${TAG}"], ()),
        ("a:$TAG-x", "a:$TAG-x", ["$TAG"], ()),
        ("${A:-${B:-c}}d", "cd", [], ("A", "B")),
        ("${A:-x${B}y}d", "x${B}yd", ["${B}"], ("A",)),
        ("${A:?needed}", "${A:?needed}", ["${A:?needed}"], ()),
        ("${A:+b}", "${A:+b}", ["${A:+b}"], ()),
        ("$${A} $$B", "${A} $B", [], ()),
        ("$1 $ ${ ${1}", "$1 $ ${ ${1}", [], ()),
        ("${A:-b", "b", [], ("A",)),
        ("${A", "${A", ["${A"], ()),
        ("${A:-1}${A:-2}$B", "12$B", ["$B"], ("A",)),
    ],
)
def test_defaults_are_put_in(text: str, filled: str, holes: list[str], unset: tuple[str, ...]) -> None:
    found = interpolate(text)

    assert (found.text, [found.text[start:end] for start, end in found.holes], found.unset) == (filled, holes, unset)
