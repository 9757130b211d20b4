"""The list of versions for programs: the contract of ``schemas/versions.json``."""

from __future__ import annotations

import json
from typing import TypedDict

from linter.facts.value import Unknown
from linter.report.json import SkippedJson, SpanJson, Tool, ToolJson, skipped, span, tool_json
from linter.report.listing.values_json import StepJson, steps_json
from linter.report.listing.versions import Found, Versions
from linter.report.places import Opener, Places

VERSION = 1
"""Of the list's form: it changes when something is taken away or means something else, not when fields are added."""


class WayJson(TypedDict):
    """``files`` and ``name`` are for ``versions`` in the settings."""

    files: str
    name: str
    comment: str | None


class FoundJson(SpanJson):
    kind: str
    name: str
    instance: str | None
    of: str | None
    version: str | None
    unknown: str | None
    decided: SpanJson | None
    evidence: list[StepJson]
    way: WayJson | None


class VersionsJson(TypedDict):
    version: int
    tool: ToolJson
    files: int
    versions: list[FoundJson]
    skipped: list[SkippedJson]


def render(versions: Versions, open_source: Opener, tool: Tool) -> str:
    """The list as JSON text."""
    places = Places(open_source)
    made: VersionsJson = {
        "version": VERSION,
        "tool": tool_json(tool),
        "files": versions.opened,
        "versions": [_found(found, places) for found in versions.found],
        "skipped": skipped(versions.skipped),
    }
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _found(found: Found, places: Places) -> FoundJson:
    way = found.way
    return {
        "kind": found.kind,
        "name": found.name,
        "instance": found.instance or None,
        **span(found.place, places),
        "of": found.of,
        "version": None if isinstance(found.version, Unknown) else found.version,
        "unknown": found.version.why if isinstance(found.version, Unknown) else None,
        "decided": None if found.decided is None else span(found.decided, places),
        "evidence": steps_json(found.evidence, places),
        "way": None if way is None else {"files": way.files, "name": way.name, "comment": way.comment},
    }
