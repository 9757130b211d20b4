"""The ``check`` command around a hand-made run: what is printed where, what is written, and the exit codes."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

from linter.cli import main
from linter.cli.tool import signature
from linter.facts.tree import slot, tree_of
from linter.faults import Bug, Faults, PolicyFault, UsageFault
from linter.finding import Change, Finding, Fix, Result, Safety, Severity
from linter.fix.locate import locate
from linter.options import Options
from linter.record import replace
from linter.run import Request
from linter.syntax.document import DocRef, Document
from linter.system import Skip
from linter.text.source import Source

ROOT = Path(__file__).parents[3]


@dataclass
class Fake:
    """A run whose files hold ``x: 1`` where they should hold ``x: 2``; the fix of file ``b.yaml`` is unsafe."""

    severity: Severity = Severity.ERROR
    empty: bool = False
    raises: Exception | None = None
    skipped: tuple[Skip, ...] = ()
    requests: list[Request] = field(default_factory=list)
    options: list[Options] = field(default_factory=list)

    def check(self, request: Request, options: Options) -> SimpleNamespace:
        self.requests.append(request)
        self.options.append(options)
        if self.raises is not None:
            raise self.raises
        root = Path(request.root)

        def opened(path: str) -> Source | None:
            if request.stdin is not None and path == request.stdin[0]:
                return Source(path, request.stdin[1].decode())
            return Source(path, (root / path).read_bytes().decode()) if (root / path).is_file() else None

        def judged(overrides: Mapping[str, Source]) -> Result:
            names = [path.name for path in sorted(root.glob("*.yaml"))]
            if request.stdin is not None:
                names = [request.stdin[0]]
            sources = [overrides.get(name) or opened(name) for name in names]
            found = [finding for source in sources if source is not None for finding in self.found(source)]
            return Result(tuple(found), opened=len(sources), skipped=self.skipped, checked={"clients": len(sources)})

        result = Result(skipped=self.skipped) if self.empty else judged({})
        return SimpleNamespace(
            result=result, open_source=opened, relint=judged, root=request.root, files=lambda: iter(())
        )

    def found(self, source: Source) -> list[Finding]:
        document = locate(source, DocRef(source.path, "yaml"))
        assert isinstance(document, Document)
        where = slot(tree_of(document), ("x",))
        if source.text.startswith("x: 2"):
            return []
        safety: Safety = "unsafe" if source.path == "b.yaml" else "safe"
        fix = Fix("make it two", safety, (Change("set", where, "2"),))
        return [Finding("t/two", self.severity, "It is not two.", where.place, f"{source.path}:x", fixes=(fix,))]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "DEADPEER_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "a.yaml").write_bytes(b"x: 1\r\n")
    (tmp_path / "b.yaml").write_bytes(b"x: 1\n")
    monkeypatch.chdir(tmp_path)
    made = Fake()
    monkeypatch.setattr("linter.cli.checking.check", made.check)
    return made


Called = Callable[..., tuple[int, str, str]]


@pytest.fixture
def called(fake: Fake, capfdbinary: pytest.CaptureFixture[bytes]) -> Called:
    def call(*argv: str) -> tuple[int, str, str]:
        code = main(["check", *argv])
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


def test_the_text_report_is_all_on_standard_output(called: Called) -> None:
    code, out, err = called()
    assert (code, err) == (1, "")
    assert out == (
        "a.yaml:1:4: error[t/two] It is not two.\n1 | x: 1\n  |    ^\n  = help: make it two (safe fix)\n\n"
        "b.yaml:1:4: error[t/two] It is not two.\n1 | x: 1\n  |    ^\n"
        "  = help: make it two (unsafe fix: --unsafe-fixes)\n\n"
        "Checked 2 files: 2 clients.\n"
        "Found 2 errors. 1 fixable with --fix, 1 more with --unsafe-fixes.\n"
        f"{signature()}"
    )


def test_quiet_prints_findings_and_nothing_else(called: Called, fake: Fake) -> None:
    out = called("-q")[1]
    assert out.count("It is not two.") == 2
    assert "Checked" not in out
    fake.empty = True
    assert called("-q") == (4, "", "")


def test_the_json_report_is_alone_on_standard_output(called: Called) -> None:
    code, out, err = called("--format", "json")
    report = json.loads(out)
    assert (code, err, report["version"], report["tool"]["name"]) == (1, "", 1, "deadpeer")
    assert [finding["path"] for finding in report["findings"]] == ["a.yaml", "b.yaml"]
    assert [fix["safety"] for finding in report["findings"] for fix in finding["fixes"]] == ["safe", "unsafe"]
    assert all(fix["edits"][0]["new"] == "2" for finding in report["findings"] for fix in finding["fixes"])


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_output_file_takes_the_report(form: str, called: Called, tmp_path: Path) -> None:
    printed = called("--format", form)[1]
    assert called("--format", form, "--color", "always", "--output-file", "out.txt") == (1, "", "")
    assert (tmp_path / "out.txt").read_text("utf-8") == printed


def test_an_output_file_that_can_not_be_written(called: Called) -> None:
    code, out, err = called("--output-file", "none/out.txt")
    assert (code, out) == (2, "")
    assert err == "deadpeer: error: none/out.txt: the report can't be written: No such file or directory\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("argv", [(), ("--format", "json"), ("--diff",)])
def test_standard_output_that_is_full(argv: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("exporters:\n  otlp: {endpoint: x, keepalive: {time: 5s}}\nreceivers: {}\n")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "linter", "check", *argv, str(tmp_path)],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )
    assert done.returncode == 2
    assert b"deadpeer: error: the report can't be written: No space left on device\n" in done.stderr


@pytest.mark.parametrize(
    ("severity", "argv", "code"),
    [
        (Severity.ERROR, [], 1),
        (Severity.WARNING, [], 1),
        (Severity.NOTE, [], 0),
        (Severity.NOTE, ["--fail-on", "note"], 1),
        (Severity.WARNING, ["--fail-on", "error"], 0),
        (Severity.ERROR, ["--exit-zero"], 0),
        (Severity.ERROR, ["--format", "json"], 1),
        (Severity.ERROR, ["--diff"], 1),
        (Severity.NOTE, ["--diff"], 0),
    ],
)
def test_exit_codes_follow_what_is_found(
    severity: Severity, argv: list[str], code: int, fake: Fake, called: Called
) -> None:
    fake.severity = severity
    assert called(*argv)[0] == code


@pytest.mark.parametrize(("argv", "code"), [([], 4), (["."], 4), (["a.yaml"], 0), (["--exit-zero"], 4)])
def test_nothing_checked_is_said_and_an_error_unless_files_were_named(
    argv: list[str], code: int, fake: Fake, called: Called
) -> None:
    fake.empty = True
    found, out, err = called(*argv)
    assert found == code
    who = "no file" if code == 4 else "none of the named files"
    assert f"nothing was checked: {who} holds a configuration" in err
    assert called("-q", *argv) == (code, "", "")
    assert "Checked 0 files." in out


def test_a_file_that_was_skipped_is_listed_when_nothing_was_checked(fake: Fake, called: Called) -> None:
    fake.empty, fake.skipped = True, (Skip("chart.yaml", "a template"),)
    code, out, _ = called()
    assert code == 4
    assert "Skipped 1 file: a template: chart.yaml" in out


def git_applies(diff: str, folder: Path) -> None:
    subprocess.run(["git", "apply", "-"], input=diff.encode(), cwd=folder, check=True)


def test_diff_prints_a_patch_alone_and_changes_nothing(called: Called, tmp_path: Path) -> None:
    code, out, err = called("--diff")
    assert code == 1
    assert out == "--- a/a.yaml\n+++ b/a.yaml\n@@ -1 +1 @@\n-x: 1\r\n+x: 2\r\n"
    assert err == (
        "1 unsafe fix left out: --unsafe-fixes\n"
        "Checked 2 files: 2 clients.\nFound 2 errors. 1 fixable with --fix, 1 more with --unsafe-fixes.\n"
    )
    assert (tmp_path / "a.yaml").read_bytes() == b"x: 1\r\n"
    git_applies(out, tmp_path)
    assert (tmp_path / "a.yaml").read_bytes() == b"x: 2\r\n"


def test_a_fix_that_the_diff_refuses_is_not_counted_as_one(called: Called, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("# the judgement wants it first\nx: 1\n")
    (tmp_path / "b.yaml").unlink()
    code, out, err = called("--diff", "--format", "json", "--output-file", "report.json")
    assert (code, out) == (1, "")
    assert err == ("Not made: make it two: the finding would stay\nChecked 1 file: 1 client.\nFound 1 error.\n")
    (fix,) = json.loads((tmp_path / "report.json").read_text("utf-8"))["findings"][0]["fixes"]
    assert (fix["safety"], fix["edits"], fix["refusal"]) == ("safe", [], "the finding would stay")


def test_a_link_stays_and_the_file_it_names_is_patched(called: Called, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").rename(tmp_path / "real.yml")
    (tmp_path / "a.yaml").symlink_to("real.yml")
    (tmp_path / "c.yaml").symlink_to("real.yml")
    out = called("--diff")[1]
    assert out == "--- a/real.yml\n+++ b/real.yml\n@@ -1 +1 @@\n-x: 1\r\n+x: 2\r\n"
    git_applies(out, tmp_path)
    (tmp_path / "real.yml").write_bytes(b"x: 1\r\n")
    assert "in 1 file: real.yml" in called("--fix")[2]
    assert (tmp_path / "real.yml").read_bytes() == b"x: 2\r\n"
    assert (tmp_path / "a.yaml").is_symlink()


def test_a_link_out_of_the_root_is_left_out(called: Called, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.yaml"
    (tmp_path / "a.yaml").rename(outside)
    (tmp_path / "a.yaml").symlink_to(outside)
    _, out, err = called("--diff")
    assert out == ""
    assert "Not made: a.yaml: the link leads to a file outside the checked folder\n" in err


def test_diff_with_unsafe_fixes_holds_them_too(called: Called, tmp_path: Path) -> None:
    git_applies(called("--diff", "--unsafe-fixes", "-q")[1], tmp_path)
    assert called()[0] == 0


def test_diff_and_json_give_the_patch_to_one_and_the_report_to_the_other(called: Called, tmp_path: Path) -> None:
    code, out, _ = called("--diff", "--format", "json", "--output-file", "report.json")
    assert code == 1
    assert out.startswith("--- a/a.yaml\n")
    assert len(json.loads((tmp_path / "report.json").read_text("utf-8"))["findings"]) == 2


def test_fix_writes_and_exits_by_what_is_left(called: Called, tmp_path: Path) -> None:
    code, out, err = called("--fix")
    assert code == 1
    assert "a.yaml" not in out
    assert out.startswith("b.yaml:1:4: error[t/two]")
    assert "Fixed 1 finding in 1 file: a.yaml\n" in err
    assert ((tmp_path / "a.yaml").read_bytes(), (tmp_path / "b.yaml").read_bytes()) == (b"x: 2\r\n", b"x: 1\n")
    code, out, err = called("--fix", "--unsafe-fixes")
    nothing = f"Checked 2 files: 2 clients.\nNothing found.\n{signature()}"
    assert (code, out) == (0, nothing)
    assert err == "Fixed 1 finding in 1 file: b.yaml\n"
    assert called("--fix", "--exit-non-zero-on-fix") == (0, nothing, "")


def test_a_fixing_run_can_be_made_to_fail(called: Called) -> None:
    assert called("--fix", "--unsafe-fixes", "--exit-non-zero-on-fix")[0] == 1


def test_a_file_that_can_not_be_written_is_said_and_the_others_are_mended(called: Called, tmp_path: Path) -> None:
    (tmp_path / "b.yaml").chmod(0o444)
    code, out, err = called("--fix", "--unsafe-fixes")
    assert code == 1
    assert out.startswith("b.yaml:1:4: error[t/two]")
    assert err == "Not made: b.yaml: it is read-only\nFixed 1 finding in 1 file: a.yaml\n"
    assert "make it two (not applied: b.yaml: it is read-only)" in out
    assert "fixable" not in out
    assert ((tmp_path / "a.yaml").read_bytes(), (tmp_path / "b.yaml").read_bytes()) == (b"x: 2\r\n", b"x: 1\n")
    assert "+x: 2" in called("--diff", "--unsafe-fixes")[1], "a patch can be applied by somebody who may"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("--diff", "--fix"), "--diff shows what --fix would do"),
        (("--fix", "-"), "--fix can't change standard input"),
        (("-", "a.yaml"), "`-` stands alone"),
        (("--stdin-filename", "x.yaml"), "--stdin-filename is for `-`"),
        (("--config", "x", "--no-config"), "--config and --no-config exclude each other"),
        (("--jobs", "-1"), "Invalid value for '--jobs'"),
        (("no/x", "a.yaml", "y"), "no such file or folder: no/x\ndeadpeer: error: no such file or folder: y\n"),
        (("--context", "b"), "--context: no such folder: b\n"),
        (("--context", "a.yaml"), "--context: not a folder but a file: a.yaml\n"),
        (
            ("--advisories", "a.yaml"),
            "--advisories: not a folder but a file: a.yaml: give the folder that has it as <system>/<name>.yaml\n",
        ),
        (("--policies", "a.yaml"), "--policies: not a folder but a file: a.yaml: give the folder that has it as "),
    ],
)
def test_flags_that_contradict_each_other(argv: tuple[str, ...], message: str, called: Called, fake: Fake) -> None:
    code, out, err = called(*argv)
    assert (code, out, fake.requests) == (2, "", [])
    assert err.startswith(f"deadpeer: error: {message}")


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (UsageFault("no such file or folder: x"), 2, "deadpeer: error: no such file or folder: x\n"),
        (
            Faults((PolicyFault("bad", "p.yaml", 3, 4), PolicyFault("worse", "q.yaml"))),
            2,
            "deadpeer: error: p.yaml:3:4: bad\ndeadpeer: error: q.yaml: worse\n",
        ),
        (Bug("the joins wait for each other"), 3, "deadpeer: error: this is a bug in deadpeer: Bug: the joins wait"),
        (RecursionError("deep"), 3, "deadpeer: error: this is a bug in deadpeer: RecursionError: deep\n"),
    ],
)
def test_faults_are_lines_and_bugs_are_ours(error: Exception, code: int, text: str, fake: Fake, called: Called) -> None:
    fake.raises = error
    found, out, err = called()
    assert (found, out) == (code, "")
    assert err.startswith(text)
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("environment", "argv", "colored"),
    [
        ({}, (), False),
        ({}, ("--color", "always"), True),
        ({"FORCE_COLOR": "1"}, (), True),
        ({"FORCE_COLOR": "0"}, (), False),
        ({"CLICOLOR_FORCE": "1"}, (), True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, (), False),
        ({"NO_COLOR": "1"}, ("--color", "always"), True),
        ({"FORCE_COLOR": "1"}, ("--color", "never"), False),
    ],
)
def test_color_is_asked_for_by_flag_or_environment(
    environment: dict[str, str],
    argv: tuple[str, ...],
    colored: bool,
    called: Called,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in called(*argv)[1]) is colored


def test_flags_and_settings_reach_the_run(called: Called, fake: Fake, tmp_path: Path) -> None:
    (tmp_path / ".deadpeer.yaml").write_text("profile: recommended\nignore: [a/b]\nfail-on: error\n")
    fake.severity = Severity.WARNING
    code, _, _ = called("--select", "x/y,x/z", "--select", "t/*", "--ignore", "c/d", "--jobs", "3", "--force-exclude")
    (options,) = fake.options
    assert (options.profile, options.fail_on, code) == ("recommended", Severity.ERROR, 0)
    assert (options.select, options.ignore) == (("x/y", "x/z", "t/*"), ("a/b", "c/d"))
    assert (fake.requests[0].jobs, fake.requests[0].force_exclude) == (3, True)


def test_faults_of_the_settings_stop_the_run(called: Called, fake: Fake, tmp_path: Path) -> None:
    (tmp_path / ".deadpeer.yaml").write_text("profil: x\nfail-on: never\n")
    code, out, err = called()
    assert (code, out, fake.requests) == (2, "", [])
    assert err == (
        "deadpeer: error: .deadpeer.yaml:1:1: unknown key `profil` (did you mean `profile`?)\n"
        "deadpeer: error: .deadpeer.yaml:2:10: `fail-on` is one of error, warning, note\n"
    )
    assert called("--no-config")[0] == 1


def request_of(called: Called, fake: Fake, *argv: str) -> Request:
    called(*argv)
    return fake.requests[-1]


def test_paths_are_reported_from_the_repository_and_shown_from_the_working_folder(
    called: Called, fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    code, out, _ = called("..")
    assert code == 1
    assert fake.requests[-1] == Request(str(tmp_path), (str(tmp_path),))
    assert out.startswith("../a.yaml:1:4:")
    assert json.loads(called("--format", "json", "..")[1])["findings"][0]["path"] == "a.yaml"
    assert called("--diff", "..")[1].startswith("--- a/a.yaml")


def test_without_a_repository_the_working_folder_is_the_root(called: Called, fake: Fake, tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    assert request_of(called, fake, "a.yaml", "--context", "x/..").root == str(tmp_path)
    assert fake.requests[-1].paths == (str(tmp_path / "a.yaml"),)
    assert fake.requests[-1].context == str(tmp_path)


def test_paths_elsewhere_make_the_common_folder_the_root(
    called: Called, fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    monkeypatch.chdir(tmp_path / "one")
    assert request_of(called, fake, "../two").root == str(tmp_path)


@pytest.mark.parametrize(
    ("argv", "data", "name"),
    [
        ((), b"x: 1\n", "stdin.yaml"),
        ((), b"<project/>", "stdin.xml"),
        (("--stdin-filename", "conf/x.yaml"), b"x: 1\n", "conf/x.yaml"),
    ],
)
def test_standard_input_is_read_for_a_dash(
    argv: tuple[str, ...], data: bytes, name: str, called: Called, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    fake.empty = True
    code, _, err = called("-", *argv)
    assert (code, "nothing was checked: standard input does not hold" in err) == (4, True)
    assert (fake.requests[-1].stdin, fake.requests[-1].paths) == ((name, data), ())


def test_the_diff_of_standard_input(called: Called, fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x: 1\n")))
    code, out, _ = called("-", "--diff", "--stdin-filename", "conf/x.yaml")
    assert (code, fake.requests[-1].stdin) == (1, ("conf/x.yaml", b"x: 1\n"))
    assert out == "--- a/conf/x.yaml\n+++ b/conf/x.yaml\n@@ -1 +1 @@\n-x: 1\n+x: 2\n"


def test_a_message_that_the_terminal_can_not_show_is_shown_in_escapes(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, screen = fake.found, io.BytesIO()
    monkeypatch.setattr(fake, "found", lambda source: [replace(one, message="中文") for one in found(source)])
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(screen, "ascii"))
    assert main(["check"]) == 1
    assert b"error[t/two] \\u4e2d\\u6587\n" in screen.getvalue()


def test_reports_keep_their_line_feeds_on_every_system(called: Called) -> None:
    assert "\r" not in called("--format", "json")[1]
