"""Rules for Renovate: releases that it does not propose.

Sources: docs.renovatebot.com/configuration-options (packageRules, allowedVersions, matchPackageNames). Of several
rules that match a package the last ``allowedVersions`` counts, so all bounds of a package are one rule; ``!/…/`` allows
what a pattern does not match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from linter.facts.bounds import Bound
from linter.versions.packages import scheme_of_package
from linter.versions.version import Version

_IMAGES = "docker"
_SCHEMA = "https://docs.renovatebot.com/renovate-schema.json"


def render(bounds: Sequence[Bound], signature: str) -> str:
    """A configuration with one rule for each package, and one for each image."""
    made = {"$schema": _SCHEMA, "description": [signature], "packageRules": [*_packages(bounds), *_images(bounds)]}
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _packages(bounds: Sequence[Bound]) -> Iterator[dict[str, Any]]:
    for ecosystem, released in dict.fromkeys((one.ecosystem, one.released) for one in bounds):
        mine = [one for one in bounds if (one.ecosystem, one.released) == (ecosystem, released)]
        if ecosystem != "Go":  # what is built by Go's tools is used as an image
            pattern = f"!/^(?:{_any(mine)})$/"
            yield _rule(mine, ecosystem.lower(), released, pattern)


def _images(bounds: Sequence[Bound]) -> Iterator[dict[str, Any]]:
    """Tags may have a `v` in front and a variant behind: ``v0.95.0-amd64`` is the same release."""
    for image in dict.fromkeys(image for one in bounds for image in one.images):
        mine = [one for one in bounds if image in one.images]
        yield _rule(mine, _IMAGES, image, f"!/^v?(?:{_any(mine)})(?:-.*)?$/")


def _rule(bounds: Iterable[Bound], source: str, name: str, allowed: str) -> dict[str, Any]:
    return {
        "description": [one.reason for one in bounds],
        "matchDatasources": [source],
        "matchPackageNames": [name],
        "allowedVersions": allowed,
    }


def _any(bounds: Iterable[Bound]) -> str:
    found = {Version(scheme_of_package(one.package), text) for one in bounds for text in one.versions}
    return "|".join(re.escape(str(version)) for version in sorted(found))
