"""Wording that several messages share."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    every = list(words)
    return " and ".join(filter(None, (", ".join(every[:-1]), *every[-1:])))
