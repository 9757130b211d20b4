"""What the shell is told when somebody presses the tab key."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from linter.cli import main
from linter.cli.app import COMMANDS
from linter.system import subjects

ROOT = Path(__file__).parents[3]


def answer(words: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> list[str]:
    """What the last of ``words`` can become."""
    monkeypatch.setenv("_DEADPEER_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    assert main([]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    return out.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("deadpeer ", [f"plain,{name}" for name in COMMANDS]),
        ("deadpeer test", ["plain,test-policies"]),
        ("deadpeer check --force", ["plain,--force-exclude"]),
        ("deadpeer check --profile ", ["plain,default", "plain,recommended", "plain,pedantic"]),
        ("deadpeer check --format json --format sarif --hide", ["plain,--hide-ignored"]),
        ("deadpeer check ", ["file,"]),
        ("deadpeer check --config ", ["file,"]),
        ("deadpeer check --policies ", ["dir,"]),
        ("deadpeer test-policies ", ["dir,"]),
        ("deadpeer chekc --fo", []),
        ("deadpeer upgrade --system ", [f"plain,{name}" for name in subjects()]),
        ("deadpeer explain deadpeer/ali", ["plain,deadpeer/aliasing"]),
        ("deadpeer check --select deadpeer/ali", ["plain,deadpeer/aliasing"]),
        ("deadpeer check --ignore a/b,deadpeer/ali", ["plain,a/b,deadpeer/aliasing"]),
        ("deadpeer completion ", ["plain,bash", "plain,zsh", "plain,fish"]),
    ],
)
def test_a_word_is_completed(
    words: str,
    expected: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert answer(words, monkeypatch, capfd) == expected


def test_policies_of_the_house_are_completed_unless_they_are_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    assert main(["new-policy", "acme/retries"]) == 0
    (tmp_path / ".deadpeer.yaml").write_text("policies: [policies]\n")
    capfd.readouterr()
    assert answer("deadpeer explain acme/", monkeypatch, capfd) == ["plain,acme/retries"]
    (tmp_path / "policies" / "acme" / "retries.yaml").write_text("title: [\n")
    assert answer("deadpeer explain acme/", monkeypatch, capfd) == []
    assert answer("deadpeer explain deadpeer/ali", monkeypatch, capfd) == ["plain,deadpeer/aliasing"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_their_scripts(shell: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert f"_DEADPEER_COMPLETE={shell}_complete" in capfd.readouterr().out


def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash is here")
    command = tmp_path / "bin" / "deadpeer"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m linter "$@"\n')
    command.chmod(0o755)
    steps = """
eval "$(deadpeer completion bash)"
COMP_WORDS=(deadpeer check --force); COMP_CWORD=2
_deadpeer_completion deadpeer
echo "${COMPREPLY[@]}"
"""
    environment = {"PATH": f"{command.parent}:/usr/local/bin:/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([bash, "-c", steps], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "--force-exclude\n"
