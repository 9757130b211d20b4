"""Which report goes where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from linter.cli import main
from linter.cli.outputs import Output, outputs

BAD = """\
receivers: {otlp: {protocols: {grpc: {keepalive: {enforcement_policy: {min_time: 10}}}}}}
exporters: {debug: {}}
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("", [Output()]),
        ("format=json", [Output("json")]),
        ("output=a", [Output("text", "a")]),
        ("output=-", [Output()]),
        ("output=a format=json", [Output("json", "a")]),
        ("format=sarif output=a format=text", [Output("sarif", "a"), Output("text")]),
        ("format=text format=sarif output=a", [Output("text"), Output("sarif", "a")]),
        ("output=a format=sarif output=b", [Output("text", "a"), Output("sarif", "b")]),
        ("format=json output=a format=json output=b", [Output("json", "a"), Output("json", "b")]),
    ],
)
def test_an_output_takes_the_format_before_it(given: str, expected: Sequence[Output]) -> None:
    words = [word.partition("=") for word in given.split()]
    assert list(outputs((name, value) for name, _, value in words)) == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("format=json format=text", "two reports for standard output"),
        ("format=json output=- format=text", "two reports for standard output"),
        ("format=json output=a format=text output=a", "two reports for a"),
        ("output=a output=b", "--output b: which report goes there?"),
    ],
)
def test_what_can_not_be(given: str, message: str) -> None:
    words = [word.partition("=") for word in given.split()]
    with pytest.raises(click.UsageError, match=message):
        outputs((name, value) for name, _, value in words)


def test_several_reports_of_one_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(BAD)
    flags = ("--format", "sarif", "--output", "x.sarif", "--format=json", "--output=x.json", "--format", "github")
    assert main(["check", *flags, "a.yaml"]) == 1
    out, err = capfd.readouterr()
    assert (out.startswith("::error file=a.yaml,line=1,"), err) == (True, "")
    assert json.loads((tmp_path / "x.sarif").read_text())["version"] == "2.1.0"
    assert len(json.loads((tmp_path / "x.json").read_text())["findings"]) == 1


@pytest.mark.parametrize("way", ["a.yaml", "link.yaml", "hard.json", "../lab/a.yaml", ".deadpeer.yaml", "base.json"])
@pytest.mark.parametrize("command", [("check",), ("check", "--fix"), ("upgrade", "--to", "0.155.0")])
def test_no_report_is_written_over_what_the_run_reads(
    way: str,
    command: Sequence[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    lab = tmp_path / "lab"
    lab.mkdir()
    monkeypatch.chdir(lab)
    (lab / "a.yaml").write_text(BAD)
    (lab / "link.yaml").symlink_to("a.yaml")
    (lab / "hard.json").hardlink_to(lab / "a.yaml")
    (lab / "base.json").write_text('{"version": 1, "findings": []}\n')
    (lab / ".deadpeer.yaml").write_text("baseline: base.json\n")
    before = {path.name: path.read_text() for path in lab.iterdir()}
    assert main([*command, "--output-file", way]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert f"{way}: the report would be written over a file that this run reads" in err
    assert {path.name: path.read_text() for path in lab.iterdir()} == before


def test_a_report_may_take_the_place_of_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(BAD)
    for name in ("sarif", "json", "text", "gitlab"):
        for _ in range(2):
            assert main(["check", "--format", name, "--output", f"{name}.yaml"]) == 1
    assert json.loads((tmp_path / "json.yaml").read_text())["summary"]["files"] == 1
    capfd.readouterr()


def test_the_format_never_changes_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from linter.report.formats import names

    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(BAD)
    codes = {(main(["check", "--format", form]), main(["check", "--format", form, "--exit-zero"])) for form in names()}
    assert codes == {(1, 0)}
    capfd.readouterr()


def test_a_patch_has_standard_output_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(BAD)
    main(["check", "--diff", "--unsafe-fixes", "--format", "json", "--output", "x.json", "--format", "text"])
    assert capfd.readouterr().out.startswith("--- a/a.yaml")
    assert json.loads((tmp_path / "x.json").read_text())["findings"]
