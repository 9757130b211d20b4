"""The order of Semantic Versioning 2, in which the Collector and Go modules are versioned."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

from linter.pattern import pattern

# The grammar of semver.org, with Go's leading `v`; `+incompatible` of Go modules is build metadata.
_NUMBER = r"(?:0|[1-9][0-9]*)"
_PRE = rf"(?:{_NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_BUILD = r"[0-9A-Za-z-]+"
_VERSION = pattern(rf"v?({_NUMBER})\.({_NUMBER})\.({_NUMBER})(?:-({_PRE}(?:\.{_PRE})*))?(?:\+{_BUILD}(?:\.{_BUILD})*)?")
# What marks a pre-release. Anything else after the dash (`amd64`, `alpine`, `r1`) is the flavour of an image.
_MARKER = pattern(
    r"(?:alpha|beta|canary|dev|m|milestone|next|nightly|pre|preview|rc|rcv|snapshot)[0-9]*(?:\.|-|$)"
    r"|(?:0\.)?[0-9]{14}-[0-9a-f]{12}$",
    re.IGNORECASE,
)
LONGEST = 200
"""Longer texts are no versions; the bound keeps reading them cheap."""

Identifier: TypeAlias = tuple[int, "int | str"]
Key: TypeAlias = tuple[int, int, int, bool, tuple[Identifier, ...]]


@lru_cache(maxsize=4096)
def key(text: str) -> Key | None:
    """The sort key of ``text``, or ``None`` where it is no version.

    Strict: three numbers without leading zeros, so ``0.95`` and ``latest`` are none. Pre-releases come before their
    release; build metadata has no part in the order. Stricter than SemVer in one thing: a pre-release must begin with
    a word that says so (``rc.1``, ``beta``) or be Go's pseudo-version. ``0.95.0-amd64`` is an image of 0.95.0 and
    would come before it, so it is none: who reads image tags takes such suffixes off first.
    Sources: semver.org items 2 and 9 to 11; go.dev/ref/mod#pseudo-versions.
    """
    found = _VERSION.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    major, minor, patch, pre = found.groups()
    if pre is not None and not _MARKER.match(pre):
        return None
    identifiers = () if pre is None else tuple(_identifier(part) for part in pre.split("."))
    return int(major), int(minor), int(patch), pre is None, identifiers


def _identifier(text: str) -> Identifier:
    """Numbers come before words."""
    return (0, int(text)) if text.isdigit() else (1, text)
