"""The command as a user runs it, on copies of the examples: findings, patches through git, exit codes, JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parent.parent
SCHEMA = json.loads((ROOT / "schemas" / "report.json").read_text())


def deadpeer(folder: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "linter", *arguments]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "NO_COLOR": "1"}
    return subprocess.run(command, cwd=folder, input=stdin, capture_output=True, check=False, env=environment)


def report(folder: Path, *arguments: str) -> dict[str, Any]:
    done = deadpeer(folder, "check", "--format", "json", *arguments)
    found: dict[str, Any] = json.loads(done.stdout)
    Draft202012Validator(SCHEMA).validate(found)
    return found


def policies(folder: Path, *arguments: str) -> list[str]:
    return [finding["policy"] for finding in report(folder, *arguments)["findings"]]


@pytest.fixture
def copy(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A git repository that holds a copy of the example named by the parameter."""
    name: str = request.param
    folder = tmp_path / name
    shutil.copytree(ROOT / "examples" / name, folder)
    for command in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


def apply_patch(folder: Path, *arguments: str) -> None:
    patch = deadpeer(folder, "check", "--diff", *arguments).stdout
    assert patch.startswith(b"--- a/")
    subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=folder, input=patch, check=True)


@pytest.mark.parametrize("copy", ["otelcol-node-death"], indirect=True)
def test_the_node_that_died(copy: Path) -> None:
    found = report(copy)["findings"]
    assert {finding["policy"] for finding in found} >= {
        "otelcol/loadbalancing-shutdown-blocks",
        "otelcol/loadbalancing-used-after-shutdown",
        "otelcol/keepalive-unset",
    }
    (unset,) = [finding for finding in found if finding["policy"] == "otelcol/keepalive-unset"]
    assert "min_time" in unset["message"]
    assert "permit_without_stream" in unset["message"]
    apply_patch(copy)
    gateway, sampling = (copy / "gateway.yaml").read_text(), (copy / "sampling.yaml").read_text()
    for line in ("time: 10s", "timeout: 3s", "permit_without_stream: true"):
        assert line in gateway
    for line in ("min_time: 8s", "permit_without_stream: true"):
        assert line in sampling
    left = report(copy)["findings"]
    errors = [finding for finding in left if finding["severity"] == "error"]
    assert errors
    assert all(finding["policy"].startswith("otelcol/loadbalancing-") for finding in errors)
    assert all("0.155.0" in finding["message"] for finding in errors)
    assert {finding["policy"] for finding in left if finding not in errors} == {
        "otelcol/grpc-decompression-bomb",
        "otelcol/grpc-rapid-reset",
    }
    assert "0.155.0" in (copy / "README.md").read_text()


@pytest.mark.parametrize("copy", ["otelcol-mismatch"], indirect=True)
def test_the_pair_that_fights(copy: Path) -> None:
    assert sorted(policies(copy)) == [
        "otelcol/keepalive-faster-than-server-allows",
        "otelcol/keepalive-time-below-floor",
        "otelcol/keepalive-timeout-too-long",
        "otelcol/keepalive-without-stream-refused",
    ]
    apply_patch(copy)
    assert policies(copy) == []
    assert deadpeer(copy, "check").returncode == 0


@pytest.mark.parametrize("copy", ["otelcol-mismatch"], indirect=True)
def test_a_named_file_reports_the_links_that_touch_it(copy: Path) -> None:
    found = policies(copy, "gateway.yaml")
    assert found == ["otelcol/keepalive-faster-than-server-allows", "otelcol/keepalive-without-stream-refused"]


@pytest.mark.parametrize("copy", ["dubbo-async-oom"], indirect=True)
def test_the_consumer_that_ran_out_of_memory(copy: Path) -> None:
    (finding,) = [one for one in report(copy)["findings"] if one["policy"] == "dubbo/async-executor-shut-down"]
    assert finding["severity"] == "error"
    assert finding["path"] == "pom.xml"
    chain = {related["path"] for related in finding["related"]}
    assert any(path.endswith(".xml") and "pom" not in path for path in chain), chain
    assert any(path.endswith("/pom.xml") for path in chain), chain
    assert deadpeer(copy, "check", "--diff").stdout == b""
    apply_patch(copy, "--unsafe-fixes")
    changed = subprocess.run(["git", "diff", "--numstat"], cwd=copy, capture_output=True, text=True, check=True).stdout
    assert changed.split() == ["1", "1", "pom.xml"]
    assert policies(copy) == []


@pytest.mark.parametrize("copy", ["dubbo-isolation"], indirect=True)
def test_the_isolation_that_stays_or_never_comes(copy: Path) -> None:
    found = {finding["policy"]: finding["severity"] for finding in report(copy)["findings"]}
    assert found == {"dubbo/persistent-disable": "warning", "dubbo/configurator-never-applies": "error"}


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "examples" / "healthy").iterdir()))
def test_the_healthy_variant_is_silent(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "healthy" / name, tmp_path / name)
    found = report(tmp_path / name, "--profile", "default")
    assert found["findings"] == []
    assert found["unjudged"] == []
    assert deadpeer(tmp_path / name, "check").returncode == 0


@pytest.mark.parametrize("copy", ["otelcol-node-death"], indirect=True)
def test_fixing_twice_changes_nothing_more(copy: Path) -> None:
    assert deadpeer(copy, "check", "--fix").returncode == 1
    once = {path: path.read_bytes() for path in copy.glob("*.yaml")}
    assert deadpeer(copy, "check", "--fix").returncode == 1
    assert {path: path.read_bytes() for path in copy.glob("*.yaml")} == once


def test_nothing_to_check_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text("hello: world\n")
    done = deadpeer(tmp_path, "check")
    assert done.returncode == 4
    assert b"nothing was checked" in done.stderr
    assert deadpeer(tmp_path, "check", "notes.yaml").returncode == 0


def test_standard_input(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "otelcol-node-death" / "gateway.yaml").read_bytes()
    done = deadpeer(tmp_path, "check", "-", "--stdin-filename", "rendered.yaml", stdin=text)
    assert done.returncode == 1
    assert b"rendered.yaml:" in done.stdout


def test_a_broken_file_does_not_stop_the_others(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "otelcol-mismatch", tmp_path / "pair")
    (tmp_path / "broken.yaml").write_text("receivers: {otlp: [}\nexporters: {}\nservice: {pipelines: {}}\n")
    found = policies(tmp_path)
    assert "deadpeer/syntax" in found
    assert "otelcol/keepalive-without-stream-refused" in found


def test_one_process_and_two_report_the_same_bytes(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    one = deadpeer(tmp_path, "check", "--format", "json", "--jobs", "1")
    two = deadpeer(tmp_path, "check", "--format", "json", "--jobs", "2")
    assert one.stdout == two.stdout
    assert one.returncode == two.returncode == 1


def test_explain_and_policies(tmp_path: Path) -> None:
    done = deadpeer(tmp_path, "explain", "otelcol/keepalive-without-stream-refused")
    assert done.returncode == 0
    assert b"GOAWAY" in done.stdout
    assert b"https://github.com/grpc" in done.stdout
    listed = json.loads(deadpeer(tmp_path, "policies", "--format", "json").stdout)
    assert "dubbo/async-executor-shut-down" in json.dumps(listed)
    assert deadpeer(tmp_path, "explain", "otelcol/keepalive-unsett").returncode == 2


@pytest.mark.parametrize("copy", ["otelcol-mismatch"], indirect=True)
def test_a_fix_may_uncover_what_could_not_be_judged_before(copy: Path) -> None:
    gateway = (copy / "gateway.yaml").read_text()
    start = gateway.index("          enforcement_policy:")
    end = gateway.index("exporters:")
    (copy / "gateway.yaml").write_text(gateway[:start] + "          min_time: 10s\n" + gateway[end:])
    assert "otelcol/keepalive-misplaced" in policies(copy)
    apply_patch(copy)
    assert policies(copy) == []
    assert "enforcement_policy:\n            min_time: 10s\n" in (copy / "gateway.yaml").read_text()
