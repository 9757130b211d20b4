"""``schemas/policy.json`` and the loader agree on structure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from linter import resources
from linter.policy.files import policy_files
from linter.syntax.document import DocRef, Document
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.resolve import resolve
from linter.text.source import Source
from linter.text.view import View
from tests.unit.policy.test_compiled import RANGES, WHOLE
from tests.unit.policy.test_load import STRUCTURE
from tests.unit.policy.toy import ADVISORY, POLICY

SCHEMA = json.loads(Path(resources.path("schemas", "policy.json")).read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
BEYOND = {
    "a key twice",
    "an unconditional line before others",
    "no unconditional line",
    "a duration that is none",
    "a default of another type",
    "a name of another ecosystem",
    "a bad example without a mark",
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
