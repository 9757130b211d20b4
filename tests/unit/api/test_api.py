"""The public interface as a program uses it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

import linter
from linter import Faults, Options, Result, Severity, UsageFault, check, load_options

EXAMPLES = Path(__file__).parents[3] / "examples"
PUBLIC = """
Bug DocRef Edit Fault Faults Finding Fix IgnoreEntry Ignored Options Override PairPlaces Patch Place PolicyFault
Related Result Severity Skip Spot Unjudged UsageFault Way __version__ check load_options
"""
AGENT = """\
receivers: {otlp: {protocols: {grpc: {}}}}
exporters: {otlp: {endpoint: "gateway:4317", keepalive: {time: 5s, timeout: 3s}}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "agent.yaml").write_text(AGENT)
    return tmp_path


def policies(result: Result) -> list[str]:
    return [found.policy for found in result.findings]


def test_the_public_names_are_these() -> None:
    assert sorted(linter.__all__) == sorted(PUBLIC.split())


def test_whatever_can_be_reached_from_a_public_name_is_public() -> None:
    """Every class of ours that an annotation of a public record or function names.

    But for two, of which the page says so: what a fix means before it is text, and what a finding is about.
    """
    reached = {
        word
        for name in linter.__all__
        for annotation in getattr(getattr(linter, name), "__annotations__", {}).values()
        for word in re.findall(r"[A-Za-z]+", str(annotation))
        if isinstance(named := getattr(sys.modules[getattr(linter, name).__module__], word, None), type)
        and named.__module__.startswith("linter")
    }
    assert {"Place", "Finding", "IgnoreEntry", "Override"} <= reached
    assert reached - set(linter.__all__) == {"Change", "Ref"}


def test_a_result_has_findings_and_their_patches(folder: Path) -> None:
    result = check("sub", Options(), folder=folder)
    found = next(one for one in result.findings if one.policy == "otelcol/keepalive-time-below-floor")
    assert found.place.path == "sub/agent.yaml"
    assert AGENT[found.place.start : found.place.end] == "5s"
    assert found.severity is Severity.WARNING
    (edit,) = next(patch for patch in result.patches if patch.finding == found.fingerprint).edits
    assert (edit.path, edit.start, edit.end, edit.new) == ("sub/agent.yaml", found.place.start, found.place.end, "10s")


def test_settings_count_unless_options_are_given(folder: Path) -> None:
    (folder / ".deadpeer.yaml").write_text("ignore: ['otelcol/*']\n")
    assert policies(check(folder / "sub", folder=folder)) == []
    assert "otelcol/keepalive-time-below-floor" in policies(check(folder / "sub", Options(), folder=folder))
    options = load_options(folder)
    assert options.ignore == ("otelcol/*",)
    assert policies(check([folder / "sub"], options, folder="/")) == []


def test_named_files_are_reported_alone_and_the_other_half_is_found(tmp_path: Path) -> None:
    agent = EXAMPLES / "otelcol-mismatch" / "agent.yaml"
    alone = check(agent, Options(), folder=tmp_path, context=tmp_path)
    whole = check(agent, Options(), folder=tmp_path, context=EXAMPLES)
    paired = "otelcol/keepalive-without-stream-refused"
    assert (paired in policies(alone), paired in policies(whole)) == (False, True)


def test_only_what_the_named_files_hold_is_counted() -> None:
    whole = check("examples", Options(), folder=EXAMPLES.parent).checked or {}
    for name in ("agent.yaml", "gateway.yaml"):
        one = check(EXAMPLES / "otelcol-mismatch" / name, Options(), folder=EXAMPLES.parent, context=EXAMPLES)
        counts = one.checked or {}
        assert (counts["Collector configurations"], counts["gRPC links"]) == (1, 1)
        assert "Dubbo consumers" in whole
        assert "Dubbo consumers" not in counts
    third = check(EXAMPLES / "otelcol-mismatch" / "compose.yaml", Options(), folder=EXAMPLES.parent, context=EXAMPLES)
    assert "gRPC links" not in (third.checked or {})


def test_without_arguments_it_is_the_working_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "sub")
    assert {found.place.path for found in check().findings} == {"sub/agent.yaml"}


def test_what_it_gives_is_what_the_command_reports() -> None:
    command = [sys.executable, "-m", "linter", "check", "--format", "json", "--exit-zero", "examples"]
    done = subprocess.run(command, cwd=EXAMPLES.parent, capture_output=True, text=True, check=True)
    told = [(found["policy"], found["fingerprint"]) for found in json.loads(done.stdout)["findings"]]
    result = check("examples", folder=EXAMPLES.parent)
    assert [(found.policy, found.fingerprint) for found in result.findings] == told


@pytest.mark.parametrize(
    ("settings", "path", "message"),
    [
        ("", "nothing", "no such file or folder"),
        ("profil: x\n", ".", "unknown key `profil` (did you mean `profile`?)"),
        ("select: [otelcol/keepalive-time-below-flor]\n", ".", "no policy is called"),
    ],
)
def test_what_is_wrong_is_always_told_as_faults(settings: str, path: str, message: str, folder: Path) -> None:
    (folder / ".deadpeer.yaml").write_text(settings)
    with pytest.raises(Faults) as caught:
        check(path, folder=folder)
    (fault,) = caught.value.faults
    assert isinstance(fault, UsageFault)
    assert message in str(fault)


def test_a_revision_that_is_not_there_is_a_fault_too(folder: Path) -> None:
    with pytest.raises(Faults):
        check(".", Options(), folder=folder, diff_base="nowhere")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"profile": "defualt"}, "`profile` is one of default, recommended, pedantic, not `defualt` (did you mean"),
        ({"ruleset": "2020.1"}, "`ruleset` is one of 2026.1"),
        ({"fail_on": "error"}, "`fail_on` has to be a Severity, not `error`"),
        ({"today": "soon"}, "`today` has to be a day"),
        ({"policies": "/house"}, "`policies` has to be a tuple, not `/house`"),
        ({"exclude": "vendor"}, "`exclude` has to be a tuple, not `vendor`"),
        ({"versions": 3}, "`versions` has to be a tuple, not `3`"),
        ({"versions": ("otelcol=0.95.0",)}, "`versions` has to hold tuples of a glob, a name and a version, not `otel"),
        ({"versions": (("*", "otelcoll", "0.95.0"),)}, "`versions`: `otelcoll` is nothing that has a version (did you"),
        ({"versions": (("*", "otelcol", "newest"),)}, "`versions`: `newest` is no version"),
    ],
)
def test_options_that_make_no_sense_are_faults(options: dict[str, Any], message: str, folder: Path) -> None:
    with pytest.raises(Faults) as caught:
        check(".", Options(**options), folder=folder)
    assert str(caught.value).startswith(message)


def test_folders_that_are_not_there_are_faults(folder: Path) -> None:
    with pytest.raises(Faults) as caught:
        check(".", Options(), folder=folder, context="none", maven_repo="sub/agent.yaml")
    assert [str(fault).partition(":")[0] for fault in caught.value.faults] == ["context", "maven_repo"]
    with pytest.raises(Faults):
        check("", Options(), folder=folder)


def test_processes_are_counted(folder: Path) -> None:
    for jobs in (-1, "x"):
        with pytest.raises(Faults) as caught:
            check(".", Options(), folder=folder, jobs=cast("int", jobs))
        assert str(caught.value) == f"`jobs` has to be a number from 0 on, not `{jobs}`"
