"""What another release changes in a builder's manifest: all modules of one set together.

Core's components, contrib's and the stable core modules (configuration providers) have versions of their own that go
together; a manifest with only one of them changed builds nothing. Sources: versions.yaml and CHANGELOG.md in
open-telemetry/opentelemetry-collector, cmd/builder/internal/builder/config.go (``otelcol_version``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from linter.facts.read import items, maps, string
from linter.facts.tree import Map, Text, at, slot
from linter.facts.value import Slot, Spelling
from linter.pattern import pattern
from linter.record import replace
from linter.resources import rows
from linter.syntax.document import Route
from linter.systems.otelcol.names import SECTIONS

CORE = "go.opentelemetry.io/collector/"
CONTRIB = "github.com/open-telemetry/opentelemetry-collector-contrib/"
LISTS = (*SECTIONS, "providers", "converters")
_REQUIRED = pattern(r"(\S+)[ \t]+v(\d+)\.\d+\.\d+\S*")

Words: TypeAlias = tuple[tuple[str, str], ...]


def deciding(manifest: Map, gomod: Text) -> Slot | None:
    """The slot of the release that ``gomod`` names, with all places in ``manifest`` that have to be changed with it."""
    found: Slot | None = None
    also: list[Spelling] = []
    for where, route, words in (*_required(manifest), *_told(manifest)):
        if where is gomod:
            found = replace(slot(manifest, route), part="module version")
            if any(name in text for text in _replacements(manifest) for name in (CORE, CONTRIB)):
                found = replace(found, locked="a `replaces` entry says which of its modules are used")
            found = replace(found, by=Spelling(found, words))
        else:
            part = "module version" if route[-1] == "gomod" else ""
            also.append(Spelling(replace(slot(manifest, route), part=part), words))
    if found is None:
        return None
    return replace(found, also=tuple(also))


def _required(manifest: Map) -> Iterator[tuple[Text, Route, Words]]:
    """The modules of core and contrib, with what each of them is called at each release."""
    for section in LISTS:
        for index, item in maps(manifest.get(section)):
            gomod = item.get("gomod")
            match = _REQUIRED.fullmatch((string(gomod) or "").strip())
            if match is None or not isinstance(gomod, Text):
                continue
            core = match[1].startswith(CORE)
            if core or match[1].startswith(CONTRIB):
                line = "stable" if match[2] != "0" else "core" if core else "contrib"
                # a provider of core's that is in the v0 line today may be in the other one tomorrow
                moving = core and line == "core" and section not in SECTIONS
                yield gomod, (section, index, "gomod"), () if moving else words(line)


def _told(manifest: Map) -> Iterator[tuple[Text, Route, Words]]:
    told = at(manifest, "dist", "otelcol_version")
    if isinstance(told, Text) and string(told):
        yield told, ("dist", "otelcol_version"), words("core")


def _replacements(manifest: Map) -> Iterator[str]:
    for _, item in items(manifest.get("replaces")):
        yield string(item) or ""


@lru_cache(maxsize=3)
def words(line: str) -> Words:
    """For each release of core or contrib what the modules of ``line`` are called: ``core``, ``contrib``, ``stable``.

    Where a line has no release of exactly that name, it is the newest of the same minor release.
    """
    named = {name: _releases(name) for name in ("core", "contrib")}
    stable = {row[0]: row[1] for row in rows("schemas", "otelcol", "stable.tsv")} if line == "stable" else None
    own = {one: one for one in named[line]} if stable is None else stable
    newest = {_minor(one): word for one, word in own.items()}
    every = dict.fromkeys((*named["core"], *named["contrib"]))
    found = {one: own.get(one) or newest.get(_minor(one), "") for one in every}
    return tuple((one, word) for one, word in found.items() if word)


def _releases(line: str) -> tuple[str, ...]:
    return tuple(row[0] for row in rows("schemas", "otelcol", f"releases-{line}.tsv"))


def _minor(release: str) -> str:
    return release.rpartition(".")[0]
