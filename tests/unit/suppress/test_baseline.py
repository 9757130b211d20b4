from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from linter.faults import Faults
from linter.finding import Finding, Severity
from linter.suppress.baseline import Key, counted, parse, pruned, render
from linter.syntax.document import DocRef, Place

SCHEMA = json.loads((Path(__file__).parents[3] / "schemas" / "baseline.json").read_text("utf-8"))
TEXT = st.text(st.characters(exclude_categories=()), max_size=8)
COUNTS = st.dictionaries(st.builds(Key, TEXT, TEXT, TEXT), st.integers(1, 9), max_size=5)


def finding(policy: str, file: str, path: str, at: int = 0) -> Finding:
    place = Place(DocRef(file, "yaml"), at, at)
    return Finding(policy, Severity.ERROR, "m", place, "f", structure=path)


@given(COUNTS)
def test_what_is_written_is_read(counts: dict[Key, int]) -> None:
    text = render(counts)
    Draft202012Validator(SCHEMA).validate(json.loads(text))
    found = parse("b.json", text)
    assert found.counts == counts
    assert all(json.loads(text[start:end])["file"] == key.file for key, (start, end) in found.places.items())


def test_the_file_is_sorted_with_an_entry_on_each_line() -> None:
    findings = [finding("p/b", "b.yaml", "x"), finding("p/b", "a.yaml", "x"), finding("p/a", "a.yaml", "x")]
    text = render(counted([*findings, finding("p/b", "a.yaml", "x", at=7)]))
    entries = [json.loads(line.strip().rstrip(",")) for line in text.splitlines() if '"policy"' in line]
    assert [(entry["file"], entry["policy"], entry["count"]) for entry in entries] == [
        ("a.yaml", "p/a", 1),
        ("a.yaml", "p/b", 2),
        ("b.yaml", "p/b", 1),
    ]


def test_more_findings_than_counted_are_reported() -> None:
    base = parse("b.json", render({Key("a.yaml", "x", "p/a"): 2, Key("b.yaml", "y", "p/a"): 1}))
    findings = [finding("p/a", "a.yaml", "x", at) for at in (1, 2, 3)] + [finding("p/b", "a.yaml", "x")]
    kept, ignored, left = base.split(findings, "b.json")
    assert [(one.policy, one.place.start) for one in kept] == [("p/a", 3), ("p/b", 0)]
    assert [(one.by, one.finding.place.start) for one in ignored] == [("baseline", 1), ("baseline", 2)]
    assert left == {Key("b.yaml", "y", "p/a"): 1}


def test_pruning_adds_nothing() -> None:
    one, two, three = Key("a", "x", "p/a"), Key("b", "x", "p/a"), Key("c", "x", "p/a")
    assert pruned({one: 3, two: 1}, {one: 2, three: 5}) == {one: 2}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "b.json:1:2: is no JSON"),
        ("[]", "b.json: is no baseline of version 1"),
        ("[" * 100_000, "b.json: is no baseline: nested too deeply"),
        ('{"version": 2, "findings": []}', "b.json: is no baseline of version 1"),
        ('{"version": 1}', "b.json: has no list of `findings`"),
        ('{"version": 1, "findings": [\n {"policy": "a/b"}]}', "b.json:2:2: an entry has"),
        ('{"version": 1, "findings": [\n 7]}', "b.json:2:2: an entry has"),
        (
            '{"version": 1, "findings": [{"policy": "a", "file": "a", "path": "a", "count": true}]}',
            "b.json:1:29: an entry has",
        ),
    ],
)
def test_what_is_wrong_with_a_baseline(text: str, message: str) -> None:
    with pytest.raises(Faults) as caught:
        parse("b.json", text)
    assert str(caught.value).startswith(message)
