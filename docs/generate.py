"""Writes the pages that are made of something else, transcripts in the others and the data's version, or checks them.

``python docs/generate.py [--check]``.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

from docs.manual import manual
from linter._version import DATA
from linter.digest import digest
from linter.policy.bundle import all_kinds
from linter.policy.docs import pages
from linter.policy.load import load
from linter.policy.vocabulary import page
from linter.system import load_all

_ROOT = Path(__file__).parents[1]
_TARGETS = {"docs/policies": "policies", "docs/changes": "changes"}
_DATA = "linter/_version.py"
_KINDS, _MANUAL = "docs/kinds.md", "docs/man/deadpeer.1"
_TRANSCRIPT = re.compile(r"<!-- run: deadpeer ([^\n]*?) -->\n.*?<!-- end -->", re.DOTALL)


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


def transcribed(page: str) -> str:
    """``page`` with what each command between its marks prints."""
    return _TRANSCRIPT.sub(lambda found: _transcript(found[1]), page)


def _transcript(command: str) -> str:
    run = [sys.executable, "-m", "linter", *shlex.split(command)]
    done = subprocess.run(run, cwd=_ROOT, capture_output=True, text=True, check=False, env={"NO_COLOR": "1"})
    if not done.stdout:
        raise SystemExit(
            f"deadpeer {command} prints nothing: {done.stderr.strip()}"
        )  # a page would lose its transcript
    shown = "\n".join(line.rstrip() for line in done.stdout.rstrip().splitlines())
    return f"<!-- run: deadpeer {command} -->\n```console\n$ deadpeer {command}\n{shown}\n```\n<!-- end -->"


def _written() -> Iterator[Path]:
    """The pages that people write."""
    yield from sorted(_ROOT.glob("README*.md"))
    made = {_ROOT / target for target in (*_TARGETS, _KINDS)}
    yield from sorted(page for page in (_ROOT / "docs").rglob("*.md") if not made.intersection((page, *page.parents)))


def _is(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


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
    singles = {_KINDS: page(kinds), _MANUAL: manual()}
    data = data_version(DATA, digest(), date.today().isoformat())  # noqa: DTZ011  a day is near enough
    writing = "--check" not in sys.argv[1:]
    if writing:  # before the transcripts, which show it
        module = _ROOT / _DATA
        module.write_text(module.read_text("utf-8").replace(DATA, data), "utf-8", newline="\n")
    texts = {path: path.read_text("utf-8") for path in _written()}
    current = {path: transcribed(text) for path, text in texts.items()}
    if writing:
        for name, text in singles.items():
            (_ROOT / name).write_text(text, "utf-8", newline="\n")
        for target, made in wanted.items():
            write_docs(_ROOT / target, made)
        for path, text in current.items():
            if text != texts[path]:
                path.write_text(text, "utf-8", newline="\n")
        return 0
    old = [f"{target}/{name}" for target, made in wanted.items() for name in stale(_ROOT / target, made)]
    old += [name for name, text in singles.items() if not _is(_ROOT / name, text)]
    old += [_DATA] if data != DATA else []
    old += [path.relative_to(_ROOT).as_posix() for path, text in current.items() if text != texts[path]]
    return "\n".join(f"{name} is out of date: make docs" for name in old) or 0


if __name__ == "__main__":
    raise SystemExit(main())
