"""``schemas/policy.json`` and the loader agree on structure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from linter import resources
from linter.policy.files import policy_files
from linter.policy.load import read_policy
from linter.policy.model import Policy
from linter.syntax.document import DocRef, Document
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.resolve import resolve
from linter.text.source import Source
from linter.text.view import View
from tests.unit.policy.malformed import mutants
from tests.unit.policy.test_compiled import RANGES, WHOLE
from tests.unit.policy.test_load import STRUCTURE
from tests.unit.policy.toy import ADVISORY, KINDS, POLICY

SCHEMA = json.loads(Path(resources.path("schemas", "policy.json")).read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
BEYOND = {
    "a key twice",
    "an unconditional line first",
}
"""What JSON Schema can't say, or what JSON has lost."""


def _json(node: Node) -> Any:
    node = follow(node)
    if isinstance(node, Scalar):
        return resolve(node.text, node.style, node.tag, "core")
    if isinstance(node, Sequence):
        return [_json(item) for item in node.items]
    assert isinstance(node, Mapping)
    return {key.text: _json(value) for key, value in node.entries if isinstance(key, Scalar)}


def _errors(text: str) -> list[str]:
    document = next(iter(parse(View.of(Source("p.yaml", text)), DocRef("p.yaml", "yaml"))))
    assert isinstance(document, Document)
    return [f"{list(error.path)}: {error.message}" for error in VALIDATOR.iter_errors(_json(document.root))]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("text", [POLICY, ADVISORY, WHOLE, RANGES])
def test_what_loads_is_valid(text: str) -> None:
    assert _errors(text) == []


@pytest.mark.parametrize("case", sorted(set(STRUCTURE) - BEYOND))
def test_what_the_loader_rejects_for_its_structure_is_invalid(case: str) -> None:
    assert _errors(STRUCTURE[case][0])


@pytest.mark.parametrize("case", sorted(BEYOND))
def test_what_is_beyond_the_schema_is_valid(case: str) -> None:
    assert case in STRUCTURE
    assert _errors(STRUCTURE[case][0]) == []


RICH = """\
title: It hangs
status: preview
since: "0.1"
match: toy.part
profile: [{when: it.busy, is: default}, {is: pedantic}]
severity: [{when: it.busy, is: error}, {is: note}]
message: "{it} hangs"
why: It hurts.
when_fine: Never.
references: [https://example.org]
related: [{at: it.busy, label: here, when: it.busy}]
params:
  most: {type: duration, default: 10s, by_profile: {recommended: 5s}, doc: how long}
  count: {type: int, default: 1, by_profile: {pedantic: 2}}
  part: {type: float, default: 0.5}
  name: {type: string, default: a}
  on: {type: bool, default: true}
advisory:
  package: {ecosystem: Go, name: example.org/part}
  affected: [{introduced: 0.90.0, fixed: 0.97.0, except: [0.95.0]}, {versions: [0.99.0]}]
  class: hang
  reproduced: false
  evidence: [https://example.org/1, {fixed: https://example.org/2}, {introduced: https://example.org/3}]
fix:
  - title: Go up
    safety: unsafe
    because: It may cost.
    when: it.busy
    edits: [{set: it.version, to: upgrade, when: it.busy}, {remove: it.mode}]
examples:
  - {name: a, bad: {a.yaml: «x»}, fixed: {a.yaml: y}, severity: note, also: [a/b], version: 0.9.0, image: i}
  - {name: b, good: y, settings: {profile: default}, versions: {a: "1"}}
"""
LOADER_ONLY = (
    "unexpected `",
    "there is no `",
    "a value is missing",
    "a duration is written",
    "a condition is true or false",
    "`to` has to be",
    "no system has the kind",
    "there are two examples named",
)
"""How faults begin that a schema can't have: of expressions' grammar and types, of kinds, of names that repeat."""


def _faults(written: Any) -> list[str]:
    """What the loader says."""
    found = read_policy("p.yaml", "toy/often.yaml", json.dumps(written).encode(), KINDS)
    return [] if isinstance(found, Policy) else [fault.message for fault in found]


def test_both_readers_take_and_refuse_the_same_files() -> None:
    document = next(iter(parse(View.of(Source("p.yaml", RICH)), DocRef("p.yaml", "yaml"))))
    assert isinstance(document, Document)
    whole = _json(document.root)
    assert (_faults(whole), _errors(RICH)) == ([], [])
    refused = 0
    for name, written in mutants(whole):
        said, valid = _faults(written), VALIDATOR.is_valid(written)
        refused += not valid
        if valid:
            assert all(message.startswith(LOADER_ONLY) for message in said), name
        else:
            assert said, f"{name}: only the schema refuses it"
    assert refused > 1000


FILES = list(policy_files(resources.folder("policies")))


@pytest.mark.parametrize("path", [path for path, _ in FILES], ids=[name for _, name in FILES])
def test_every_bundled_policy_is_valid(path: str) -> None:
    assert _errors(Path(path).read_text("utf-8")) == []


@pytest.mark.parametrize("folder", ["policies", "changes"])
def test_each_bundled_file_names_its_schema_for_editors(folder: str) -> None:
    for file, name in policy_files(resources.path(folder)):
        first = Path(file).read_text("utf-8").partition("\n")[0]
        schema = Path(file).parent / first.removeprefix("# yaml-language-server: $schema=")
        assert schema.resolve() == Path(resources.path("schemas", "policy.json")).resolve(), name
