"""Files that are no part of what is built or run: those of tests, and what new projects are made from."""

from __future__ import annotations

from linter.pattern import pattern

_TESTS = pattern(
    r"(?:^|/)javatests/|(?:^|/)src/(?:test|it|testFixtures|[a-z][a-zA-Z]*Test|integration-?[tT]est|functional-?[tT]est)/"
)
_MOULDS = pattern(r"(?:^|/)archetype-resources/")


def is_test(path: str) -> bool:
    """Whether a file belongs to tests, by Maven's layout and the usual names for integration tests."""
    return _TESTS.search(path) is not None


def fixture(path: str) -> str:
    """Why a mistake in a file may be meant, in words, or ``""``."""
    if is_test(path):
        return "it belongs to tests, which may want it so"
    return "an archetype makes it into a file of a new project" if _MOULDS.search(path) else ""
