"""Globs over paths."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.globs import covers

FITS = [
    ("*", "a/b.yaml"),
    ("a/b.yaml", "a/b.yaml"),
    ("*.yaml", "a/b.yaml"),
    ("**/b.yaml", "b.yaml"),
    ("**/b.yaml", "a/c/b.yaml"),
    ("a/**/b.yaml", "a/b.yaml"),
    ("a/**/b.yaml", "a/c/d/b.yaml"),
    ("a/**/**/b.yaml", "a/b.yaml"),
    ("**", "a/b"),
    ("a/**", "a/b/c"),
    ("**/m", "m/b.yaml"),
    ("m/", "m/b.yaml"),
    ("m", "m/c/b.yaml"),
    ("m/**/", "m/c"),
    ("a?c/[xy].yaml", "abc/y.yaml"),
    ("a/*", "a/line\nfeed.yaml"),
    ("m", "m/line\nfeed.yaml"),
    ("a.b(c)", "a.b(c)"),
]
DOES_NOT = [
    ("m", "mm/b.yaml"),
    ("m", "a/m"),
    ("**/m", "mm"),
    ("**/b.yaml", "ab.yaml"),
    ("a/**/b.yaml", "ab.yaml"),
    ("a/**/b.yaml", "ac/b.yaml"),
    ("a**/b", "b"),
    ("a/b.yaml", "A/b.yaml"),
    ("a.yaml", "abyaml"),
    ("a/**", "a"),
    ("b.yaml\n", "b.yaml"),
]


@pytest.mark.parametrize(("glob", "path"), FITS)
def test_covers(glob: str, path: str) -> None:
    assert covers(glob, path)


@pytest.mark.parametrize(("glob", "path"), DOES_NOT)
def test_covers_not(glob: str, path: str) -> None:
    assert not covers(glob, path)


def test_many_folders_take_no_longer() -> None:
    assert not covers("**/a/" * 40 + "b", "a/" * 60 + "c")


def _slowly(glob: str, path: str) -> bool:
    """What ``glob`` says of all of ``path``, by its definition."""
    if not glob:
        return not path or path.startswith("/")
    if glob[0] == "*":
        return any(_slowly(glob[1:], path[at:]) for at in range(len(path) + 1))
    return bool(path) and glob[0] in ("?", path[0]) and _slowly(glob[1:], path[1:])


def _choices(glob: str) -> set[str]:
    """``glob`` with every ``**/`` written as folders and as none."""
    found = re.search(r"(?:^|(?<=/))\*\*/", glob)
    if found is None:
        return {glob}
    rest = glob[found.end() :]
    # none of it, or folders; those may not be found again
    return _choices(glob[: found.start()] + rest) | {
        glob[: found.start()] + "*\0" + one for one in _choices("\0" + rest)
    }


@given(st.text("ab*?/", max_size=9), st.text("ab/", max_size=9))
def test_covers_what_the_definition_says(glob: str, path: str) -> None:
    glob = re.sub(r"\*{3,}", "**", glob).rstrip("/")
    choices = {one.replace("\0\0", "/").replace("\0", "/") for one in _choices(glob)}
    assert covers(glob, path) == any(_slowly(one, path) for one in choices)
