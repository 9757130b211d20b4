"""``--diff-base``: what a change is to be blamed for, in real repositories."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from linter.cli import main
from linter.run.changes import changes

UNIT = "otelcol/duration-without-unit"
REFUSED = "otelcol/keepalive-without-stream-refused"
WHO = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")


def collector(time: str, tail: str = "") -> str:
    return f"""\
receivers:
  otlp:
    protocols:
      grpc:
        keepalive:
          enforcement_policy:
            min_time: {time}
exporters: {{debug: {{}}}}
service: {{pipelines: {{traces: {{receivers: [otlp], exporters: [debug]}}}}}}
{tail}"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    git("init", "--quiet", "--initial-branch=main")
    return tmp_path


def git(*arguments: str) -> None:
    subprocess.run(["git", *WHO, *arguments], check=True, capture_output=True)


def commit() -> None:
    git("add", "--all")
    git("commit", "--quiet", "--message=x")


Report = Callable[..., tuple[int, list[tuple[str, str]], int]]


@pytest.fixture
def report(repository: Path, capfd: pytest.CaptureFixture[str]) -> Report:
    def run(*argv: str, base: str = "main") -> tuple[int, list[tuple[str, str]], int]:
        code = main(["check", "--format", "json", "--diff-base", base, *argv])
        made = json.loads(capfd.readouterr().out)
        return code, [(one["policy"], one["path"]) for one in made["findings"]], made["summary"]["unchanged"]

    return run


def test_what_was_so_before_is_left_out(repository: Path, report: Report) -> None:
    (repository / "a.yaml").write_text(collector("10"))
    commit()
    assert report() == (0, [], 1)
    (repository / "a.yaml").write_text("# moved\n" + collector("10", "# more\n"))
    assert report() == (0, [], 1)
    (repository / "a.yaml").write_text(collector("11"))  # the same finding, but this line is ours now
    assert report() == (1, [(UNIT, "a.yaml")], 0)
    commit()
    assert report() == (0, [], 1)
    assert report(base="main~1") == (1, [(UNIT, "a.yaml")], 0)


def test_files_that_git_does_not_know_are_new(repository: Path, report: Report) -> None:
    (repository / "a.yaml").write_text(collector("10"))
    commit()
    (repository / "b.yaml").write_text(collector("10"))
    (repository / "c.yaml").write_text(collector("10"))
    git("add", "c.yaml")
    assert report() == (1, [(UNIT, "b.yaml"), (UNIT, "c.yaml")], 1)


def test_compared_is_with_the_merge_base(repository: Path, report: Report) -> None:
    (repository / "a.yaml").write_text(collector("10s"))
    commit()
    git("switch", "--quiet", "--create", "work")
    (repository / "b.yaml").write_text(collector("10"))
    commit()
    git("switch", "--quiet", "main")
    (repository / "c.yaml").write_text(collector("10"))
    commit()
    git("switch", "--quiet", "work")
    assert report() == (1, [(UNIT, "b.yaml")], 0)


CLIENT = """\
exporters: {otlp: {endpoint: "gateway:4317", keepalive: {time: 30s, timeout: 3s, permit_without_stream: true}}}
receivers: {otlp: {protocols: {grpc: {}}}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}
"""
SERVER = """\
receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 0.0.0.0:4317
        keepalive:
          enforcement_policy:
            min_time: 10s
            permit_without_stream: true
exporters: {debug: {}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [debug]}}}
"""
COMPOSE = """\
services:
  agent: {image: "otel/opentelemetry-collector:0.155.0", volumes: ["./agent.yaml:/etc/otelcol/config.yaml"]}
  gateway: {image: "otel/opentelemetry-collector:0.155.0", volumes: ["./gateway.yaml:/etc/otelcol/config.yaml"]}
"""


def test_what_a_deleted_line_brings_about_in_another_file(repository: Path, report: Report) -> None:
    (repository / "agent.yaml").write_text(CLIENT)
    (repository / "gateway.yaml").write_text(SERVER)
    (repository / "compose.yaml").write_text(COMPOSE)
    commit()
    assert report() == (0, [], 0)
    (repository / "gateway.yaml").write_text(SERVER.replace("            permit_without_stream: true\n", ""))
    assert report() == (1, [(REFUSED, "agent.yaml")], 0)
    commit()
    assert report() == (0, [], 1)


def test_a_place_that_is_related_counts_too(repository: Path, report: Report) -> None:
    refusing = SERVER.replace("permit_without_stream: true", "permit_without_stream: false")
    (repository / "agent.yaml").write_text(CLIENT)
    (repository / "gateway.yaml").write_text(refusing)
    (repository / "compose.yaml").write_text(COMPOSE)
    commit()
    (repository / "gateway.yaml").write_text(refusing.replace("min_time: 10s", "min_time: 12s"))
    assert report() == (0, [], 1)
    (repository / "gateway.yaml").write_text(refusing.replace("stream: false", "stream: false  # why not"))
    assert report() == (1, [(REFUSED, "agent.yaml")], 0)


def test_a_file_under_another_name_has_not_changed(repository: Path, report: Report) -> None:
    (repository / "a.yaml").write_text(collector("10"))
    commit()
    (repository / "deploy 1").mkdir()
    git("config", "diff.renames", "false")
    git("mv", "a.yaml", "deploy 1/\u00fc.yaml")
    assert report() == (0, [], 1)


def test_a_deleted_file_can_be_what_changed(repository: Path, report: Report) -> None:
    (repository / "agent.yaml").write_text(CLIENT)
    (repository / "gateway.yaml").write_text(SERVER)
    (repository / "compose.yaml").write_text(COMPOSE)
    (repository / "other.yaml").write_text(collector("10"))
    commit()
    (repository / "gateway.yaml").unlink()
    assert report() == (0, [], 1)


def test_a_fix_is_made_of_what_is_reported_alone(
    repository: Path, report: Report, capfd: pytest.CaptureFixture[str]
) -> None:
    (repository / "a.yaml").write_text(collector("10"))
    (repository / "skipped.yaml").write_text("# otelcol\nreceivers: {{ .Values.receivers }}: x\nexporters: {\n")
    commit()
    (repository / "b.yaml").write_text(collector("10"))
    main(["check", "--fix", "--unsafe-fixes", "--diff-base", "main"])
    out = capfd.readouterr().out
    assert "Nothing found (1 unchanged)." in out
    assert "skipped.yaml" not in out
    assert (repository / "a.yaml").read_text() == collector("10")
    assert (repository / "b.yaml").read_text() == collector("10s")


def test_from_a_folder_below(repository: Path, report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    (repository / "sub").mkdir()
    (repository / "sub" / "a.yaml").write_text(collector("10"))
    commit()
    (repository / "sub" / "b.yaml").write_text(collector("10"))
    monkeypatch.chdir(repository / "sub")
    assert report() == (1, [(UNIT, "sub/b.yaml")], 1)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("--diff-base", "nope"), "no such revision: nope"),
        (("--diff-base", "--output=x"), "no such revision: --output=x"),
        (("--diff-base", ""), "no such revision: "),
        (("--diff-base", "HEAD", "-"), "--diff-base compares files"),
    ],
)
def test_faults(repository: Path, argv: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    (repository / "a.yaml").write_text(collector("10"))
    commit()
    assert main(["check", *argv]) == 2
    assert message in capfd.readouterr().err


def test_where_there_is_no_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.yaml").write_text(collector("10"))
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--diff-base", "HEAD"]) == 2
    assert "for no repository" in capfd.readouterr().err
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["check", "--diff-base", "HEAD"]) == 2
    assert "--diff-base needs git" in capfd.readouterr().err


def test_unrelated_histories(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (repository / "a.yaml").write_text(collector("10"))
    assert main(["check", "--diff-base", "HEAD"]) == 2
    commit()
    git("switch", "--quiet", "--orphan", "other")
    (repository / "a.yaml").write_text(collector("11"))
    commit()
    capfd.readouterr()
    assert main(["check", "--diff-base", "main"]) == 2
    assert "no common commit" in capfd.readouterr().err


def test_what_git_says_is_read_whatever_the_files_hold(repository: Path) -> None:
    nasty = 'we"ird \t\u00fc.yaml'
    (repository / "a").write_text("1\n2\n3")
    (repository / "end").write_text("x")
    (repository / nasty).write_text("x\n")
    (repository / "wide").write_bytes("a\nb\nc\n".encode("utf-16"))
    commit()
    git("config", "diff.noprefix", "true")
    git("config", "diff.interHunkContext", "9")
    (repository / "a").write_text("1\n++ b/other\nnew\n-- a/other\n3")
    (repository / "end").write_text("++ b/other")  # after the remark that no line feed was there
    (repository / nasty).write_text("x\ny\n")
    (repository / "wide").write_bytes("a\nB\nc\n".encode("utf-16"))
    found = changes(str(repository), "HEAD")
    assert found.lines == {"a": [(2, 4)], "end": [(1, 1)], nasty: [(2, 2)], "wide": [(2, 2)]}
    assert found.texts(["a", nasty, "none"]) == {"a": b"1\n2\n3", nasty: b"x\n"}
    assert [found.touches("a", line, line) for line in (1, 2, 4, 5)] == [False, True, True, False]
    assert found.touches("unknown", 1, 1)
