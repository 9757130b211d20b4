"""Which scheme the versions of a package follow."""

from __future__ import annotations

from linter.versions.version import Scheme


def scheme_of_package(package: str) -> Scheme:
    """``maven`` for coordinates (``group:artifact``), which no Go module path contains; else ``semver``."""
    return "maven" if ":" in package else "semver"
