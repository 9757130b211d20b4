"""GitLab's Code Quality report: the fields of https://docs.gitlab.com/ci/testing/code_quality/, and who reports.

Its schema allows further fields in an entry and nothing around the entries, so that a report without findings says
nothing (gitlab-org/gitlab, app/validators/json_schemas/codeclimate.json).

Fingerprints have to be unique, and should not change with lines: GitLab tells old findings from new ones by them.
"""

from __future__ import annotations

import json

from linter.finding import Finding, Severity
from linter.report.given import Given, Names
from linter.report.places import Places

_SEVERITY = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(given: Given) -> str:
    """A JSON array; empty where nothing was found."""
    places, names = Places(given.open_source), Names()
    entries = [_entry(finding, given, places, names) for finding in given.result.findings]
    return json.dumps(entries, ensure_ascii=False, indent=2) + "\n"


def _entry(finding: Finding, given: Given, places: Places, names: Names) -> dict[str, object]:
    place = finding.place
    start, end = places.position(place.path, place.start), places.position(place.path, place.end)
    begin = start.line if start else 1
    last = end.line if end else begin
    return {
        "description": finding.message,
        "check_name": finding.policy,
        "fingerprint": names.of(finding),
        "severity": _SEVERITY[finding.severity],
        "location": {"path": place.path, "lines": {"begin": begin, "end": last}},
        "tool": {"name": given.tool.name, "version": given.tool.version, "data": given.tool.data},
    }
