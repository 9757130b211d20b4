"""Rules in words, for programs: the contract of ``schemas/explain-rule.json``."""

from __future__ import annotations

import json
from typing import TypedDict

from linter.report.json import JudgedJson, SkippedJson, SpanJson, Tool, ToolJson, judged, skipped, span, tool_json
from linter.report.listing.rules import Explained, Rules
from linter.report.listing.values_json import StepJson, steps_json
from linter.report.places import Opener, Places

VERSION = 1
"""Of the list's form: it changes when something is taken away or means something else, not when fields are added."""

ReleasesJson = TypedDict(
    "ReleasesJson", {"from": "str | None", "before": "str | None", "effect": str, "why": "str | None"}
)
"""``effect`` is ``works``, ``differs``, ``ignored`` or ``unknown``."""


class HereJson(TypedDict):
    """``version`` is null where the release of what the rule governs is not known; then ``why`` says so."""

    version: str | None
    effect: str
    why: str | None
    evidence: list[StepJson]


class RuleJson(SpanJson):
    kind: str
    about: str
    hits: list[StepJson]
    does: list[StepJson]
    releases: list[ReleasesJson]
    here: HereJson
    input: list[StepJson]
    ends: list[StepJson]
    findings: list[JudgedJson]


class RulesJson(TypedDict):
    version: int
    tool: ToolJson
    files: int
    rules: list[RuleJson]
    skipped: list[SkippedJson]


def render(rules: Rules, open_source: Opener, tool: Tool) -> str:
    """The rules as JSON text."""
    places = Places(open_source)
    made: RulesJson = {
        "version": VERSION,
        "tool": tool_json(tool),
        "files": rules.opened,
        "rules": [_rule(rule, places) for rule in rules.rules],
        "skipped": skipped(rules.skipped),
    }
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _rule(rule: Explained, places: Places) -> RuleJson:
    told = rule.told
    return {
        "kind": told.refs[0].kind,
        "about": told.about,
        **span(told.place, places),
        "hits": steps_json(told.hits, places),
        "does": steps_json(told.does, places),
        "releases": [
            {"from": one.since or None, "before": one.before or None, "effect": one.effect, "why": one.why or None}
            for one in told.spans
        ],
        "here": {
            "version": told.here.version,
            "effect": told.here.effect,
            "why": told.here.why or None,
            "evidence": steps_json(told.here.evidence, places),
        },
        "input": steps_json(told.known, places),
        "ends": steps_json(told.ends, places),
        "findings": [judged(finding, places) for finding in rule.findings],
    }
