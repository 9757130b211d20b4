"""What the command does before it looks at a single file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import linter
from linter._version import DATA, VERSION
from linter.cli import main

ROOT = Path(__file__).parents[3]


def test_the_version_is_the_one_of_the_distribution() -> None:
    lines = (ROOT / "pyproject.toml").read_text("utf-8").split("\n")
    assert f'version = "{VERSION}"' in lines
    assert linter.__version__ == VERSION


def loaded(*argv: str) -> set[str]:
    """The modules that the command has imported when it is done."""
    script = (
        "import sys; from linter.cli import main; code = main(sys.argv[1:]); "
        "print(*sys.modules, sep='\\n', file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", script, *argv], capture_output=True, text=True, check=True)
    return set(done.stderr.split("\n"))


def test_without_a_command_its_help_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    main([])
    out, err = capfd.readouterr()
    assert "  check " in "\n".join(line[:8] for line in (out + err).split("\n"))
    assert "\\n" not in out + err


def test_a_wrong_use_is_told_in_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["completion"]) == 2
    assert capfd.readouterr().err.split("\n") == [
        "deadpeer: error: Missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish",
        "Try 'deadpeer completion --help'.",
        "",
    ]


@pytest.mark.parametrize("argv", [("--version",), ("--help",)])
def test_version_and_help_import_nothing_but_click(argv: tuple[str, ...]) -> None:
    ours = {name for name in loaded(*argv) if name.partition(".")[0] == "linter"}
    assert ours == {"linter", "linter._version", "linter.cli", "linter.cli.app"}


def test_version_imports_no_module_that_the_smallest_click_program_does_not() -> None:
    script = """
import sys, click
@click.group()
@click.version_option("1")
def app(): pass
app.main(["--version"], standalone_mode=False)
print(*sys.modules, sep="\\n")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    extra = {name for name in loaded("--version") - set(done.stdout.split("\n")) if name.partition(".")[0] != "linter"}
    assert extra <= {"importlib._abc", "gc"}


def test_help_of_check_does_not_import_the_linter() -> None:
    ours = {name for name in loaded("check", "--help") if name.startswith("linter")}
    assert ours == {
        "linter",
        "linter._version",
        "linter.cli",
        "linter.cli.app",
        "linter.cli.check",
        "linter.cli.outputs",
        "linter.record",
        "linter.report",
        "linter.report.formats",
    }


def test_the_module_can_be_run() -> None:
    done = subprocess.run([sys.executable, "-m", "linter", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"deadpeer {VERSION} (data {DATA})\n"


def test_every_public_name_can_be_had() -> None:
    for name in linter.__all__:
        assert getattr(linter, name) is not None, name
    assert set(linter.__all__) <= set(dir(linter))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        linter.nothing  # noqa: B018


def test_importing_the_package_imports_nothing_else() -> None:
    script = "import sys; import linter; print(*sorted(n for n in sys.modules if n.startswith('linter')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["linter", "linter._version"]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["chekc", "."], "deadpeer: error: no command is called `chekc` (did you mean `check`?)"),
        (["pyproject.toml"], "deadpeer: error: no command is called `pyproject.toml` (did you mean"),
        (["check", "--fxi"], "deadpeer: error: No such option"),
        (["check", "--format", "xml"], "deadpeer: error: Invalid value for '--format'"),
        (["explain"], "deadpeer: error: Missing argument"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(
    argv: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(message)
    assert "Traceback" not in err


def test_an_exception_nobody_expected_is_our_bug(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> int:
        raise ZeroDivisionError("a \x1b[31mthing")

    monkeypatch.setattr("linter.cli.check.command.callback", broken)
    assert main(["check"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("deadpeer: error: this is a bug in deadpeer: ZeroDivisionError: a \\x1b[31mthing\n")
    assert "Traceback" not in err
    monkeypatch.setenv("DEADPEER_DEBUG", "1")
    assert main(["check"]) == 3
    assert "Traceback (most recent call last)" in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv", [["--version"], ["--help"], ["check", "--help"], ["policies", "-h"], ["explain", "-h"]]
)
def test_what_informs_exits_with_0(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 0
    assert capsys.readouterr().out


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = (
        "import os, sys; from linter.cli.terminal import put; "
        "put('x' * 100000); put('y' * 100000); print('done', file=sys.stderr); sys.exit(1)"
    )
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "done\n")


def test_the_language_server_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert main(["lsp"]) == 2
    assert "pip install 'deadpeer[lsp]'" in capfd.readouterr().err


def in_shell(line: str, folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    """``line`` run by a shell in ``folder``, in which ``"$@"`` is our command with ``argv``."""
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from linter.cli import main; sys.exit(main())"
    command = ["sh", "-c", line, "sh", sys.executable, "-I", "-c", script, *argv]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.skipif(os.name == "nt", reason="shells there can't close a stream")
@pytest.mark.parametrize(
    ("closing", "expected"),
    [
        (">&-", (2, "", "deadpeer: error: the report can't be written: standard output is closed\n")),
        ("2>&-", (0, "Checked 1 file", "")),
        ("- <&-", (2, "", "deadpeer: error: standard input is closed\n")),
        (">&- 2>&- <&-", (2, "", "")),
    ],
)
@pytest.mark.parametrize("command", ["check", "links", "versions"])
def test_streams_that_the_shell_has_closed(
    closing: str, expected: tuple[int, str, str], command: str, tmp_path: Path
) -> None:
    pipeline = "{traces: {receivers: [otlp], exporters: [debug]}}"
    text = f"receivers: {{otlp: }}\nexporters: {{debug: }}\nservice: {{pipelines: {pipeline}}}\n"
    (tmp_path / "a.yaml").write_text(text)
    done = in_shell(f'"$@" {closing}', tmp_path, command)
    code, out, err = expected
    assert (done.returncode, done.stderr) == (code, err)
    assert done.stdout.startswith(out if command == "check" else "")


@pytest.mark.skipif(os.name == "nt", reason="a folder in use can't be removed there")
@pytest.mark.parametrize("command", ["check", "links", "versions", "baseline", "upgrade --to 0.155.0"])
def test_a_working_folder_that_is_gone(command: str, tmp_path: Path) -> None:
    done = in_shell('mkdir gone && cd gone && rmdir ../gone && "$@"', tmp_path, *command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("deadpeer: error: the working folder can't be found")
