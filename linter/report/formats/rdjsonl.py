"""Reviewdog's diagnostics, one on each line.

Columns count the bytes that the line has in UTF-8, from 1, and ends are exclusive (reviewdog, proto/rdf). A suggestion
is one replacement in the finding's own file, so only such fixes are given; ``--diff`` prints the others. The
versions in ``source`` are fields of ours, which reviewdog passes over (parser/rdjsonl.go, DiscardUnknown).
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from linter.finding import Finding, Patch, Severity
from linter.report.fixes import Patches
from linter.report.given import Given
from linter.report.places import Places

_SEVERITY = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def render(given: Given) -> str:
    """A diagnostic on each line."""
    places, patches = Places(given.open_source), Patches(given.result)
    lines = (_diagnostic(finding, given, places, patches) for finding in given.result.findings)
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _diagnostic(finding: Finding, given: Given, places: Places, patches: Patches) -> dict[str, object]:
    made: dict[str, object] = {
        "message": finding.message,
        "location": _location(finding.place.path, finding.place.start, finding.place.end, places),
        "severity": _SEVERITY[finding.severity],
        "source": {"name": given.tool.name, "version": given.tool.version, "data": given.tool.data},
        "code": {"value": finding.policy},
    }
    suggestions = list(_suggestions(finding, places, patches))
    if suggestions:
        made["suggestions"] = suggestions
    if finding.related:
        made["relatedLocations"] = [
            {
                "message": related.label,
                "location": _location(related.place.path, related.place.start, related.place.end, places),
            }
            for related in finding.related
        ]
    return made


def _suggestions(finding: Finding, places: Places, patches: Patches) -> Iterator[dict[str, object]]:
    for fix, patch in patches.of(finding):
        if fix.safety != "safe" or not _alone(patch, finding.place.path):
            continue
        for edit in patch.edits if patch is not None else ():
            found = _range(edit.path, edit.start, edit.end, places)
            if found is not None:
                yield {"range": found, "text": edit.new}


def _alone(patch: Patch | None, path: str) -> bool:
    return patch is not None and not patch.refusal and [edit.path for edit in patch.edits] == [path]


def _location(path: str, start: int, end: int, places: Places) -> dict[str, object]:
    found = _range(path, start, end, places)
    return {"path": path} if found is None else {"path": path, "range": found}


def _range(path: str, start: int, end: int, places: Places) -> dict[str, object] | None:
    first, last = _position(path, start, places), _position(path, end, places)
    return None if first is None or last is None else {"start": first, "end": last}


def _position(path: str, offset: int, places: Places) -> dict[str, int] | None:
    found = places.position(path, offset)
    if found is None:
        return None
    line = places.line(path, found.line) or ""
    before = line[: found.column - 1]
    return {"line": found.line, "column": len(before.encode("utf-8", "surrogatepass")) + 1}
