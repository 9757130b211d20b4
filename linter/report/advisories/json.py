"""The advisories for programs: the contract of ``schemas/advisories.json``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypedDict

from linter.policy.model import Affected, Policy
from linter.report.json import Tool, ToolJson, tool_json

VERSION = 1
"""Of the list's form: it changes when something is taken away or means something else, not when fields are added."""

RangeJson = TypedDict(
    "RangeJson",
    {
        "introduced": "str | None",
        "fixed": "str | None",
        "last_affected": "str | None",
        "versions": list[str],
        "except": list[str],
    },
)

AdvisoryJson = TypedDict(
    "AdvisoryJson",
    {
        "id": str,
        "title": str,
        "ecosystem": str,
        "package": str,
        "class": str,
        "severity": list[str],
        "profile": list[str],
        "status": str,
        "affected": list[RangeJson],
        "match": str,
        "condition": "str | None",
        "reproduced": bool,
        "evidence": list[str],
        "references": list[str],
    },
)


class AdvisoriesJson(TypedDict):
    version: int
    tool: ToolJson
    advisories: list[AdvisoryJson]


def render(policies: Sequence[Policy], tool: Tool) -> str:
    """The list as JSON text; policies that are no advisories are left out."""
    made: AdvisoriesJson = {
        "version": VERSION,
        "tool": tool_json(tool),
        "advisories": [entry for policy in policies for entry in _advisory(policy)],
    }
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _advisory(policy: Policy) -> list[AdvisoryJson]:
    advisory = policy.advisory
    if advisory is None:
        return []
    return [
        {
            "id": policy.id,
            "title": policy.title,
            "ecosystem": advisory.ecosystem,
            "package": advisory.package,
            "class": advisory.class_,
            "severity": list(dict.fromkeys(line.is_ for line in policy.severity)),
            "profile": list(dict.fromkeys(line.is_ for line in policy.profile)),
            "status": policy.status,
            "affected": [_range(part) for part in advisory.affected],
            "match": policy.match,
            "condition": None if policy.where is None else " ".join(policy.where.text.split()),
            "reproduced": advisory.reproduced,
            "evidence": list(advisory.evidence),
            "references": list(policy.references),
        }
    ]


def _range(part: Affected) -> RangeJson:
    return {
        "introduced": part.introduced,
        "fixed": part.fixed,
        "last_affected": part.last_affected,
        "versions": list(part.versions),
        "except": list(part.except_),
    }
