"""Writes ``docs/policies`` from the policies, or checks that it is what they say.

``python docs/generate.py [--check]``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from linter.policy.bundle import all_kinds
from linter.policy.docs import pages
from linter.policy.load import load
from linter.system import load_all

_TARGET = "docs/policies"


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


def main() -> int | str:
    """Writes the pages; with ``--check`` says what is out of date instead."""
    root = Path(__file__).parents[1]
    wanted = pages(load(str(root / "policies"), all_kinds(load_all())))
    if "--check" not in sys.argv[1:]:
        write_docs(root / _TARGET, wanted)
        return 0
    return "\n".join(f"{_TARGET}/{name} is out of date" for name in stale(root / _TARGET, wanted)) or 0


if __name__ == "__main__":
    raise SystemExit(main())
