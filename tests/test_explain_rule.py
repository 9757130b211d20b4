"""``explain-rule`` as a user runs it: text, JSON by its schema, and what it says when there is nothing."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from linter.cli import main

ROOT = Path(__file__).parent.parent
SCHEMA = Draft202012Validator(json.loads((ROOT / "schemas" / "explain-rule.json").read_text("utf-8")))
RULE = """\
configVersion: v3.0
scope: service
key: com.example.Stock
configs:
  - side: provider
    addresses: ["10.0.0.5"]
    parameters: {disabled: true}
"""
CONSUMER = """\
<beans xmlns="http://www.springframework.org/schema/beans" xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">
  <dubbo:reference id="stock" interface="com.example.Stock"/>
</beans>
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "stock.yaml").write_text(RULE)
    (tmp_path / "rules" / "other.yaml").write_text(RULE.replace("Stock", "Prices"))
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "consumer.xml").write_text(f"<!-- deadpeer: dubbo=3.1.11 -->\n{CONSUMER}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _json(capfd: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["explain-rule", "--no-config", "--format", "json", *words]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    made: dict[str, Any] = json.loads(out)
    SCHEMA.validate(made)
    return made


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)


def test_only_the_rules_of_the_file_are_told(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    made = _json(capfd, "rules/stock.yaml")
    (rule,) = made["rules"]
    assert (rule["kind"], rule["path"], rule["start"]) == (
        "dubbo.rule_item",
        "rules/stock.yaml",
        {"line": 5, "column": 5},
    )
    assert (rule["here"]["version"], rule["here"]["effect"]) == ("3.1.11", "ignored")
    assert [step["place"]["path"] for step in rule["input"]] == ["web/consumer.xml"]
    assert "dubbo/configurator-port-mismatch" in [finding["policy"] for finding in rule["findings"]]
    assert len(_json(capfd, "rules")["rules"]) == 2
    assert made["files"] == 3


def test_paths_bound_who_may_be_concerned(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    made = _json(capfd, "rules/stock.yaml", "rules")
    (rule,) = made["rules"]
    assert rule["here"]["version"] is None
    assert "no file checked" in rule["input"][0]["text"]


def test_standard_input_is_a_file_like_any_other(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stdin:
        buffer = io.BytesIO(json.dumps({"configVersion": "v3.0", "key": "shop", "force": True, "tags": []}).encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    (rule,) = _json(capfd, "-", "web")["rules"]
    assert rule["kind"] == "dubbo.rule"


def test_the_text_says_the_same(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-rule", "--no-config", "--color", "never", "rules/stock.yaml"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "rules/stock.yaml:5:5: configurator, entry 1 of the rule for com.example.Stock"
    labels = [line[2:12].strip() for line in lines if line.startswith("  ") and line[2] != " "]
    assert labels == ["hits", "does", "releases", "here", "input", "ends", "check"]
    assert any(line.startswith("  here      3.1.11: does nothing") for line in lines)


@pytest.mark.parametrize("text", ["a: b\n", "", "\x00\x01", "{" * 50])
def test_a_file_without_a_rule_is_said_to_have_none(folder: Path, capfd: pytest.CaptureFixture[str], text: str) -> None:
    (folder / "none.yaml").write_text(text)
    assert main(["explain-rule", "--no-config", "none.yaml"]) == 4
    assert "no governance rule was found in none.yaml" in capfd.readouterr().err


def test_a_missing_file_is_wrong_usage(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-rule", "--no-config", "nowhere.yaml"]) == 2
    assert main(["explain-rule", "--no-config", "rules/stock.yaml", "nowhere"]) == 2
    assert "nowhere" in capfd.readouterr().err
