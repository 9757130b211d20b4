"""Settings from several files: those of an inner folder over those of the folders around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from linter.record import replace
from linter.settings.shape import Settings

T = TypeVar("T")


def over(inner: Settings, outer: Settings) -> Settings:
    """What holds where ``inner`` is nearer than ``outer``.

    A single value of the inner file wins, as does what it selects. Lists add up with the inner file's entries last, as
    of several that match the last one counts. What is said of policies is merged policy by policy.
    """
    return replace(
        inner,
        profile=_first(inner.profile, outer.profile),
        fail_on=_first(inner.fail_on, outer.fail_on),
        select=_first(inner.select, outer.select),
        ignore=(*outer.ignore, *inner.ignore),
        severity=_merged(outer.severity, inner.severity),
        params=_params(outer.params, inner.params),
        exclude=(*outer.exclude, *inner.exclude),
        force_exclude=_first(inner.force_exclude, outer.force_exclude),
        versions=(*outer.versions, *inner.versions),
        pairs=(*outer.pairs, *inner.pairs),
        pair_places=(*outer.pair_places, *inner.pair_places),
        preview=_first(inner.preview, outer.preview),
        ruleset=_first(inner.ruleset, outer.ruleset),
        overrides=(*outer.overrides, *inner.overrides),
        ignores=(*outer.ignores, *inner.ignores),
        baseline=_first(inner.baseline, outer.baseline),
        policies=(*outer.policies, *inner.policies),
        named={**outer.named, **inner.named},
        advisories=(*outer.advisories, *inner.advisories),
    )


def _first(inner: T | None, outer: T | None) -> T | None:
    return outer if inner is None else inner


def _merged(outer: Mapping[str, T], inner: Mapping[str, T]) -> dict[str, T]:
    """``inner`` after what else ``outer`` says: of patterns the last one that matches counts."""
    return {**{key: value for key, value in outer.items() if key not in inner}, **inner}


def _params(outer: Mapping[str, Mapping[str, T]], inner: Mapping[str, Mapping[str, T]]) -> dict[str, Mapping[str, T]]:
    return {policy: {**outer.get(policy, {}), **inner.get(policy, {})} for policy in {**outer, **inner}}
