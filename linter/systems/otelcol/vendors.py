"""Which upstream release a vendor's own release is built from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from linter.facts.value import Unknown
from linter.pattern import pattern
from linter.resources import rows
from linter.versions.version import Version, parse

_FOLDER = ("schemas", "otelcol")
_TAG = pattern(r"v?(\d+)\.(\d+)(?:\.(\d+))?(?:-[\w.-]+)?", re.ASCII)


@lru_cache(maxsize=1)
def vendors() -> Mapping[str, Mapping[str, str]]:
    """Upstream releases by distribution and own release; see ``vendors.tsv``."""
    found: dict[str, dict[str, str]] = {}
    for distribution, own, to in rows(*_FOLDER, "vendors.tsv"):
        found.setdefault(distribution, {})[own] = to
    return found


def upstream(distribution: str, tag: str) -> Version | Unknown:
    """The upstream release of the image ``tag`` of ``distribution``, one of ``vendors``."""
    own = _TAG.fullmatch(tag)
    if own is None:
        return Unknown(f"the tag `{tag}` of {distribution} names no release")
    major, minor, patch = own.groups()
    listed = vendors()[distribution]
    to = listed.get(f"{major}.{minor}.{patch}") or listed.get(f"{major}.{minor}") or listed.get("*", "")
    if to == "minor":
        to = _only_release(f"{major}.{minor}") if patch is not None else ""
    return parse("semver", to) or Unknown(f"which upstream release {distribution} {tag} is built from is not known")


def _only_release(minor: str) -> str:
    """The upstream release of that minor version; ``""`` where there are several or none."""
    releases = _releases().get(minor, ())
    return releases[0] if len(releases) == 1 else ""


@lru_cache(maxsize=1)
def _releases() -> Mapping[str, list[str]]:
    """Upstream releases by minor version."""
    found: dict[str, list[str]] = {}
    for row in rows(*_FOLDER, "releases-core.tsv"):
        found.setdefault(row[0].rpartition(".")[0], []).append(row[0])
    return found
