"""The difference between two releases for programs: the contract of ``schemas/upgrade.json``."""

from __future__ import annotations

import json
from typing import TypedDict

from linter.policy.compare import Difference
from linter.report.json import (
    RelatedJson,
    SkippedJson,
    SpanJson,
    Tool,
    ToolJson,
    UnjudgedJson,
    skipped,
    span,
    tool_json,
    unjudged,
)
from linter.report.places import Opener, Places
from linter.report.upgrade.comparison import Comparison

VERSION = 1
"""Of the report's form: it changes when something is taken away or means something else, not when fields are added."""


class ThingJson(SpanJson):
    name: str


class RunsJson(TypedDict):
    version: str | None
    unknown: str | None
    things: list[ThingJson]


class DifferenceJson(SpanJson):
    effect: str
    policy: str
    severity: str
    title: str
    message: str
    over: bool
    related: list[RelatedJson]
    fixes: list[str]
    evidence: list[str]
    fingerprint: str


class CountsJson(TypedDict):
    files: int
    breaks: int
    changes: int
    fixed: int
    alike: int


UpgradeJson = TypedDict(
    "UpgradeJson",
    {
        "version": int,
        "tool": ToolJson,
        "system": str,
        "from": "str | None",
        "to": str,
        "summary": CountsJson,
        "runs": list[RunsJson],
        "differences": list[DifferenceJson],
        "alike": list[str],
        "undecided": list[str],
        "unjudged": list[UnjudgedJson],
        "unread": list[str],
        "skipped": list[SkippedJson],
    },
)


def render(comparison: Comparison, open_source: Opener, tool: Tool) -> str:
    """The report as JSON text."""
    places = Places(open_source)
    made: UpgradeJson = {
        "version": VERSION,
        "tool": tool_json(tool),
        "system": comparison.system,
        "from": comparison.before,
        "to": comparison.after,
        "summary": {
            "files": comparison.opened,
            "breaks": len(comparison.of("breaks")),
            "changes": len(comparison.of("changes")),
            "fixed": len(comparison.of("fixed")),
            "alike": len(comparison.alike),
        },
        "runs": [
            {
                "version": run.version,
                "unknown": None if run.version is not None else run.why,
                "things": [{"name": name, **span(place, places)} for name, place in run.names],
            }
            for run in comparison.runs
        ],
        "differences": [_difference(found, comparison, places) for found in comparison.found],
        "alike": [finding.fingerprint for finding in comparison.alike],
        "undecided": [finding.fingerprint for finding in comparison.open],
        "unjudged": [unjudged(item, places) for item in comparison.unjudged],
        "unread": list(comparison.unread),
        "skipped": skipped(comparison.skipped),
    }
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _difference(difference: Difference, comparison: Comparison, places: Places) -> DifferenceJson:
    finding = difference.finding
    return {
        "effect": difference.effect,
        "policy": finding.policy,
        "severity": finding.severity.word,
        "title": comparison.policies[finding.policy].title,
        "message": comparison.said(difference),
        "over": difference.over,
        **span(finding.place, places),
        "related": [{**span(one.place, places), "label": one.label} for one in finding.related],
        "fixes": [fix.title for fix in finding.fixes],
        "evidence": list(comparison.sources(finding)),
        "fingerprint": finding.fingerprint,
    }
