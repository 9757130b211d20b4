"""What can't be read as a whole is said, with its place; scripts that only look odd are not called broken."""

from __future__ import annotations

import pytest

from linter.run.reading import Reader
from linter.system import Reading
from linter.systems.gradle import SYSTEM


def read(path: str, text: str) -> Reading:
    found = Reader([SYSTEM]).read(path, text.encode())
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('[versions]\ndubbo = "2.7.12\n', "\n"),
        ('[versions]\ndubbo = "1"\ndubbo = "2"\n', ""),
        ('[libraries]\ndubbo = { module = "a:b"\n', "\n"),
        ('[versions\ndubbo = "1"\n', "\n"),
    ],
)
def test_a_catalog_that_is_no_toml(text: str, at: str) -> None:
    (problem,) = read("gradle/libs.versions.toml", text).problems
    assert problem.kind == "syntax"
    assert problem.message.startswith("it is no TOML: ")
    assert text[problem.place.start :][: len(at)] == at


def test_a_catalog_that_is_fine() -> None:
    assert read("gradle/libs.versions.toml", '[versions]\ndubbo = "2.7.12"\n').problems == ()


DEPENDENCIES = "dependencies {\n  implementation 'a:b:1'\n"


def test_a_brace_that_is_never_closed() -> None:
    found = read("build.gradle", f"\n{DEPENDENCIES}")
    assert found.skip is not None
    assert "the `{` in line 2 is never closed" in found.skip.why
    assert [one.kind for one in found.fragments] == ["script"]  # what is there is read


@pytest.mark.parametrize(
    "odd",
    [
        'def a = /\\{[^"]*/',
        "def a = name =~ /foo{/",
        "x(/{/, 1)",
        "def a = $/dollar { $/$ /$",
        "def a = \"${b.collect { 'x' }}\"",
        "def half = 4 / 2 / 1",
        "// {",
        "/* { */",
        "def a = '{'",
    ],
)
def test_texts_with_braces_in_them(odd: str) -> None:
    assert read("build.gradle", f"{odd}\n{DEPENDENCIES}}}\n").skip is None
