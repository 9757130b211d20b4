"""Markdown for a job's summary or a comment on a merge request, which hold about 65,000 characters at GitHub."""

from __future__ import annotations

from collections.abc import Iterator

from linter.finding import Finding, Fix, Patch, Severity
from linter.report.counting import counted
from linter.report.fixes import Patches
from linter.report.given import Given, by_severity
from linter.report.marked import code, escaped
from linter.report.places import Places
from linter.report.summary import summary
from linter.syntax.document import Place

LIMIT = 60_000
"""Characters of the findings; what is left out is counted."""
_SIGNS = {Severity.ERROR: "🛑 error", Severity.WARNING: "⚠️ warning", Severity.NOTE: "ℹ️ note"}


def render(given: Given) -> str:
    """A heading, each finding with the other ends and the way out, and what was checked."""
    result = given.result
    places, patches = Places(given.open_source), Patches(result)
    parts = [f"### deadpeer: {_headline(given)}\n"]
    size = 0
    for shown, finding in enumerate(by_severity(result.findings)):
        part = "\n".join(_finding(finding, places, patches)) + "\n"
        if size + len(part) > LIMIT:
            parts.append(f"… and {counted(len(result.findings) - shown, 'more findings')}\n")
            break
        parts.append(part)
        size += len(part)
    tail = summary(result, given.open_source, given.style).rstrip("\n").split("\n")
    tail.append(given.tool.signature)
    parts.append("\n".join(f"{escaped(line)}  " for line in tail) + "\n")
    return "\n".join(parts)


def _headline(given: Given) -> str:
    found = given.result.findings
    counts = {one: sum(1 for finding in found if finding.severity is one) for one in sorted(Severity, reverse=True)}
    words = [counted(count, f"{one.word}s") for one, count in counts.items() if count]
    return ", ".join(words) or "nothing found"


def _finding(finding: Finding, places: Places, patches: Patches) -> Iterator[str]:
    sign = _SIGNS[finding.severity]
    yield f"- **{sign}** {_where(finding.place, places)} {escaped(finding.message)} {code(finding.policy)}"
    for related in finding.related:
        yield f"  - {escaped(related.label)}: {_where(related.place, places)}"
    for fix, patch in patches.of(finding):
        yield f"  - **help:** {escaped(fix.title)}{_how(fix, patch)}"


def _how(fix: Fix, patch: Patch | None) -> str:
    if fix.safety == "show" or patch is None:
        return ""
    if patch.refusal:
        return f" (not applied: {escaped(patch.refusal)})"
    return f" ({code('--fix')})" if fix.safety == "safe" else f" ({code('--fix --unsafe-fixes')})"


def _where(place: Place, places: Places) -> str:
    position = places.position(place.path, place.start)
    return code(place.path if position is None else f"{place.path}:{position.line}:{position.column}")
