"""Which versions are releases of Dubbo."""

from __future__ import annotations

from functools import cache

from linter import resources
from linter.facts.value import Unknown, Value
from linter.systems.dubbo.names import ALIBABA, SCHEME
from linter.versions.version import Version, parse


def released(artifact: Value, version: Value, how: str) -> Value:
    """``version``, unknown if it is that of a fork or a build of one's own: what it holds can't be told.

    ``how`` says how its owner can tell it.
    """
    name = artifact.data
    if not isinstance(name, str) or not isinstance(version.data, Version):
        return version
    file = "releases-alibaba.tsv" if name == ALIBABA else "releases.tsv"
    if name != ALIBABA and not name.startswith("org.apache.dubbo:"):
        return version
    if version.data in _releases(file):
        return version
    base = next((one for one in sorted(_releases(file), reverse=True) if _forks(version.data, one)), None)
    kind = "a fork or build of its own" if base is None else f"a fork or build of {base}"
    why = Unknown(f"{version.data} is no release of {name}: {kind}, can't tell what is in it; {how}")
    return Value(why, version.origin, version.slot, version.evidence)


def _forks(version: Version, release: Version) -> bool:
    """Whether a version is called after a release: ``2.7.12-acme-3`` after 2.7.12."""
    return version.text.startswith(release.text) and version.text[len(release.text) :][:1] in (".", "-", "_")


@cache
def _releases(file: str) -> frozenset[Version]:
    found = (parse(SCHEME, row[0]) for row in resources.rows("schemas", "dubbo", file))
    return frozenset(version for version in found if version is not None)
