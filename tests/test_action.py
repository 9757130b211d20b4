"""The action's own script, with a command that writes down what it is given."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ACTION = Path(__file__).parents[1] / "action.yml"
BASH = shutil.which("bash")


@pytest.mark.skipif(BASH is None, reason="bash is missing")
@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (".", ["."]),
        ("", []),
        ("a  b/c", ["a", "b/c"]),
        ("a\nb c\n", ["a", "b", "c"]),
        ("$(touch x) *", ["$(touch", "x)", "*"]),
    ],
)
def test_every_path_is_checked_and_none_is_run(tmp_path: Path, paths: str, expected: list[str]) -> None:
    steps = yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"]
    script = next(step["run"] for step in steps if step["name"] == "Check")
    command = tmp_path / "deadpeer" / "bin" / "deadpeer"
    command.parent.mkdir(parents=True)
    command.write_text(f"#!{BASH}\nprintf '%s\\n' \"$@\" > '{tmp_path}/given'\nexit 1\n")
    command.chmod(0o755)
    environment = {
        "PATH": os.defpath,
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "PATHS": paths,
        "SARIF": "x.sarif",
    }
    shell = [str(BASH), "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    subprocess.run(shell, env=environment, cwd=tmp_path, check=True)
    given = (tmp_path / "given").read_text("utf-8").splitlines()
    assert given[given.index("--") + 1 :] == expected
    assert (tmp_path / "output").read_text("utf-8") == "exit-code=1\n"
    assert not (tmp_path / "x").exists()
