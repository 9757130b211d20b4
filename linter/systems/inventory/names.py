"""Names of files whose format they tell."""

from __future__ import annotations

import re

from linter.pattern import pattern

_IMAGE = pattern(r"docker[a-z]+(?:\..*)?|.*\.docker[a-z]+", re.IGNORECASE)

LARGE = 10 * 1024 * 1024
"""Bytes above which an SBOM is not parsed, but read off its text."""


def is_image(name: str) -> bool:
    """Whether a file of this name says how an image is built."""
    # a word is found faster than a pattern is made
    return "docker" in name.lower() and _IMAGE.fullmatch(name) is not None
