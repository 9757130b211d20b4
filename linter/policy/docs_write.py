"""Writing ``docs/policies``, or checking that it is what the policies say: for developers of this repository."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from linter.facts.kinds import NEUTRAL
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


def main() -> int:
    """``python -m linter.policy.docs [--check]``; 1 where pages were out of date and are only checked."""
    root = Path(__file__).parents[2]
    kinds = dict(NEUTRAL)
    for system in load_all():
        kinds.update(system.kinds)
    wanted = pages(load(str(root / "policies"), kinds))
    check = "--check" in sys.argv[1:]
    changed = (stale if check else write_docs)(root / _TARGET, wanted)
    sys.stderr.writelines(f"{_TARGET}/{name}\n" for name in changed)
    return int(check and bool(changed))
