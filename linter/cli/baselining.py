"""The work of ``baseline``: run, count, write."""

from __future__ import annotations

from collections.abc import Mapping

from linter.cli import NOTHING, OK
from linter.cli.asked import Asked, absolute, consistent, relative, request
from linter.cli.progress import progress
from linter.cli.terminal import put, say, working_folder
from linter.faults import UsageFault
from linter.options import load
from linter.record import replace
from linter.report.counting import counted as number
from linter.report.printable import printable
from linter.run import check
from linter.suppress.baseline import Key, counted, parse, pruned, render
from linter.suppress.suppress import HOUSEKEEPING

NAME = ".deadpeer-baseline.json"


def baselined(asked: Asked, output: str | None, *, prune: bool) -> int:
    """Carries out ``asked`` in the working folder and returns the exit code."""
    consistent(asked)
    if asked.stdin:
        raise UsageFault("a baseline is of files: `-` has no name to know its findings by")
    folder = working_folder()
    options = load(asked.flags(), folder)
    path = absolute(output or NAME, folder) if output or options.baseline is None else options.baseline
    shown = relative(path, folder)
    wanted = request(asked, folder)
    if asked.paths and wanted.context is None:
        wanted = replace(wanted, context=wanted.root)
    old = _old(path, shown, needed=prune)
    with progress(quiet=asked.quiet) as tell:
        run = check(replace(wanted, tell=tell), replace(options, baseline=None))
    if not run.result.opened and not run.result.findings:
        say("deadpeer: nothing was checked, so no baseline was written\n")
        return NOTHING
    now = counted(finding for finding in run.result.findings if finding.policy not in HOUSEKEEPING)
    below = [relative(path, wanted.root) for path in wanted.paths]
    aside = {key: count for key, count in old.items() if not _below(key.file, below)}
    inside = {key: count for key, count in old.items() if key not in aside}
    counts = {**aside, **(pruned(inside, now) if prune else {key: now[key] for key in now if key not in aside})}
    _write(path, shown, render(counts))
    if not asked.quiet:
        put(_told(shown, counts, old if prune else None))
    return OK


def _old(path: str, shown: str, *, needed: bool) -> Mapping[Key, int]:
    """What the file counts so far; nothing where there is none and none is ``needed``."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return parse(shown, file.read()).counts
    except FileNotFoundError as error:
        if needed:
            raise UsageFault("there is no baseline to prune", shown) from error
        return {}
    except OSError as error:
        raise UsageFault(f"the baseline can't be read: {error.strerror}", shown) from error
    except UnicodeDecodeError as error:
        raise UsageFault(f"is not UTF-8: byte {error.start}", shown) from error


def _write(path: str, shown: str, text: str) -> None:
    try:
        with open(path, "wb") as file:
            file.write(text.encode("ascii"))
    except OSError as error:
        raise UsageFault(f"the baseline can't be written: {error.strerror}", shown) from error


def _below(path: str, folders: list[str]) -> bool:
    return any(folder in (".", path) or path.startswith(f"{folder}/") for folder in folders)


def _told(shown: str, counts: Mapping[Key, int], old: Mapping[Key, int] | None) -> str:
    total = sum(counts.values())
    if old is not None:
        gone = sum(old.values()) - total
        return f"Took {number(gone, 'findings')} out of {printable(shown)}; {total} left.\n"
    return f"Wrote {number(total, 'findings')} to {printable(shown)}.\n"
