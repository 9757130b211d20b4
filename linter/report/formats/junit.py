"""JUnit XML: a suite for each file, a case for each finding; what fails the run is a failure, the rest passes.

Only what Jenkins' schema has (jenkinsci/xunit-plugin, junit-10.xsd), so a place stands in the text: there is no
attribute for it that all readers allow, and who reports stands in each suite, since the whole has no properties.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.finding import Finding, Ignored
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.report.given import Given
from linter.report.places import Places

_ILLEGAL = pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 can't hold, escaped or not."""


class _Case(NamedTuple):
    finding: Finding
    ignored: Ignored | None = None


def render(given: Given) -> str:
    """The report as XML; one passing case where nothing was found, because an empty report looks like a broken one."""
    places = Places(given.open_source)
    suites: dict[str, list[_Case]] = {}
    for finding in given.result.findings:
        suites.setdefault(finding.place.path, []).append(_Case(finding))
    for one in given.ignored:
        suites.setdefault(one.finding.place.path, []).append(_Case(one.finding, one))
    failures = sum(1 for finding in given.result.findings if finding.severity >= given.fail_on)
    tests = sum(map(len, suites.values())) or 1
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="deadpeer" tests="{tests}" failures="{failures}" errors="0">',
    ]
    for path in sorted(suites):
        lines += _suite(path, suites[path], given, places)
    if not suites:
        lines.append('  <testsuite name="deadpeer" tests="1" failures="0" errors="0" skipped="0">')
        lines += _properties(given)
        lines.append(f'    <testcase name="{given.result.opened} files" classname="deadpeer"/>')
        lines.append("  </testsuite>")
    return "\n".join((*lines, "</testsuites>", ""))


def _suite(path: str, cases: Iterable[_Case], given: Given, places: Places) -> Iterator[str]:
    cases = list(cases)
    failures = sum(1 for case in cases if case.ignored is None and case.finding.severity >= given.fail_on)
    skipped = sum(1 for case in cases if case.ignored is not None)
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0" skipped="{skipped}"'
    yield f'  <testsuite name="{_text(path)}" {counts}>'
    yield from _properties(given)
    for case in cases:
        yield from _case(case, given, places)
    yield "  </testsuite>"


def _properties(given: Given) -> Iterator[str]:
    yield "    <properties>"
    for name, value in (("version", given.tool.version), ("data", given.tool.data)):
        yield f'      <property name="{_text(given.tool.name)}.{name}" value="{_text(value)}"/>'
    yield "    </properties>"


def _case(case: _Case, given: Given, places: Places) -> Iterator[str]:
    finding = case.finding
    position = places.position(finding.place.path, finding.place.start)
    where = f"{finding.place.path}:{position.line}:{position.column}" if position else finding.place.path
    name = f"{finding.policy} {finding.structure}".strip()
    yield f'    <testcase name="{_text(name)}" classname="{_text(finding.place.path)}">'
    body = _text(f"{where}: {finding.severity.word}[{finding.policy}] {finding.message}")
    if case.ignored is not None:
        yield f'      <skipped message="{_text(f"ignored: {case.ignored.reason}")}"/>'
    elif finding.severity >= given.fail_on:
        yield f'      <failure message="{_text(finding.message)}" type="{finding.severity.word}">{body}</failure>'
    else:
        yield f"      <system-out>{body}</system-out>"
    yield "    </testcase>"


def _text(text: str) -> str:
    """``text`` as it may stand in an element and in an attribute; what XML can't hold becomes U+FFFD."""
    clean = _ILLEGAL.sub("\ufffd", text)
    for char, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        clean = clean.replace(char, name)
    return clean.replace("\r", "&#13;").replace("\n", "&#10;").replace("\t", "&#9;")
