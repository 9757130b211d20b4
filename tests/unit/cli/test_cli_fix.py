"""``deadpeer fix`` and ``--fix-only``, with the real linter, and somebody at a terminal who answers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from linter.cli import main

pty = pytest.importorskip("pty")

ROOT = Path(__file__).parents[3]
FRONT = """\
receivers: {otlp: {protocols: {grpc: {endpoint: 0.0.0.0:4317}}}}
exporters:
  loadbalancing:
    protocol:
      otlp:
        timeout: 1s
    resolver:
      dns: {hostname: gateway, port: "4317"}
service:
  pipelines: {traces: {receivers: [otlp], exporters: [loadbalancing]}}
"""
GATEWAY = """\
receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 0.0.0.0:4317
exporters: {debug: {}}
service:
  pipelines: {traces: {receivers: [otlp], exporters: [debug]}}
"""
COMPOSE = """\
services:
  front:
    image: otel/opentelemetry-collector-contrib:0.90.0
    command: [--config=/etc/c.yaml]
    volumes: [./front.yaml:/etc/c.yaml]
  gateway:
    image: otel/opentelemetry-collector-contrib:0.155.0
    command: [--config=/etc/c.yaml]
    volumes: [./gateway.yaml:/etc/c.yaml]
"""
FILES = {"compose.yaml": COMPOSE, "front.yaml": FRONT, "gateway.yaml": GATEWAY}
SELECT = ("--select", "otelcol/keepalive-unset,otelcol/loadbalancing-*", "--no-config")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def changed(folder: Path) -> list[str]:
    return [name for name, text in FILES.items() if (folder / name).read_text("utf-8") != text]


def run(argv: Sequence[str], capfdbinary: pytest.CaptureFixture[bytes]) -> tuple[int, str, str]:
    code = main(argv)
    out, err = capfdbinary.readouterr()
    return code, out.decode(), err.decode()


def at_terminal(folder: Path, typed: str, *argv: str) -> tuple[int, str, str]:
    """The exit code, what the report says, and what the terminal shows, where somebody types ``typed``."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "linter", "fix", "-i", *argv]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}  # noqa: TID251
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    assert process.stdout is not None
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    out = process.stdout.read().decode()
    process.stdout.close()
    os.close(ours)
    return process.wait(), out, shown.decode().replace("\r\n", "\n")


def test_fix_makes_the_safe_fixes_and_says_what_to_roll_out_first(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    code, out, err = run(["fix", *SELECT], capfdbinary)
    assert changed(folder) == ["front.yaml", "gateway.yaml"]
    assert "Fixed 1 finding in 2 files: gateway.yaml, front.yaml\n" in err
    assert "Roll out gateway.yaml before front.yaml: Ping every 10s, and let the server accept it first\n" in err
    assert "No gRPC keepalive" not in out
    assert code == 1, "the version is left"


CLIENT = """\
receivers: {otlp: {protocols: {grpc: }}}
exporters: {otlp: {endpoint: 'gw:4317', keepalive: {time: 10s, timeout: 20s}}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}
"""


def test_not_all_of_many_files_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in range(23):
        (tmp_path / f"{number:02}.yaml").write_text(CLIENT)
    _, _, err = run(["check", "--fix", "--no-config"], capfdbinary)
    assert "Fixed 23 findings in 23 files: 00.yaml, 01.yaml, " in err
    assert ", 19.yaml, 3 more\n" in err


def test_what_is_merged_gets_a_key_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (
        "x: &ka {time: 10s, timeout: 20s}\nreceivers: {otlp: {protocols: {grpc: }}}\nexporters:\n"
        "  otlp: &one\n    endpoint: gw:4317\n    keepalive:\n      <<: *ka\n  otlp/2: *one\n"
        "  otlp/3:\n    endpoint: gw:4317\n    keepalive:\n      <<: *ka # theirs\n"
        "service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp, otlp/2, otlp/3]}}}\n"
    )
    (tmp_path / "a.yaml").write_text(text)
    _, _, err = run(["check", "--fix", "--no-config"], capfdbinary)
    mended = (tmp_path / "a.yaml").read_text()
    assert mended == text.replace(" # theirs\n", " # theirs\n      timeout: 3s\n")
    assert "is shared: &one is used elsewhere" in err


def test_half_a_fix_is_not_made_where_the_other_half_lies_outside(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    outside = folder.parent / f"{folder.name}-gateway.yaml"
    (folder / "gateway.yaml").rename(outside)
    (folder / "gateway.yaml").symlink_to(outside)
    before = (folder / "front.yaml").read_bytes()
    assert run(["check", "--diff", *SELECT], capfdbinary)[1] == ""
    _, _, err = run(["fix", *SELECT], capfdbinary)
    assert "Not made: gateway.yaml: the link leads to a file outside the checked folder\n" in err
    assert "Fixed" not in err
    assert "Roll out" not in err
    assert (folder / "front.yaml").read_bytes() == before


def test_a_reason_that_a_title_holds_is_said_once(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    pinned = COMPOSE.replace(":0.90.0", f":0.90.0@sha256:{'a' * 64}")
    (folder / "compose.yaml").write_text(pinned, "utf-8")
    _, _, err = run(["fix", *SELECT, "--unsafe-fixes"], capfdbinary)
    (line,) = [line for line in err.splitlines() if line.startswith("Not made: Run ")]
    assert line.endswith(": the image is pinned by its digest, which a new tag would not change")
    assert line.count("pinned") == 1


def test_fix_exits_by_what_is_left_and_can_be_made_to_fail(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    only = ("--no-config", "--select", "otelcol/keepalive-unset")
    assert run(["fix", *only, "--exit-non-zero-on-fix"], capfdbinary)[0] == 1
    assert changed(folder)
    assert run(["fix", *only, "--exit-non-zero-on-fix"], capfdbinary)[0] == 0


def test_only_the_fixes_of_the_named_policies_are_made(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for argv in (["check", "--fix"], ["fix"]):
        run([*argv, *SELECT, "--unsafe-fixes", "--fix-only", "otelcol/loadbalancing-*"], capfdbinary)
        assert changed(folder) == ["compose.yaml"]
    out = run(["check", "--diff", *SELECT, "--fix-only", "otelcol/keepalive-unset"], capfdbinary)[1]
    assert [line for line in out.splitlines() if line.startswith("+++")] == ["+++ b/gateway.yaml", "+++ b/front.yaml"]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["check", "--fix-only", "otelcol/*"], "give one of them"),
        (["fix", "--fix-only", "otelcol/keepalive-unst"], "did you mean `otelcol/keepalive-unset`?"),
        (["fix", "-i"], "nobody is at a terminal"),
        (["fix", "--fix-only", ""], "names no policy"),
        (["check", "--fix", "--fix-only", " , ", "--fix-only="], "names no policy"),
        (["fix", "--exit-zero", "--exit-non-zero-on-fix"], "contradict each other"),
    ],
)
def test_what_can_not_be_done_is_said(
    argv: list[str], message: str, folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    code, out, err = run([*argv, "--no-config"], capfdbinary)
    assert (code, out, changed(folder)) == (2, "", [])
    assert message in err


@pytest.mark.parametrize(
    ("typed", "files"),
    [
        ("n\nn\nn\nn\nn\nn\n", []),
        ("q\n", []),
        ("\x04", []),
        ("maybe\ny\nq\n", ["compose.yaml"]),
        ("d\na\n", ["front.yaml", "gateway.yaml"]),
        ("y\ny\n", ["compose.yaml", "front.yaml", "gateway.yaml"]),
    ],
)
def test_somebody_at_a_terminal_is_asked_about_each(typed: str, files: list[str], folder: Path) -> None:
    _, out, shown = at_terminal(folder, typed, *SELECT)
    assert changed(folder) == files
    assert "+    image: otel/opentelemetry-collector-contrib:0.1" in shown
    assert "unsafe fix" in shown
    assert "Make this fix? [y]es" in shown
    assert shown.count("+    image:") == 1, "one question about one edit"
    assert out.startswith(("Checked", "compose.yaml", "front.yaml")), "what is left is reported"
