"""Which versions are builds before a release."""

from __future__ import annotations

from linter.pattern import pattern
from linter.versions.version import Version

_PREVIEW = pattern(r"(?i)[-.\d](?:alpha|beta|m\d|milestone|preview|snapshot|rc|cr)")


def preview(version: Version) -> bool:
    """Whether it is a pre-release, by SemVer's hyphen or by the words that Maven artifacts use."""
    return "-" in version.text if version.scheme == "semver" else _PREVIEW.search(version.text) is not None
