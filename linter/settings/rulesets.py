"""Sets of policies by name: what an upgrade of deadpeer does not add to."""

from __future__ import annotations

from collections.abc import Mapping

from linter import resources


def rulesets() -> Mapping[str, str]:
    """The rulesets, oldest first, each with the newest release of deadpeer whose policies belong to it.

    Source: ``schemas/rulesets.tsv``.
    """
    return dict(resources.rows("schemas", "rulesets.tsv"))  # type: ignore[arg-type]  # rows of two


def later(since: str, release: str) -> bool:
    """Whether a policy that ``since`` had first is newer than ``release``: versions of numbers and dots."""
    return _numbers(since) > _numbers(release)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
