"""What is known against one release is told once; the JSON report keeps each."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from linter.finding import Finding, Related, Result, Severity, Way
from linter.report.json import Tool
from linter.report.json import render as as_json
from linter.report.stories import SHOWN, stories
from linter.report.style import Style
from linter.report.text import findings
from linter.syntax.document import DocRef, Place
from linter.text.source import Source

TEXT = "exporters:\n  loadbalancing:\n  other:\n"
KEY = Place(DocRef("a.yaml", "yaml"), 13, 26)
IMAGE = Place(DocRef("compose.yaml", "yaml"), 0, 5)
WAY = Way("a", "0.109.0 (it is superseded; the nearest maintained is 0.165.0)", "0.109.0", maintained="0.165.0")


def opener(path: str) -> Source | None:
    return Source(path, TEXT)


def bad(number: int, severity: Severity = Severity.ERROR, way: Way | None = WAY, place: Place = KEY) -> Finding:
    return Finding(
        f"p/q{number}",
        severity,
        f"It hangs ({number})",
        place,
        f"f{number}",
        name="exporter loadbalancing",
        related=(Related(IMAGE, "the image"),),
        upgrade=way,
    )


def shown(*found: Finding, full: bool = False) -> str:
    return findings(Result(findings=found), opener, Style(), full=full)


def test_the_worst_come_first_and_the_rest_is_named_with_one_way_out() -> None:
    every = [bad(number, Severity.ERROR if number % 2 else Severity.WARNING) for number in range(8)]
    out = shown(*every)
    headlines = [line for line in out.splitlines() if ": error[" in line or ": warning[" in line]
    assert [line.split("[")[1].split("]")[0] for line in headlines] == ["p/q1", "p/q3", "p/q5"]
    assert "5 more known defects of exporter loadbalancing in this release" in out
    assert "  1 error: p/q7\n  4 warnings: p/q0, p/q2, p/q4, p/q6\n" in out
    assert f"upgrade to {WAY.phrase}; --verbose shows each" in out
    assert out.count("the image") == 1


def test_verbose_shows_each_in_full_and_in_the_order_of_the_result() -> None:
    every = [bad(number, Severity.ERROR if number % 2 else Severity.WARNING) for number in range(8)]
    out = shown(*every, full=True)
    assert [f"[p/q{number}]" in out for number in range(8)] == [True] * 8
    assert out.index("p/q0") < out.index("p/q1")
    assert out.count("the image") == 8
    assert "more known defects" not in out


def test_other_findings_and_other_things_are_stories_of_their_own() -> None:
    other = Place(DocRef("a.yaml", "yaml"), 30, 35)
    every = [bad(number) for number in range(4)] + [bad(9, place=other, way=Way("b", "0.109.0", "0.109.0"))]
    every += [bad(number, way=None) for number in range(10, 16)]
    out = shown(*every)
    assert "more known defects" not in out
    assert out.count(": error[") == len(every)


def test_what_no_release_ends_is_not_promised() -> None:
    never = Way("a", "a newer release (none ends this)", None, "none ends this")
    out = shown(*(bad(number) for number in range(6)), bad(6, Severity.NOTE, never))
    assert f"upgrade to {WAY.phrase}, all but p/q6" in out
    assert "no known release ends them: none ends this" in shown(*(bad(number, way=never) for number in range(6)))


@given(st.lists(st.tuples(st.sampled_from([None, "a", "b"]), st.sampled_from(list(Severity))), max_size=30))
def test_nothing_is_lost(drawn: list[tuple[str | None, Severity]]) -> None:
    every = [
        bad(number, severity, None if key is None else Way(key, "1.0", "1.0"))
        for number, (key, severity) in enumerate(drawn)
    ]
    told = [finding for story in stories(every) for finding in (*story.told, *story.rest)]
    assert sorted(told, key=every.index) == every
    for story in stories(every):
        assert len(story.rest) != 1
        assert not story.rest or len(story.told) == SHOWN
        severities = [finding.severity for finding in (*story.told, *story.rest)]
        assert severities == sorted(severities, reverse=True)
    out = shown(*every)
    assert all(finding.policy in out for finding in every)
    made = json.loads(as_json(Result(findings=tuple(every)), opener, Tool("deadpeer", "1", "1")))
    assert [one["policy"] for one in made["findings"]] == [finding.policy for finding in every]
