from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from linter.facts.value import Slot
from linter.finding import Change, Finding, Fix, Ignored, Patch, Related, Result, Severity, Unjudged, Way
from linter.report.json import Tool, render
from linter.syntax.document import DocRef, Place
from linter.system import Skip
from linter.text.edit import Edit
from linter.text.source import Source

SCHEMA = json.loads((Path(__file__).parents[3] / "schemas" / "report.json").read_text("utf-8"))
TOOL = Tool("deadpeer", "1.2.3", "2026.1")
TEXT = "a: 1\r\n😀 b: 2\r\nc: 3\n"


def place(start: int, end: int, path: str = "x/a.yaml") -> Place:
    return Place(DocRef(path, "yaml"), start, end)


def opener(path: str) -> Source | None:
    return Source(path, TEXT) if path == "x/a.yaml" else None


def report(result: Result) -> Any:
    text = render(result, opener, TOOL)
    assert text == render(result, opener, TOOL)
    made = json.loads(text)
    Draft202012Validator(SCHEMA).validate(made)
    return made


def everything() -> Result:
    change = Change("set", Slot(place(0, 1), ("a",), 1), "2")
    made, refused, shown = (Fix("do", "safe", (change,)), Fix("or", "unsafe", (change,)), Fix("else", "show", ()))
    finding = Finding(
        "otelcol/x",
        Severity.WARNING,
        "多 \x1b line",
        place(8, 9),
        "f1",
        related=(Related(place(3, 4), "here"), Related(place(3, 4, "gone.yaml"), "there")),
        fixes=(made, refused, shown),
    )
    return Result(
        findings=(finding,),
        patches=(
            Patch("f1", made, (Edit("x/a.yaml", 3, 4, "2"),)),
            Patch("f1", refused, refusal="an alias"),
            Patch("f1", shown, refusal="advice"),
        ),
        ignored=(
            Ignored(finding, "baseline", "it was there before"),
            Ignored(finding, "comment", "why", "2027-01-31", place(8, 9)),
        ),
        skipped=(Skip("b.yaml", "a template"),),
        unjudged=(Unjudged("otlp", place(0, 1), "version unknown", ("otelcol/x", "otelcol/y")),),
        opened=2,
        checked={"links": 1},
    )


def test_the_whole_report_is_what_the_contract_says() -> None:
    made = report(everything())
    (found,) = made["findings"]
    assert made == {
        "version": 1,
        "tool": {"name": "deadpeer", "version": "1.2.3", "data": "2026.1"},
        "summary": {
            "files": 2,
            "checked": {"links": 1},
            "errors": 0,
            "warnings": 1,
            "notes": 0,
            "ignored": 2,
            "unchanged": 0,
            "skipped": 1,
            "unjudged": 1,
        },
        "findings": [
            {
                "policy": "otelcol/x",
                "severity": "warning",
                "message": "多 \x1b line",
                "path": "x/a.yaml",
                "start": {"line": 2, "column": 3},
                "end": {"line": 2, "column": 4},
                "related": [
                    {
                        "path": "x/a.yaml",
                        "start": {"line": 1, "column": 4},
                        "end": {"line": 1, "column": 5},
                        "label": "here",
                    },
                    {"path": "gone.yaml", "start": None, "end": None, "label": "there"},
                ],
                "fixes": [
                    {
                        "title": "do",
                        "safety": "safe",
                        "edits": [
                            {
                                "path": "x/a.yaml",
                                "start": {"line": 1, "column": 4},
                                "end": {"line": 1, "column": 5},
                                "new": "2",
                            }
                        ],
                    },
                    {"title": "or", "safety": "unsafe", "edits": [], "refusal": "an alias"},
                    {"title": "else", "safety": "show", "edits": [], "refusal": "advice"},
                ],
                "fingerprint": "f1",
                "upgrade": None,
            }
        ],
        "ignored": [
            {**found, "ignored": {"by": "baseline", "reason": "it was there before"}},
            {
                **found,
                "ignored": {
                    "by": "comment",
                    "reason": "why",
                    "until": "2027-01-31",
                    "place": {
                        "path": "x/a.yaml",
                        "start": {"line": 2, "column": 3},
                        "end": {"line": 2, "column": 4},
                    },
                },
            },
        ],
        "skipped": [{"path": "b.yaml", "why": "a template"}],
        "unjudged": [
            {
                "subject": "otlp",
                "path": "x/a.yaml",
                "start": {"line": 1, "column": 1},
                "end": {"line": 1, "column": 2},
                "why": "version unknown",
                "policies": ["otelcol/x", "otelcol/y"],
            }
        ],
    }


def test_an_empty_result_is_a_whole_report() -> None:
    made = report(Result())
    assert (made["findings"], made["skipped"], made["unjudged"]) == ([], [], [])


def test_the_start_of_a_file_that_can_not_be_decoded_has_a_position() -> None:
    made = report(Result((Finding("deadpeer/encoding", Severity.ERROR, "m", place(0, 0, "gone.yaml"), "f"),)))
    assert made["findings"][0]["start"] == made["findings"][0]["end"] == {"line": 1, "column": 1}


def test_names_and_messages_that_are_no_text_stay_json() -> None:
    made = render(Result(skipped=(Skip("\udcff.yaml", "x"),)), opener, TOOL)
    assert json.loads(made.encode("utf-8", "backslashreplace"))["skipped"][0]["path"] == "\udcff.yaml"


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("version",), 2),
        (("findings", 0, "severity"), "fatal"),
        (("findings", 0, "start", "line"), 0),
        (("findings", 0, "policy"), "nofolder"),
        (("findings", 0, "extra"), 1),
        (("findings", 0, "fixes", 0, "safety"), "maybe"),
    ],
)
def test_the_schema_rejects_what_the_contract_does_not_allow(where: tuple[str | int, ...], value: object) -> None:
    made = report(everything())
    inner = made
    for step in where[:-1]:
        inner = inner[step]
    inner[where[-1]] = value
    assert not Draft202012Validator(SCHEMA).is_valid(made)


def test_the_schema_requires_every_field_that_is_always_there() -> None:
    made = report(everything())
    assert set(SCHEMA["required"]) == set(made)
    assert set(SCHEMA["$defs"]["finding"]["required"]) == set(made["findings"][0])
    assert set(SCHEMA["properties"]["summary"]["required"]) == set(made["summary"])


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_an_upgrade_says_where_to_go_and_what_is_maintained() -> None:
    ways = {
        "own": Way("s", "2.0 (…)", "2.0", remains=("p/z",), state="superseded", maintained="3.0"),
        "same": Way("s", "2.0", "2.0", maintained="2.0"),
        "open": Way("s", "2.0", "2.0"),
        "none": Way("s", "a newer release (…)", None, "every one hangs"),
    }
    found = [Finding("otelcol/x", Severity.ERROR, "m", place(0, 1), name, upgrade=way) for name, way in ways.items()]
    made = {one["fingerprint"]: one["upgrade"] for one in report(Result(findings=tuple(found)))["findings"]}
    assert made == {
        "own": {"to": "2.0", "why": None, "remains": ["p/z"], "maintained": "3.0"},
        "same": {"to": "2.0", "why": None, "remains": [], "maintained": "2.0"},
        "open": {"to": "2.0", "why": None, "remains": [], "maintained": None},
        "none": {"to": None, "why": "every one hangs", "remains": [], "maintained": None},
    }
