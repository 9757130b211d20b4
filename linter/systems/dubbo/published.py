"""Which versions are releases of Dubbo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from linter import resources
from linter.facts.value import Unknown, Value
from linter.systems.dubbo.names import ALIBABA, SCHEME
from linter.versions.version import Version, parse


def released(artifact: Value, version: Value, how: str) -> Value:
    """``version``, unknown if it is that of a fork or a build of one's own: what it holds can't be told.

    A release is known by its spelling: what only comes to the same in the order (``2.7.8.Final``) is another artifact.
    ``how`` says how to tell which release it is.
    """
    name = artifact.data
    if not isinstance(name, str) or not isinstance(version.data, Version):
        return version
    if name != ALIBABA and not name.startswith("org.apache.dubbo:"):
        return version
    releases = _releases("releases-alibaba.tsv" if name == ALIBABA else "releases.tsv")
    if version.data.text in releases:
        return version
    why = Unknown(f"{_unlisted(version.data.text, name, releases)}, can't tell what is in it; {how}")
    return Value(why, version.origin, version.slot, version.evidence)


def _unlisted(version: str, name: str, releases: Sequence[str]) -> str:
    """Why ``version`` is not among ``releases``, which are in ascending order."""
    base = next((one for one in reversed(releases) if _forks(version, one)), None)
    if base is not None:
        return f"{version} is no release of {name}: a fork or build of {base}"
    if name == ALIBABA:
        return f"{version} is no release of {name}: a fork or build of its own"
    # Apache goes on, in several lines: what the list lacks may have come after it
    known = f"{version} is not among the releases of {name} that are known (up to {releases[-1]})"
    return f"{known}: a later one, or a fork or build of its own"


def _forks(version: str, release: str) -> bool:
    """Whether a version is called after a release: ``2.7.12-acme-3`` after 2.7.12."""
    return version.startswith(release) and version[len(release) :][:1] in (".", "-", "_")


@cache
def _releases(file: str) -> tuple[str, ...]:
    found = (parse(SCHEME, row[0]) for row in resources.rows("schemas", "dubbo", file))
    return tuple(version.text for version in sorted(filter(None, found)))
