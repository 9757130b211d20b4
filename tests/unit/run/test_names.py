"""Names are compared as the standard library compares them, only faster."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase

from hypothesis import given
from hypothesis import strategies as st

from linter.run.files import relative
from linter.run.names import named

GLOBS = ("*.yaml", "pom.xml", "*dep*.txt", "*", "docker[a-z]*", "*.docker[a-z]*", ".env", "*?x", "*.a*", "**.b", "")
NAMES = st.sampled_from(
    ("a.yaml", ".yaml", "yaml", "A.YAML", "pom.xml", "xpom.xml", "dockerx", "a.dockerx", "x", "*.b")
)
STEPS = st.sampled_from(("a", "b.c", ".", "..", ".d", "", "a b"))


@given(NAMES | st.text(max_size=6), st.lists(st.sampled_from(GLOBS), max_size=4))
def test_a_name_fits_a_glob_as_for_fnmatch(name: str, globs: list[str]) -> None:
    assert named(name, globs) == any(fnmatchcase(name.lower(), glob) for glob in globs)


@given(st.lists(STEPS, max_size=3), st.lists(STEPS, max_size=4), st.booleans())
def test_a_path_is_shown_as_relpath_shows_it(root: list[str], below: list[str], inside: bool) -> None:
    folder = os.path.normpath(os.path.join(os.path.abspath(os.sep), "r", *filter(None, root)))
    path = os.sep.join((folder if inside else os.path.abspath(os.sep) + "r", *below))
    assert relative(path, folder) == os.path.relpath(path, folder).replace(os.sep, "/")
