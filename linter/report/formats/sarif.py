"""SARIF 2.1.0 (OASIS, sarif-schema-2.1.0): one run with every finding, the other ends, and the fixes.

Columns are code points from 1 and ends are exclusive, as everywhere here; lines end at CRLF, LF and CR, which the log
says, because consumers assume the first two. ``suppressions`` are given for all results or for none, as the standard
wants it. GitHub does not heed them and shows ignored findings as open: ``--hide-ignored`` is for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from linter.finding import Finding, Fix, Ignored, Patch, Related
from linter.report.fixes import Patches
from linter.report.given import Given, Names
from linter.report.places import Places
from linter.system import Skip
from linter.text.edit import Edit

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "%SRCROOT%"
_LINKED = 10
"""Related places that the message links to; all of them are listed."""


def render(given: Given) -> str:
    """The log as JSON; an empty list of results where nothing was found."""
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(given)]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _run(given: Given) -> dict[str, Any]:
    report = _Report(given)
    everything = [*given.result.findings, *(one.finding for one in given.ignored)]
    rules = list(dict.fromkeys(sorted(finding.policy for finding in everything)))
    ignored: Sequence[Ignored | None] = [*(None for _ in given.result.findings), *given.ignored]
    results = [
        report.result(finding, rules.index(finding.policy), one)
        for finding, one in zip(everything, ignored, strict=True)
    ]
    return {
        "tool": {"driver": _driver(given, rules)},
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [*map(_skipped, given.result.skipped), *report.unjudged()],
            }
        ],
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "results": results,
    }


def _driver(given: Given, ids: Sequence[str]) -> dict[str, Any]:
    from linter.report.formats._sarif_rules import rule

    policies = given.policies() if ids else {}
    return {
        "name": given.tool.name,
        "version": given.tool.version,
        "semanticVersion": given.tool.version,
        "properties": {"data": given.tool.data},
        "rules": [rule(id_, policies.get(id_)) for id_ in ids],
    }


class _Report:
    """The parts of a log that need the files' lines."""

    def __init__(self, given: Given) -> None:
        self._given = given
        self._places = Places(given.open_source)
        self._patches = Patches(given.result)
        self._names = Names()
        self._suppressing = bool(given.ignored)

    def result(self, finding: Finding, rule: int, ignored: Ignored | None) -> dict[str, Any]:
        name = self._names.of(finding)
        made: dict[str, Any] = {
            "ruleId": finding.policy,
            "ruleIndex": rule,
            "level": finding.severity.word,
            "message": {"text": _message(finding)},
            "locations": [self._location(finding.place.path, finding.place.start, finding.place.end)],
            "partialFingerprints": {"policyAndPath/v1": name, "primaryLocationLineHash": name},
        }
        if finding.structure:
            made["locations"][0]["logicalLocations"] = [{"fullyQualifiedName": finding.structure}]
        if finding.related:
            made["relatedLocations"] = [self._related(index, one) for index, one in enumerate(finding.related, 1)]
        fixes = [self._fix(fix, patch) for fix, patch in self._patches.of(finding) if patch is not None and patch.edits]
        if fixes:
            made["fixes"] = fixes
        if self._suppressing:
            made["suppressions"] = [] if ignored is None else [self._suppression(ignored)]
        return made

    def unjudged(self) -> Iterator[dict[str, Any]]:
        """What policies had to stay silent about, as notifications."""
        for item in self._given.result.unjudged:
            text = f"{item.subject} was not judged by {', '.join(item.policies)}: {item.why}"
            place = item.place
            yield {
                "level": "note",
                "message": {"text": text},
                "locations": [self._location(place.path, place.start, place.end)],
            }

    def _related(self, index: int, related: Related) -> dict[str, Any]:
        place = related.place
        return {
            "id": index,
            **self._location(place.path, place.start, place.end),
            "message": {"text": related.label or "related"},
        }

    def _suppression(self, ignored: Ignored) -> dict[str, Any]:
        until = f" (until {ignored.until})" if ignored.until else ""
        made: dict[str, Any] = {
            "kind": "inSource" if ignored.by == "comment" else "external",
            "status": "accepted",
            "justification": ignored.reason + until,
        }
        if ignored.place is not None:
            made["location"] = self._location(ignored.place.path, ignored.place.start, ignored.place.end)
        return made

    def _fix(self, fix: Fix, patch: Patch) -> dict[str, Any]:
        files: dict[str, list[Edit]] = {}
        for edit in patch.edits:
            files.setdefault(edit.path, []).append(edit)
        return {
            "description": {"text": fix.title if fix.safety == "safe" else f"{fix.title} ({fix.safety})"},
            "artifactChanges": [
                {
                    "artifactLocation": _artifact(path),
                    "replacements": [
                        {
                            "deletedRegion": self._region(path, edit.start, edit.end) or {"startLine": 1},
                            "insertedContent": {"text": edit.new},
                        }
                        for edit in edits
                    ],
                }
                for path, edits in files.items()
            ],
        }

    def _location(self, path: str, start: int, end: int) -> dict[str, Any]:
        physical: dict[str, Any] = {"artifactLocation": _artifact(path)}
        region = self._region(path, start, end)
        if region is not None:
            physical["region"] = region
        return {"physicalLocation": physical}

    def _region(self, path: str, start: int, end: int) -> Mapping[str, int] | None:
        first, last = self._places.position(path, start), self._places.position(path, end)
        if first is None or last is None:
            return None
        return {
            "startLine": first.line,
            "startColumn": first.column,
            "endLine": last.line,
            "endColumn": last.column,
        }


def _message(finding: Finding) -> str:
    """The message, and links to the related places: elsewhere GitHub shows none of them."""
    links = [
        f"[{_linked(related.label or 'related')}]({index})"
        for index, related in enumerate(finding.related[:_LINKED], 1)
    ]
    text = finding.message.replace("\\", "\\\\") if "](" in finding.message else finding.message
    if "](" in text:  # it would be taken for a link
        text = text.replace("[", "\\[").replace("]", "\\]")
    return f"{text}\n\nSee {', '.join(links)}" if links else text


def _linked(label: str) -> str:
    return label.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")


def _artifact(path: str) -> dict[str, str]:
    return {"uri": quote(path, errors="surrogateescape"), "uriBaseId": _BASE}


def _skipped(skip: Skip) -> dict[str, Any]:
    return {
        "level": "note",
        "message": {"text": f"{skip.path} was not read: {skip.why}"},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(skip.path)}}],
    }
