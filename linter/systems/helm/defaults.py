"""What a chart configures by itself, by its release, or by what all of its releases agree in.

The tables are small: ``schemas/helm/defaults.tsv`` and ``additions.tsv``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from linter.facts.holes import hole
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.resources import rows
from linter.versions.version import Version, parse

_DECIDED = "another value of the chart decides it"
_VARIES = "it differs between the chart's releases"
_PORT = pattern(r".*(:[0-9]+)")
_SECTIONS = ("receivers", "processors", "exporters", "connectors", "extensions")

_FURTHER, _COMPONENT = "*", 2
"""The step that stands for settings that are not recorded, and how many steps lead to a component."""

_Steps = tuple[str, ...]


class Defaults(NamedTuple):
    """What lies below the values: ``text`` is YAML, empty for nothing.

    ``sure`` has the components of which all settings are in it, ``unsure`` those of which more may be set.
    """

    text: str
    sure: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()


class _Row(NamedTuple):
    steps: _Steps
    value: str
    first: Version
    end: Version | None


@lru_cache(maxsize=64)
def defaults(chart: str, part: str, release: str, since: str) -> Defaults:
    """The defaults of the Collector ``part`` of ``chart`` at ``release``; without one, of all from ``since`` on."""
    lines = _table().get((chart, part), [])
    version = parse("semver", release) if release else None
    if version is not None:
        return _laid_out((row.steps, row.value) for row in lines if row.first <= version and _before(version, row.end))
    start = parse("semver", since)
    return Defaults("") if start is None else _agreed(lines, start)


def recorded(chart: str, release: str) -> bool:
    """Whether the defaults of ``release`` are among those that were recorded."""
    version = parse("semver", release)
    return version is not None and any(
        row.first <= version and row.end is not None and version <= row.end for row in _table().get((chart, "*"), ())
    )


@lru_cache(maxsize=4)
def additions(chart: str) -> frozenset[str]:
    """The components that the templates of ``chart`` may add, or add to."""
    return frozenset(row[1] for row in rows("schemas", "helm", "additions.tsv") if row[0] == chart)


def components(chart: str) -> Iterator[str]:
    """The components that some release of ``chart``, one with a single Collector, configures by itself."""
    return ("/".join(row.steps[:_COMPONENT]) for row in _table()[chart, ""] if row.steps[0] in _SECTIONS)


def older(release: str, than: str) -> bool:
    one, other = parse("semver", release), parse("semver", than)
    return one is not None and other is not None and one < other


@lru_cache(maxsize=1)
def _table() -> Mapping[tuple[str, str], list[_Row]]:
    found: dict[tuple[str, str], list[_Row]] = {}
    for chart, part, setting, value, first, *last in rows("schemas", "helm", "defaults.tsv"):
        begun, end = parse("semver", first), parse("semver", last[0]) if last else None
        if begun is not None:
            found.setdefault((chart, part), []).append(_Row(tuple(setting.split("::")), value, begun, end))
    return found


def _before(version: Version, end: Version | None) -> bool:
    return end is None or version < end


def _agreed(lines: Iterable[_Row], since: Version) -> Defaults:
    """What every release from ``since`` on has; a setting that differs is a placeholder."""
    values: dict[_Steps, list[_Row]] = {}
    for row in lines:
        if row.end is None or row.end > since:
            values.setdefault(row.steps, []).append(row)
    agreed = {steps: _everywhere(found, since) for steps, found in values.items()}
    kept: dict[_Steps, str] = {}
    unsure: set[str] = set()
    for steps, value in agreed.items():
        section = steps[0] in _SECTIONS
        if section and (agreed.get(steps[:_COMPONENT]) != "{}" or (value is None and _structural(values[steps]))):
            unsure.add("/".join(steps[:_COMPONENT]))
        elif value is not None:
            kept[steps] = value
        elif section or steps[-1] != "extensions":
            kept[steps] = json.dumps(hole(_VARIES))
    return _laid_out(kept.items(), unsure)


def _structural(found: Sequence[_Row]) -> bool:
    """Whether these are sections, or settings that are not recorded, for which no placeholder can stand."""
    return any(row.value == "{}" or row.steps[-1] == _FURTHER for row in found)


def _everywhere(found: Sequence[_Row], since: Version) -> str | None:
    """The value in all releases from ``since`` on; ``None`` where they differ."""
    whole = found[0].first <= since and all(one.end == following.first for one, following in pairwise(found))
    return _shared([row.value for row in found]) if whole and found[-1].end is None else None


def _shared(values: list[str]) -> str | None:
    """The one value; an endpoint with an unknown host where all name the same port; ``None`` where they differ."""
    if len(set(values)) == 1:
        return values[0]
    ports = {found[1] if (found := _PORT.fullmatch(json.loads(value))) else "" for value in values if value[:1] == '"'}
    (port,) = ports if len(ports) == 1 else ("",)
    whole = port and all(value[:1] == '"' for value in values)
    return json.dumps(hole(_VARIES) + port) if whole else None


def _laid_out(lines: Iterable[tuple[_Steps, str]], unsure: Iterable[str] = ()) -> Defaults:
    tree: dict[str, Any] = {}
    named: set[str] = set()
    open_ = set(unsure)
    for steps, value in lines:
        if steps[0] in _SECTIONS:
            if steps[-1] == _FURTHER or (value == "?" and len(steps) == _COMPONENT):
                open_.add("/".join(steps[:_COMPONENT]))
                continue
            named.add("/".join(steps[:_COMPONENT]))
        node = tree
        for step in steps[:-1]:
            node = node.setdefault(step, {})
        if value == "{}":
            node.setdefault(steps[-1], {})
        else:
            node[steps[-1]] = hole(_DECIDED) if value == "?" else json.loads(value)
    return Defaults(json.dumps(tree) if tree else "", frozenset(named - open_), frozenset(open_))
