"""``emit`` as a user runs it, what Maven made of its rule, and what is written for which input."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from linter.cli import main
from tests.oracle import make_enforcer

ROOT = Path(__file__).parent.parent
ORACLE = ROOT / "tests" / "oracle" / "enforcer"
RENOVATE = ROOT / "tests" / "oracle" / "renovate"
ASYNC = ROOT / "examples" / "dubbo-async-oom"


def _emit(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["emit", *words, "--no-config"]) == 0
    return capfd.readouterr().out


def _selected(capfd: pytest.CaptureFixture[str], tool: str) -> str:
    chosen = ("--all", "--profile", "pedantic", "--select", ",".join(make_enforcer.POLICIES))
    return _emit(capfd, tool, *chosen)


def _expected() -> dict[str, str]:
    rows = (line.split("\t") for line in (ORACLE / "expected.tsv").read_text("utf-8").splitlines())
    return {row[0]: row[1] for row in rows}


def _excludes(text: str) -> list[str]:
    return [str(one.text) for one in ElementTree.fromstring(text).iter("exclude")]  # noqa: S314  our own text


def test_maven_ran_the_rule_that_is_written_now(capfd: pytest.CaptureFixture[str]) -> None:
    written = _selected(capfd, "enforcer").split("\n", 1)[1]
    assert written == (ORACLE / "fragment.xml").read_text("utf-8"), "run tests/oracle/make_enforcer.py again"
    assert list(_expected()) == list(make_enforcer.DEPENDENCIES)


@pytest.mark.parametrize(("dependency", "outcome"), _expected().items())
def test_maven_fails_on_the_affected_releases_alone(dependency: str, outcome: str) -> None:
    """The record against the bounds in ``expected.tsv``: inside fails, at the bounds outside and in forks passes."""
    group, artifact, version = dependency.split(":")
    excludes = [one.split(":") for one in _excludes((ORACLE / "fragment.xml").read_text("utf-8"))]
    named = any(
        group == one[0] and one[1] in ("*", artifact) and f"[{version}]" in one[2].split(",") for one in excludes
    )
    assert (outcome == "fails") is named


def test_only_what_the_input_uses_is_kept_away_from(capfd: pytest.CaptureFixture[str]) -> None:
    text = _emit(capfd, "enforcer", str(ASYNC))
    assert "dubbo/async-executor-shut-down" in text
    assert "cve-2019-17564" not in text, "nothing is served over http"
    every = _emit(capfd, "enforcer", "--all", "--profile", "pedantic")
    assert "cve-2019-17564" in every
    assert set(_excludes(text)) < set(_excludes(every))
    assert any("com.alibaba:dubbo:" in one for one in _excludes(every))


def test_without_asynchronous_calls_a_release_is_no_matter(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pom = (ROOT / "examples" / "dubbo-async-oom" / "pom.xml").read_text("utf-8")
    (tmp_path / "pom.xml").write_text(pom.replace("<packaging>pom</packaging>", ""))
    (tmp_path / "dubbo.properties").write_text(
        "# deadpeer: dubbo=2.7.12\ndubbo.reference.com.example.Stock.timeout=5\n"
    )
    text = _emit(capfd, "renovate", str(tmp_path))
    assert "dubbo/async-executor-shut-down" not in text
    assert "dubbo/dead-peer-never-reconnected" in text


def test_constraints_name_the_modules_that_the_build_names(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "build.gradle").write_text(
        "dependencies { implementation 'org.apache.dubbo:dubbo-rpc-dubbo:2.7.12' }\n"
    )
    (tmp_path / "dubbo.properties").write_text("dubbo.reference.com.example.Stock.async=true\n")
    text = _emit(capfd, "gradle", str(tmp_path))
    assert 'add("implementation", "org.apache.dubbo:dubbo-rpc-dubbo") {' in text
    assert 'add("implementation", "org.apache.dubbo:dubbo") {' in text
    assert re.search(r'reject\("2\.7\.10", "2\.7\.11", "2\.7\.12", "3\.0\.0", "3\.0\.1"\)', text)
    assert text.count("{") == text.count("}")


def _rules(text: str) -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = json.loads(text)["packageRules"]
    return rules


def _allowed(rule: dict[str, Any], version: str) -> bool:
    found = re.fullmatch(r"!/(.*)/", rule["allowedVersions"])
    assert found is not None
    return re.search(found[1], version) is None


def test_renovate_has_one_rule_a_package(capfd: pytest.CaptureFixture[str]) -> None:
    rules = _rules(_selected(capfd, "renovate"))
    assert [rule["matchPackageNames"] for rule in rules] == [["com.alibaba:dubbo"], ["org.apache.dubbo:*"]]
    assert {rule["matchDatasources"][0] for rule in rules} == {"maven"}


def test_renovate_was_asked_about_the_rules_that_are_written_now(capfd: pytest.CaptureFixture[str]) -> None:
    recorded = (RENOVATE / "rules.json").read_text("utf-8")
    assert _rules(_selected(capfd, "renovate")) == _rules(recorded), "see tests/oracle/renovate/README.md"


def test_renovate_and_maven_agree_on_every_release() -> None:
    rows = [line.split("\t") for line in (RENOVATE / "expected.tsv").read_text("utf-8").splitlines()]
    found = {f"{package}:{version}": word for package, version, word in rows}
    assert found == {key: "allowed" if word == "passes" else "kept away" for key, word in _expected().items()}


def test_renovate_keeps_images_away_too(capfd: pytest.CaptureFixture[str]) -> None:
    (rule,) = _rules(_emit(capfd, "renovate", str(ROOT / "examples" / "otelcol-node-death")))
    assert rule["matchDatasources"] == ["docker"]
    assert rule["matchPackageNames"] == ["otel/opentelemetry-collector-contrib"]
    assert not _allowed(rule, "0.96.0")
    assert not _allowed(rule, "v0.96.0-amd64")
    assert _allowed(rule, "0.156.0")


def test_what_cannot_be_decided_is_said(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dubbo.properties").write_text(
        "# deadpeer: dubbo=2.7.3\ndubbo.protocol.name=${P}\ndubbo.service.com.example.Stock.ref=stock\n"
    )
    assert main(["emit", "enforcer", "--no-config", "--profile", "pedantic", str(tmp_path)]) == 0
    assert "dubbo/cve-2019-17564 is left out: " in capfd.readouterr().err


@pytest.mark.parametrize("tool", ["enforcer", "gradle", "renovate"])
def test_nothing_to_keep_away_from_is_no_rule(tool: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dubbo.properties").write_text("dubbo.application.name=a\n")
    text = _emit(capfd, tool, str(tmp_path))
    assert "exclude" not in text
    assert "reject" not in text
    assert tool != "renovate" or _rules(text) == []


def test_wrong_words(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["emit", "enforcr", "--no-config"]) == 2
    assert "enforcer" in capfd.readouterr().err
    assert main(["emit", "gradle", "--no-config"]) == 4
    assert main(["emit", "gradle", "--no-config", "--all", "--select", "nothing/like-it"]) == 2
    capfd.readouterr()
