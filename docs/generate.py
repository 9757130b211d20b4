"""Writes ``docs/policies``, ``docs/changes``, the README's transcript and the data's version, or checks them.

``python docs/generate.py [--check]``.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from linter._version import DATA
from linter.digest import digest
from linter.policy.bundle import all_kinds
from linter.policy.docs import pages
from linter.policy.load import load
from linter.system import load_all

_ROOT = Path(__file__).parents[1]
_TARGETS = {"docs/policies": "policies", "docs/changes": "changes"}
_DATA = "linter/_version.py"
_EXAMPLE = ("examples/otelcol-mismatch",)
_BEGIN, _END = "<!-- transcript -->", "<!-- end -->"


def stale(folder: Path, wanted: Mapping[str, str]) -> list[str]:
    """The pages below ``folder`` that differ from ``wanted``, are missing, or belong to no policy."""
    there = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.md")}
    return sorted(name for name in {*there, *wanted} if there.get(name) != wanted.get(name))


def write_docs(folder: Path, wanted: Mapping[str, str]) -> list[str]:
    """Makes the pages below ``folder`` equal to ``wanted``; the names of those that changed."""
    changed = stale(folder, wanted)
    for name in changed:
        path = folder / name
        if name not in wanted:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[name], "utf-8", newline="\n")
    return changed


def transcript(readme: str) -> str:
    """``readme`` with what the command prints for an example between its marks."""
    command = [sys.executable, "-m", "linter", "check", "--color", "never", *_EXAMPLE]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    before, _, rest = readme.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    shown = " ".join(("deadpeer", "check", *_EXAMPLE))
    return f"{before}{_BEGIN}\n```console\n$ {shown}\n{done.stdout.rstrip()}\n```\n{_END}{after}"


def data_version(current: str, hashed: str, today: str) -> str:
    """The data's version: the day on which its hash became another, and the hash."""
    return current if current.partition("+")[2] == hashed else f"{today}+{hashed}"


def main() -> int | str:
    """Writes what is out of date; with ``--check`` says so instead."""
    kinds = all_kinds(load_all())
    wanted = {
        target: pages(load(str(_ROOT / folder), kinds), changes=folder == "changes")
        for target, folder in _TARGETS.items()
    }
    readme = _ROOT / "README.md"
    current = transcript(readme.read_text("utf-8"))
    data = data_version(DATA, digest(), date.today().isoformat())  # noqa: DTZ011  a day is near enough
    if "--check" not in sys.argv[1:]:
        module = _ROOT / _DATA
        module.write_text(module.read_text("utf-8").replace(DATA, data), "utf-8", newline="\n")
        for target, texts in wanted.items():
            write_docs(_ROOT / target, texts)
        readme.write_text(current, "utf-8", newline="\n")
        return 0
    old = [f"{target}/{name}" for target, texts in wanted.items() for name in stale(_ROOT / target, texts)]
    old += ["README.md"] if current != readme.read_text("utf-8") else []
    old += [_DATA] if data != DATA else []
    return "\n".join(f"{name} is out of date: make docs" for name in old) or 0


if __name__ == "__main__":
    raise SystemExit(main())
