"""File names of Gradle builds, and what its configurations mean."""

from __future__ import annotations

from linter.pattern import pattern
from linter.versions.packages import scheme_of_package

SETTINGS = ("settings.gradle", "settings.gradle.kts")
SCRIPTS = ("build.gradle", "build.gradle.kts")
PROPERTIES = "gradle.properties"

_RUNTIME = {
    "implementation": "compile",
    "api": "compile",
    "compile": "compile",
    "runtime": "runtime",
    "runtimeOnly": "runtime",
    "developmentOnly": "runtime",
}
_TEST = pattern(r"(?:test|.*Test|androidTest|jmh)(?:[A-Z]\w*)?")
_TOOLS = pattern(
    r"classpath|.*[aA]nnotationProcessor|kapt\w*|ksp\w*|antlr|checkstyle|pmd|jacoco\w*|spotbugs\w*|protobuf"
)


def scope_of(configuration: str) -> str:
    """The scope that a configuration stands for, ``""`` for one of the build's tools.

    One that the Java plugin doesn't know is taken for one that is not on the class path at run time.
    """
    if configuration in _RUNTIME:
        return _RUNTIME[configuration]
    if _TOOLS.fullmatch(configuration):
        return ""
    return "test" if _TEST.fullmatch(configuration) else "provided"


SCHEME = scheme_of_package("group:artifact")
"""How the versions of packages are ordered."""
