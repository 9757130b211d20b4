"""How far what is known about the Collector reaches: what a later release has besides is not guessed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from linter.facts.value import Unknown
from linter.resources import rows
from linter.versions.version import Version, parse

_CORE_BLOCKS = frozenset({"client_keepalive", "server_keepalive", "server_parameters", "enforcement_policy"})
_CORE = "go.opentelemetry.io/collector/*"
_CONTRIB = "github.com/open-telemetry/opentelemetry-collector-contrib/*"


def new_keys(block: str, version: object) -> Unknown | None:
    """Why it can't be said that ``version`` lacks a key that ``block`` had in no release before."""
    return _after(version, _read()[_CORE if block in _CORE_BLOCKS else _CONTRIB], "whose settings are known")


def new_components(version: object) -> Unknown | None:
    """Why it can't be said that a distribution of ``version`` lacks a component that it never had before."""
    return _after(version, _newest(), "that are known")


def _after(version: object, last: Version, which: str) -> Unknown | None:
    if not isinstance(version, Version) or version <= last:
        return None
    return Unknown(f"{version} is later than the releases {which} (up to {last})")


@lru_cache(maxsize=1)
def _read() -> Mapping[str, Version]:
    """The last release that was read, by packages."""
    found = ((packages, parse("semver", last)) for packages, last, _ in rows("schemas", "otelcol", "read.tsv"))
    return {packages: last for packages, last in found if last is not None}


@lru_cache(maxsize=1)
def _newest() -> Version:
    """The newest release in the lists, which are in ascending order."""
    lasts = (rows("schemas", "otelcol", f"releases-{name}.tsv")[-1][0] for name in ("core", "contrib"))
    return max(version for version in (parse("semver", text) for text in lasts) if version is not None)
