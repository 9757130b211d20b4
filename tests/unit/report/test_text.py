from __future__ import annotations

import re

import pytest

from linter.facts.value import Slot
from linter.finding import Change, Finding, Fix, Ignored, Patch, Related, Result, Safety, Severity, Unjudged
from linter.report.style import Style
from linter.report.text import render
from linter.syntax.document import DocRef, Place
from linter.system import Skip
from linter.text.edit import Edit
from linter.text.source import Source

CLIENT = """exporters:
  otlp:
    endpoint: gateway:4317
    keepalive:
      permit_without_stream: true
"""
SERVER = """receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 0.0.0.0:4317
"""
FILES = {"agent.yaml": CLIENT, "conf/gateway.yaml": SERVER}


def place(path: str, token: str, files: dict[str, str]) -> Place:
    start = files[path].index(token)
    return Place(DocRef(path, "yaml"), start, start + len(token))


def shown(result: Result, files: dict[str, str], style: Style = Style()) -> str:  # noqa: B008
    def opener(path: str) -> Source | None:
        return Source(path, files[path]) if path in files else None

    return render(result, opener, style)


def finding(
    text: str, token: str, message: str = "Message.", severity: Severity = Severity.ERROR, fixes: tuple[Fix, ...] = ()
) -> tuple[Result, dict[str, str]]:
    files = {"a.yaml": text}
    found = Finding("p/q", severity, message, place("a.yaml", token, files), "f1", fixes=fixes)
    return Result(findings=(found,), opened=1), files


def fix(title: str, safety: Safety) -> Fix:
    return Fix(title, safety, (Change("set", Slot(Place(DocRef("a.yaml", "yaml"), 0, 0), ("a",), 0), "1"),))


def test_a_finding_about_two_ends_shows_both_with_their_lines_and_the_way_out() -> None:
    remedy = Fix("let the server allow it", "safe", fix("", "safe").changes)
    found = Finding(
        "otelcol/keepalive-without-stream-refused",
        Severity.ERROR,
        "The server will close this connection.",
        place("agent.yaml", "true", FILES),
        "f1",
        related=(Related(place("conf/gateway.yaml", "grpc", FILES), "the server's settings"),),
        fixes=(remedy,),
    )
    patch = Patch("f1", remedy, (Edit("conf/gateway.yaml", 0, 0, "x"),))
    result = Result((found,), (patch,), opened=2, checked={"gRPC clients": 1, "links": 3, "images": 0})
    assert shown(result, FILES) == (
        "agent.yaml:5:30: error[otelcol/keepalive-without-stream-refused] The server will close this connection.\n"
        "5 |       permit_without_stream: true\n"
        "  |                              ^^^^\n"
        "  ::: conf/gateway.yaml:4:7: the server's settings\n"
        "4 |       grpc:\n"
        "  |       ----\n"
        "  = help: let the server allow it (safe fix)\n"
        "\n"
        "Checked 2 files: 1 gRPC client, 3 links.\n"
        "Found 1 error. 1 fixable with --fix.\n"
    )


@pytest.mark.parametrize(
    ("line", "token", "expected"),
    [
        ("\tkey:\tvalue", "value", ["1 |     key:    value", "  |             ^^^^^"]),
        ("名字: 中文 x", "中文", ["1 | 名字: 中文 x", "  |       ^^^^"]),
        ("e\u0301: value", "value", ["1 | e\u0301: value", "  |    ^^^^^"]),
        ("a: \x1b[31mred", "red", ["1 | a: \\x1b[31mred", "  |            ^^^"]),
        ("a: \u202eb c", "c", ["1 | a: \\u202eb c", "  |            ^"]),
        ("a: 1   ", "1   ", ["1 | a: 1", "  |    ^^^^"]),
        ("a: one\n  two\nb: 1", "one\n  two", ["1 | a: one", "  |    ^^^"]),
        ("a:\r\n  b: 1\r\n", "b: 1\r\n", ["2 |   b: 1", "  |   ^^^^"]),
    ],
)
def test_marks_stand_below_the_text_whatever_it_is_made_of(line: str, token: str, expected: list[str]) -> None:
    result, files = finding(line, token)
    assert shown(result, files).split("\n")[1:3] == expected


def test_a_place_without_width_has_one_mark() -> None:
    result, files = finding("a: 1\nb:\n", "b")
    at = Place(DocRef("a.yaml", "yaml"), 7, 7)
    result = Result((Finding("p/q", Severity.NOTE, "m", at, "f"),))
    assert shown(result, files).split("\n")[:3] == ["a.yaml:2:3: note[p/q] m", "2 | b:", "  |   ^"]


def test_the_gutter_is_as_wide_as_the_largest_number() -> None:
    text = "x: 0\n" * 99 + "last: 1\n"
    files = {"a.yaml": text}
    related = (Related(Place(DocRef("a.yaml", "yaml"), 0, 1), "first"),)
    result = Result((Finding("p/q", Severity.NOTE, "m", place("a.yaml", "last", files), "f", related=related),))
    assert shown(result, files).split("\n")[1:6] == [
        "100 | last: 1",
        "    | ^^^^",
        "    ::: a.yaml:1:1: first",
        "  1 | x: 0",
        "    | -",
    ]


@pytest.mark.parametrize("before", [0, 5, 60, 500])
@pytest.mark.parametrize("after", [0, 5, 500])
@pytest.mark.parametrize("token", ["value", "中" * 20, "v" * 300])
def test_long_lines_are_cut_around_the_place(before: int, after: int, token: str) -> None:
    result, files = finding("x" * before + token + "y" * after, token)
    line, mark = shown(result, files, Style(width=80)).split("\n")[1:3]
    columns = [2 if char == "中" else 1 for char in line]
    assert sum(columns) <= 80
    assert len(mark) <= 81
    start = mark.index("^")
    position = 0
    for char, size in zip(line, columns, strict=True):
        if position == start:
            assert char == token[0]
            break
        position += size
    else:
        pytest.fail("nothing stands above the mark")


def test_more_lines_of_a_message_are_indented_and_can_not_steer_the_terminal() -> None:
    result, files = finding("a: 1", "1", "First.\nSecond \x1b[2J.\n")
    assert shown(result, files).startswith("a.yaml:1:4: error[p/q] First.\n  Second \\x1b[2J.\n1 |")


@pytest.mark.parametrize(
    ("safety", "patch", "line", "last"),
    [
        ("safe", True, "= help: do it (safe fix)", "Found 1 error. 1 fixable with --fix."),
        (
            "unsafe",
            True,
            "= help: do it (unsafe fix: --unsafe-fixes)",
            "Found 1 error. 1 fixable with --fix --unsafe-fixes.",
        ),
        ("show", True, "= help: do it", "Found 1 error."),
        ("safe", False, "= help: do it (not applied: an alias)", "Found 1 error."),
        ("show", False, "= help: do it", "Found 1 error."),
    ],
)
def test_help_says_what_can_be_done_and_what_can_not(safety: Safety, patch: bool, line: str, last: str) -> None:
    remedy = fix("do it", safety)
    result, files = finding("a: 1", "1", fixes=(remedy,))
    edits = (Edit("a.yaml", 0, 0, "x"),) if patch else ()
    made = Patch("f1", remedy, edits, "" if patch else "an alias")
    lines = shown(Result(result.findings, (made,), opened=1), files).split("\n")
    assert lines[3].strip() == line
    assert lines[-2] == last


def test_the_summary_names_what_was_skipped_and_what_was_not_judged_by_reason() -> None:
    def unjudged(subject: str, policies: tuple[str, ...]) -> Unjudged:
        return Unjudged(subject, place("agent.yaml", "otlp", FILES), "the version is unknown", policies)

    result = Result(
        skipped=(*(Skip(f"chart/{name}", "a template") for name in "abcdefg"), Skip("big.yaml", "too large")),
        unjudged=(unjudged("otlp", ("p/a", "p/b")), unjudged("otlp/2", ("p/b",))),
        opened=1,
    )
    assert shown(result, FILES) == (
        "Skipped 7 files: a template: chart/a, chart/b, chart/c, chart/d, chart/e, and 2 more\n"
        "Skipped 1 file: too large: big.yaml\n"
        "Not judged by 2 policies: the version is unknown: otlp (agent.yaml:2), otlp/2 (agent.yaml:2)\n"
        "Checked 1 file.\n"
        "Nothing found.\n"
    )


def test_ignored_findings_are_counted() -> None:
    result, files = finding("a: 1", "1", severity=Severity.WARNING)
    (one,) = result.findings
    commented, known = Ignored(one, "comment", "why"), Ignored(one, "baseline", "it was there before")
    both = Result(result.findings, ignored=(commented,))
    assert shown(both, files).endswith("Found 1 warning (1 ignored).\n")
    several = Result(ignored=(commented, Ignored(one, "settings", "why"), known), unchanged=4)
    assert shown(several, files).endswith("Nothing found (2 ignored, 1 in the baseline, 4 unchanged).\n")


def test_counts_name_the_worst_first() -> None:
    one, files = finding("a: 1", "1", severity=Severity.NOTE)
    two, _ = finding("a: 1", "1", severity=Severity.ERROR)
    three, _ = finding("a: 1", "1", severity=Severity.WARNING)
    every = Result((*one.findings, *two.findings * 2, *three.findings))
    assert shown(every, files).endswith("Found 2 errors, 1 warning and 1 note.\n")


def test_many_related_places_are_cut_but_counted() -> None:
    result, files = finding("a: 1", "1")
    related = tuple(Related(Place(DocRef("a.yaml", "yaml"), 0, 1), f"number {number}") for number in range(20))
    many = Finding("p/q", Severity.NOTE, "m", result.findings[0].place, "f", related=related)
    text = shown(Result((many,)), files)
    assert text.count(":::") == 6
    assert "... and 14 more: a.yaml:1:1, …" in text


def test_a_file_that_is_gone_costs_its_lines_only() -> None:
    result, _ = finding("a: 1", "1")
    assert shown(result, {}).startswith("a.yaml: error[p/q] Message.\n\n")


def test_a_file_that_can_not_be_decoded_is_reported_at_its_start() -> None:
    at = Place(DocRef("a.yaml", "yaml"), 0, 0)
    result = Result((Finding("deadpeer/encoding", Severity.ERROR, "not text", at, "f"),))
    assert shown(result, {}).startswith("a.yaml:1:1: error[deadpeer/encoding] not text\n\n")


def test_color_and_links_change_the_look_and_not_the_text() -> None:
    remedy = fix("do it", "safe")
    result, files = finding("a: 1", "1", fixes=(remedy,))
    plain = shown(result, files)
    colored = shown(result, files, Style(color=True, hyperlinks="file:///srv/"))
    assert "\x1b]8;;file:///srv/a.yaml\x1b\\" in colored
    assert re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\", "", colored) == plain


def test_paths_are_shown_as_they_lead_from_the_readers_folder() -> None:
    result, files = finding("a: 1", "1")
    assert shown(result, files, Style(folder="sub")).startswith("../a.yaml:1:4:")


def test_files_in_messages_are_shown_as_they_lead_from_the_readers_folder() -> None:
    said = "The server (in conf/gateway.yaml), a.yaml. But conf/other.yaml and 1.2.3 stay"
    result, _ = finding("a: 1", "1", said)
    line = shown(result, {"a.yaml": "a: 1", "conf/gateway.yaml": "b: 2"}, Style(folder="conf")).splitlines()[0]
    assert line.endswith("The server (in gateway.yaml), ../a.yaml. But conf/other.yaml and 1.2.3 stay")
