"""``schemas/config.json`` and our own reading agree on what is right and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from linter.faults import Faults
from linter.settings.find import read
from linter.settings.rulesets import rulesets
from linter.settings.shape import KEYS, OVERRIDES, settings
from linter.system import subjects

SCHEMA = json.loads((Path(__file__).parents[3] / "schemas" / "config.json").read_text("utf-8"))

GOOD: list[Any] = [
    {},
    {"profile": "default"},
    {"profile": "pedantic", "fail-on": "note", "preview": False},
    {"select": [], "ignore": ["a/b", "c/*"], "exclude": ["x/**", ".a/", "..a", "a/../b"]},
    {"severity": {"a/b": "off", "c/*": "error"}},
    {"params": {"a/b": {"x": "10s", "y": 1, "z": 1.5, "on": True}, "c/d": {}}},
    {"versions": []},
    {"versions": [{"files": ["a", "b/*"], "otelcol": "0.95.0"}]},
    {"versions": [{"otelcol": "0.95.0"}, {"files": "x/*", "otelcol": "0.95.0", "org.apache.dubbo:dubbo": "2.7.12"}]},
    {"pairs": [{"client": "a.yaml#otlp", "server": "b.yaml"}]},
    {
        "ignores": [
            {"policy": "a/*", "reason": "x"},
            {"policy": "a", "reason": "x", "files": "*", "until": "2027-01-31"},
        ]
    },
    {"baseline": "known.json"},
    {"force-exclude": True, "inherit": False, "ruleset": "2026.1", "policies": [], "advisories": ["."]},
    {"overrides": []},
    {
        "overrides": [
            {"files": "a", "profile": "default"},
            {"files": ["a", "b"], "ignore": [], "severity": {"a": "off"}},
        ]
    },
    {"overrides": [{"files": [], "params": {"a/b": {"x": 1}}}]},
]
BAD: list[Any] = [
    [],
    3,
    "profile",
    {"profil": "default"},
    {"profile": "loud"},
    {"profile": None},
    {"fail-on": "off"},
    {"select": "a/b"},
    {"select": [""]},
    {"ignore": [3]},
    {"ignore": None},
    {"exclude": [["a"]]},
    {"exclude": ["./a"]},
    {"exclude": ["a", "/a"]},
    {"overrides": [{"files": "../a", "ignore": ["a/b"]}]},
    {"overrides": [{"files": ["a", "./a"], "ignore": ["a/b"]}]},
    {"versions": [{"files": "./a/*", "otelcol": "0.95.0"}]},
    {"versions": [{"files": ["a", "./a/*"], "otelcol": "0.95.0"}]},
    {"ignores": [{"policy": "a", "reason": "x", "files": "/a"}]},
    {"severity": {"a/b": "fatal"}},
    {"severity": {"a/b": False}},
    {"severity": {"": "off"}},
    {"severity": ["a/b"]},
    {"params": {"a/b": 3}},
    {"params": {"a/b": {"x": None}}},
    {"params": {"a/b": {"x": []}}},
    {"params": {"a/b": {"": 1}}},
    {"versions": {}},
    {"versions": [{}]},
    {"versions": ["0.95.0"]},
    {"versions": [{"files": "x"}]},
    {"versions": [{"otelcol": 0.95}]},
    {"versions": [{"otelcol": ""}]},
    {"versions": [{"otel": "0.95.0"}]},
    {"versions": [{"otelcol": "banana"}]},
    {"versions": [{"files": 3, "otelcol": "1"}]},
    {"pairs": [{"client": "a"}]},
    {"pairs": [{"client": "a", "server": ""}]},
    {"pairs": [{"client": "a", "server": "b", "extra": "c"}]},
    {"pairs": ["a"]},
    {"ignores": [{"policy": "a/b"}]},
    {"ignores": [{"policy": "a/b", "reason": ""}]},
    {"ignores": [{"policy": "a/b", "reason": "x", "until": "soon"}]},
    {"ignores": [{"policy": "a/b", "reason": "x", "file": "c"}]},
    {"baseline": ["known.json"]},
    {"force-exclude": "yes"},
    {"inherit": 1},
    {"ruleset": "2025.1"},
    {"ruleset": 2026.1},
    {"policies": "house"},
    {"policies": [3]},
    {"advisories": [""]},
    {"overrides": {}},
    {"overrides": [{}]},
    {"overrides": [{"files": "a"}]},
    {"overrides": [{"ignore": ["a/b"]}]},
    {"overrides": [{"files": "", "ignore": ["a/b"]}]},
    {"overrides": [{"files": "a", "select": ["a/b"]}]},
    {"overrides": [{"files": "a", "severity": {"a/b": "fatal"}}]},
    {"preview": 1},
    {"preview": "true"},
]


def accepted(value: Any, folder: Path) -> bool:
    path = folder / "settings.yaml"
    path.write_text(json.dumps(value), "utf-8")
    try:
        settings("settings.yaml", read(str(path), "settings.yaml"))
    except Faults:
        return False
    return True


@pytest.mark.parametrize("value", GOOD, ids=json.dumps)
def test_both_accept_what_is_right(value: Any, tmp_path: Path) -> None:
    assert (Draft202012Validator(SCHEMA).is_valid(value), accepted(value, tmp_path)) == (True, True)


@pytest.mark.parametrize("value", BAD, ids=json.dumps)
def test_both_reject_what_is_wrong(value: Any, tmp_path: Path) -> None:
    assert (Draft202012Validator(SCHEMA).is_valid(value), accepted(value, tmp_path)) == (False, False)


def test_the_schema_is_one_and_names_the_same_keys() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == set(KEYS)
    listed = SCHEMA["properties"]["versions"]["items"]["propertyNames"]["anyOf"][1]["enum"]
    assert SCHEMA["properties"]["ruleset"]["enum"] == list(rulesets())
    assert set(SCHEMA["properties"]["overrides"]["items"]["properties"]) == set(OVERRIDES)
    assert listed == ["files", *subjects()]
