"""The report for programs: the contract of ``schemas/report.json``, never a dump of what we hold inside."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypedDict

from linter.finding import Finding, Fix, Ignored, Patch, Related, Result, Severity, Unjudged, Way
from linter.report.fixes import Patches
from linter.report.given import Tool as Tool  # noqa: PLC0414  for others
from linter.report.places import Opener, Places
from linter.syntax.document import Place
from linter.system import Skip
from linter.text.edit import Edit

VERSION = 1
"""Of the report's form: it changes when something is taken away or means something else, not when fields are added."""


class PositionJson(TypedDict):
    line: int
    column: int


class SpanJson(TypedDict):
    """``start`` and ``end`` are null only where the file could no longer be read while reporting."""

    path: str
    start: PositionJson | None
    end: PositionJson | None


class RelatedJson(SpanJson):
    label: str


class EditJson(SpanJson):
    new: str


class _FixJson(TypedDict):
    title: str
    safety: str
    edits: list[EditJson]


class FixJson(_FixJson, total=False):
    refusal: str


class WayJson(TypedDict):
    to: str | None
    why: str | None
    remains: list[str]
    maintained: str | None


class JudgedJson(SpanJson):
    """A finding as lists have it, without what mends it."""

    policy: str
    severity: str
    message: str
    fingerprint: str


class FindingJson(SpanJson):
    policy: str
    severity: str
    message: str
    related: list[RelatedJson]
    fixes: list[FixJson]
    fingerprint: str
    upgrade: WayJson | None


class _IgnoreJson(TypedDict):
    by: str
    reason: str


class IgnoreJson(_IgnoreJson, total=False):
    until: str
    place: SpanJson


class IgnoredJson(FindingJson):
    ignored: IgnoreJson


class SkippedJson(TypedDict):
    path: str
    why: str


class UnjudgedJson(SpanJson):
    subject: str
    why: str
    policies: list[str]


class ToolJson(TypedDict):
    name: str
    version: str
    data: str


class SummaryJson(TypedDict):
    files: int
    checked: dict[str, int]
    errors: int
    warnings: int
    notes: int
    ignored: int
    unchanged: int
    skipped: int
    unjudged: int


class ReportJson(TypedDict):
    version: int
    tool: ToolJson
    summary: SummaryJson
    findings: list[FindingJson]
    ignored: list[IgnoredJson]
    skipped: list[SkippedJson]
    unjudged: list[UnjudgedJson]


def render(result: Result, open_source: Opener, tool: Tool, ignored: Sequence[Ignored] | None = None) -> str:
    """The report as JSON text; the order of everything is that of ``result``."""
    return json.dumps(report(result, open_source, tool, ignored), ensure_ascii=False, indent=2) + "\n"


def report(result: Result, open_source: Opener, tool: Tool, ignored: Sequence[Ignored] | None = None) -> ReportJson:
    """The report; ``ignored`` are the ignored findings to be listed, by default all."""
    places, patches = Places(open_source), Patches(result)
    return {
        "version": VERSION,
        "tool": tool_json(tool),
        "summary": _summary(result),
        "findings": [_finding(finding, places, patches) for finding in result.findings],
        "ignored": [_ignored(one, places, patches) for one in (result.ignored if ignored is None else ignored)],
        "skipped": skipped(result.skipped),
        "unjudged": [unjudged(item, places) for item in result.unjudged],
    }


def skipped(skips: Iterable[Skip]) -> list[SkippedJson]:
    """What was asked for and not read."""
    return [{"path": skip.path, "why": skip.why} for skip in skips]


def judged(finding: Finding, places: Places) -> JudgedJson:
    """A finding as lists have it."""
    return {
        "policy": finding.policy,
        "severity": finding.severity.word,
        "message": finding.message,
        **span(finding.place, places),
        "fingerprint": finding.fingerprint,
    }


def _summary(result: Result) -> SummaryJson:
    counts = Counter(finding.severity for finding in result.findings)
    return {
        "files": result.opened,
        "checked": dict(result.checked or {}),
        "errors": counts[Severity.ERROR],
        "warnings": counts[Severity.WARNING],
        "notes": counts[Severity.NOTE],
        "ignored": len(result.ignored),
        "unchanged": result.unchanged,
        "skipped": len(result.skipped),
        "unjudged": len(result.unjudged),
    }


def _finding(finding: Finding, places: Places, patches: Patches) -> FindingJson:
    return {
        "policy": finding.policy,
        "severity": finding.severity.word,
        "message": finding.message,
        **span(finding.place, places),
        "related": [_related(related, places) for related in finding.related],
        "fixes": [_fix(fix, patch, places) for fix, patch in patches.of(finding)],
        "fingerprint": finding.fingerprint,
        "upgrade": None if finding.upgrade is None else _way(finding.upgrade),
    }


def _way(way: Way) -> WayJson:
    return {
        "to": way.to,
        "why": way.why or None,
        "remains": list(way.remains),
        "maintained": way.maintained,
    }


def _ignored(one: Ignored, places: Places, patches: Patches) -> IgnoredJson:
    ignore: IgnoreJson = {"by": one.by, "reason": one.reason}
    if one.until:
        ignore["until"] = one.until
    if one.place is not None:
        ignore["place"] = span(one.place, places)
    return {**_finding(one.finding, places, patches), "ignored": ignore}


def _related(related: Related, places: Places) -> RelatedJson:
    return {**span(related.place, places), "label": related.label}


def _fix(fix: Fix, patch: Patch | None, places: Places) -> FixJson:
    made: FixJson = {
        "title": fix.title,
        "safety": fix.safety,
        "edits": [_edit(edit, places) for edit in patch.edits] if patch is not None else [],
    }
    if patch is not None and patch.refusal:
        made["refusal"] = patch.refusal
    return made


def _edit(edit: Edit, places: Places) -> EditJson:
    return {**_range(edit.path, edit.start, edit.end, places), "new": edit.new}


def unjudged(item: Unjudged, places: Places) -> UnjudgedJson:
    """What could not be judged, with its place."""
    return {
        "subject": item.subject,
        **span(item.place, places),
        "why": item.why,
        "policies": list(item.policies),
    }


def tool_json(tool: Tool) -> ToolJson:
    """Who reports."""
    return {"name": tool.name, "version": tool.version, "data": tool.data}


def span(place: Place, places: Places) -> SpanJson:
    """A place as lines and columns."""
    return _range(place.path, place.start, place.end, places)


def _range(path: str, start: int, end: int, places: Places) -> SpanJson:
    return {"path": path, "start": _position(path, start, places), "end": _position(path, end, places)}


def _position(path: str, offset: int, places: Places) -> PositionJson | None:
    found = places.position(path, offset)
    return None if found is None else {"line": found.line, "column": found.column}
