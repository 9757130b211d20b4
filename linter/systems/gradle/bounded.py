"""Releases that should not be used, as dependency constraints.

Source: docs.gradle.org, "Declaring versions and ranges" (rich versions: ``reject``), "Dependency constraints". Not run
against a Gradle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.bounds import Bound


def bounded(bounds: Sequence[Bound], signature: str) -> str:
    """A ``dependencies`` block whose text is the same in Kotlin and in Groovy."""
    ours = [bound for bound in bounds if bound.ecosystem == "Maven"]
    if not ours:
        return f"// {_line(signature)}: nothing to keep away from\n"
    lines = "".join(f"        {line}\n" for bound in ours for line in _constraints(bound))
    return f"// {_line(signature)}\ndependencies {{\n    constraints {{\n{lines}    }}\n}}\n"


def _constraints(bound: Bound) -> Iterator[str]:
    rejected = ", ".join(_quoted(version) for version in bound.versions)
    yield f"// {_line(bound.reason)}"
    for package in bound.packages:
        yield f'add("implementation", {_quoted(package)}) {{'
        yield f"    version {{ reject({rejected}) }}"
        yield f"    because({_quoted(bound.reason)})"
        yield "}"


def _quoted(text: str) -> str:
    """A string of both languages, in which a dollar starts an expression."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
    return f'"{_line(escaped)}"'


def _line(text: str) -> str:
    return " ".join(text.split())
