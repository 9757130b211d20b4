"""What the settings do to a run: overrides by path, pinned sets, folders of policies, excludes that are forced."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from linter._version import VERSION
from linter.cli import main
from linter.faults import Faults
from linter.finding import Severity
from linter.options import Options
from linter.policy.bundle import all_kinds, bundled
from linter.policy.options import JudgeOptions
from linter.policy.selection import active
from linter.record import replace
from linter.run import Request, check
from linter.run.judging import Judging
from linter.settings.overrides import Override
from linter.settings.rulesets import later, rulesets
from linter.system import load_all
from tests.harness import run_files

FLOOR = "otelcol/keepalive-time-below-floor"
TIMEOUT = "otelcol/keepalive-timeout-too-long"
AGENT = """\
receivers: {otlp: {protocols: {grpc: {}}}}
exporters: {otlp: {endpoint: "gateway:4317", keepalive: {time: 5s, timeout: 8s}}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}
"""
FILES = {"lab/agent.yaml": AGENT, "prod/agent.yaml": AGENT}


def found(settings: str, policy: str, files: dict[str, str] = FILES) -> dict[str, Severity]:
    run = run_files(files, settings)
    return {one.place.path: one.severity for one in run.result.findings if one.policy == policy}


def test_without_overrides_both_are_alike() -> None:
    assert found("preview: false\n", FLOOR) == {"lab/agent.yaml": Severity.WARNING, "prod/agent.yaml": Severity.WARNING}
    assert found("preview: false\n", TIMEOUT) == {}


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("ignore: ['otelcol/keepalive-*']", {"prod/agent.yaml": Severity.WARNING}),
        (f"severity: {{{FLOOR}: off}}", {"prod/agent.yaml": Severity.WARNING}),
        (f"severity: {{{FLOOR}: error}}", {"lab/agent.yaml": Severity.ERROR, "prod/agent.yaml": Severity.WARNING}),
    ],
)
def test_an_override_holds_for_its_files_only(override: str, expected: dict[str, Severity]) -> None:
    assert found(f"overrides:\n- {{files: 'lab/*', {override}}}\n", FLOOR) == expected


def test_parameters_and_a_profile_by_path() -> None:
    settings = f"overrides:\n- {{files: 'lab/*', params: {{{TIMEOUT}: {{max_timeout: 3s}}}}}}\n"
    assert found(settings, TIMEOUT) == {"lab/agent.yaml": Severity.WARNING}
    unset = AGENT.replace(", keepalive: {time: 5s, timeout: 8s}", "")
    files = {"lab/agent.yaml": unset, "prod/agent.yaml": unset}
    pedantic = "overrides: [{files: 'lab/*', profile: pedantic}]\n"
    base = {one.policy for one in run_files(files, "preview: false\n").result.findings}
    more = [one for one in run_files(files, pedantic).result.findings if one.policy not in base]
    assert {one.place.path for one in more} == {"lab/agent.yaml"}


def test_the_last_override_that_matches_wins_and_wins_over_what_holds_for_all() -> None:
    settings = f"""\
severity: {{{FLOOR}: note}}
overrides:
- {{files: '*', severity: {{{FLOOR}: off}}}}
- {{files: [none, 'prod/*'], severity: {{'otelcol/*': error}}}}
"""
    assert found(settings, FLOOR) == {"prod/agent.yaml": Severity.ERROR}


def test_an_ignore_that_an_override_makes_idle_is_not_called_unused() -> None:
    commented = AGENT.replace("exporters", f"# deadpeer: ignore[{FLOOR}] meant\nexporters")
    files = {"lab/agent.yaml": commented}
    off = f"overrides: [{{files: 'lab/*', ignore: ['{FLOOR}']}}]\n"
    assert "deadpeer/ignore-unused" not in {one.policy for one in run_files(files, off).result.findings}
    healthy = {"lab/agent.yaml": commented.replace("time: 5s", "time: 30s")}
    assert "deadpeer/ignore-unused" in {one.policy for one in run_files(healthy, "preview: false\n").result.findings}


def test_what_an_override_names_has_to_exist() -> None:
    options = Options(overrides=(Override(("x",), ignore=("none/*",), params={FLOOR: {"most": 1}}),))
    with pytest.raises(Faults) as caught:
        check(Request("/nowhere", ()), options)
    assert [str(fault) for fault in caught.value.faults] == [
        "ignore: no policy is called `none/*`",
        f"params: {FLOOR} has no parameter `most`",
    ]


def test_a_fix_in_a_file_with_an_override_is_proven_by_it() -> None:
    settings = f"overrides:\n- {{files: 'lab/*', params: {{{TIMEOUT}: {{max_timeout: 3s}}}}}}\n"
    after = run_files(FILES, settings).fix("safe")
    assert "timeout: 3s" in after["lab/agent.yaml"]
    assert "timeout: 8s" in after["prod/agent.yaml"]


def test_every_policy_belongs_to_a_ruleset_that_is_released_or_comes_after_all() -> None:
    """A set that was released never grows: what is new is newer than the release that the set goes up to."""
    releases = list(rulesets().values())
    assert all(later(after, before) for before, after in pairwise(releases))
    assert not later(VERSION.rsplit(".", 1)[0], releases[-1])
    assert rulesets()["2026.1"] == "0.1"
    for policy in bundled(all_kinds(load_all())):
        assert all(part.isdigit() for part in policy.since.split(".")), policy.id


def test_versions_are_compared_by_numbers() -> None:
    assert later("0.10", "0.9")
    assert not later("0.1", "0.1")
    assert later("1.0.1", "1.0")


def test_what_is_newer_than_the_ruleset_counts_as_a_preview() -> None:
    policy = next(one for one in bundled(all_kinds(load_all())) if one.id == FLOOR)
    newer = replace(policy, id="otelcol/new", since="0.2")
    assert Judging._later({"policies": (policy, newer)}, "2026.1") == {"otelcol/new"}
    assert Judging._later({"policies": (policy, newer)}, None) == frozenset()
    held = frozenset({FLOOR})
    assert active(policy, JudgeOptions())
    assert not active(policy, JudgeOptions(held=held))
    assert active(policy, JudgeOptions(held=held, preview=True))
    assert active(policy, JudgeOptions(held=held, select=(FLOOR,)))


def test_the_pinned_set_of_today_is_everything() -> None:
    assert found('ruleset: "2026.1"\n', FLOOR) == found("preview: false\n", FLOOR) != {}


HOUSE = """\
title: Short keepalive
since: "1"
severity: error
match: otelcol.component
require: "false"
message: "{it} is there"
why: It is ours.
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(text)
    (tmp_path / "policies" / "acme").mkdir(parents=True)
    (tmp_path / "policies" / "acme" / "any.yaml").write_text(HOUSE)
    monkeypatch.chdir(tmp_path / "lab")
    return tmp_path


def test_policies_of_the_house_run_by_flag_and_by_settings(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--select", "acme/any", "--policies", "../policies"]) == 1
    assert "error[acme/any]" in capfd.readouterr().out
    (repository / ".deadpeer.yaml").write_text("policies: [policies]\nruleset: '2026.1'\n")
    assert main(["check", "--select", "acme/*"]) == 1
    assert "error[acme/any]" in capfd.readouterr().out
    assert main(["check", "-v", "--exit-zero"]) == 0
    assert f"policies from: {repository}/policies\n" in capfd.readouterr().err


def test_faults_point_into_the_policy_file(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    broken = HOUSE.replace("otelcol.component", "otelcol.componant")
    (repository / "lab" / "own" / "otelcol").mkdir(parents=True)
    (repository / "lab" / "own" / "otelcol" / "x.yaml").write_text(broken)
    assert main(["check", "--policies", "own"]) == 2
    told = "own/otelcol/x.yaml:4:8: no system has the kind `otelcol.componant` (did you mean `otelcol.component`?)"
    assert capfd.readouterr().err == f"deadpeer: error: {told}\n"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (f"{FLOOR}.yaml", HOUSE, f"own/{FLOOR}.yaml:1:1: there is a policy `{FLOOR}` already: give it another name"),
        ("note.txt", "", "own: no policy lies there: they are <system>/<name>.yaml below the folder"),
        ("lonely.yaml", HOUSE, "own/lonely.yaml: a policy lies at <system>/<name>.yaml"),
    ],
)
def test_folders_that_can_not_be_used(
    name: str, text: str, message: str, repository: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = repository / "lab" / "own" / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert main(["check", "--policies", "own"]) == 2
    assert capfd.readouterr().err == f"deadpeer: error: {message}\n"


def test_a_folder_that_is_not_there(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--policies", "none"]) == 2
    assert capfd.readouterr().err == "deadpeer: error: --policies: no such folder: none\n"


def test_excludes_hold_for_named_files_where_the_settings_say_so(
    repository: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = repository / ".deadpeer.yaml"
    settings.write_text("exclude: [lab]\n")
    assert main(["check", "agent.yaml"]) == 1
    assert main(["check", "agent.yaml", "--force-exclude"]) == 0
    settings.write_text("exclude: [lab]\nforce-exclude: true\n")
    capfd.readouterr()
    assert main(["check", "agent.yaml"]) == 0
    out, err = capfd.readouterr()
    assert (FLOOR in out, err) == (
        False,
        "deadpeer: nothing was checked: none of the named files holds a configuration that deadpeer knows\n",
    )


def _pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("make", "name", "why"),
    [
        (lambda path: path.symlink_to("nowhere"), ".deadpeer.yaml", "can't be read: No such file or directory"),
        (lambda path: path.symlink_to(path.name), ".deadpeer.yaml", "can't be read: "),
        (Path.mkdir, ".deadpeer.yaml", "can't be read: it is no file"),
        (_pipe, ".deadpeer.yaml", "can't be read: it is no file"),
        (Path.touch, ".deadpeer.yml", "is not read: settings are called `.deadpeer.yaml`"),
        (
            lambda path: path.write_text("[tool.deadpeer]\nignore = " + "[" * 100_000),
            "pyproject.toml",
            "can't be read: nested too deeply",
        ),
    ],
)
def test_settings_that_can_not_be_used_are_told(
    repository: Path, capfd: pytest.CaptureFixture[str], make: Callable[[Path], object], name: str, why: str
) -> None:
    (repository / ".deadpeer.yaml").unlink(missing_ok=True)
    for folder, called in ((repository / "lab", name), (repository, f"{repository}/{name}")):
        make(folder / name)
        assert main(["check"]) == 2
        assert capfd.readouterr().err.startswith(f"deadpeer: error: {called}: {why}")
        assert main(["check", "--no-config"]) != 2
        capfd.readouterr()
        (folder / name).rmdir() if (folder / name).is_dir() else (folder / name).unlink()


def test_a_pipe_called_like_a_project_file_keeps_nobody_waiting(repository: Path) -> None:
    _pipe(repository / "lab" / "pyproject.toml")
    assert main(["check"]) in (0, 1)


def test_what_the_settings_name_in_vain_is_told_with_its_place(
    repository: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (repository / ".deadpeer.yaml").write_text(
        "ignore: ['none/*']\n"
        f"severity: {{none/x: off}}\nparams: {{none/y: {{}}, {FLOOR}: {{most: 1}}, {TIMEOUT}: {{max_timeout: 3}}}}\n"
    )
    (repository / "lab" / ".deadpeer.yaml").write_text("overrides:\n- {files: x, ignore: [none/z]}\n")
    assert main(["check", "--ignore", "none/flag"]) == 2
    above = f"deadpeer: error: {repository}/.deadpeer.yaml"
    assert capfd.readouterr().err.splitlines() == [
        f"{above}:1:10: ignore: no policy is called `none/*`",
        "deadpeer: error: ignore: no policy is called `none/flag`",
        f"{above}:2:12: severity: no policy is called `none/x`",
        f"{above}:3:10: params: no policy is called `none/y`",
        f"{above}:3:59: params: {FLOOR} has no parameter `most`",
        f"{above}:3:106: params: max_timeout of {TIMEOUT} has to be a duration such as 10s, not `3`",
        "deadpeer: error: .deadpeer.yaml:2:23: ignore: no policy is called `none/z`",
    ]
