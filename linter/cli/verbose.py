"""What ``--verbose`` says of a run, on standard error."""

from __future__ import annotations

from collections.abc import Iterator

from linter.cli.terminal import say
from linter.options import Options
from linter.report.counting import counted
from linter.report.printable import printable
from linter.run import Request, Run


def told(request: Request, options: Options, run: Run) -> None:
    """Says where the settings came from, what was read, and for whom."""
    say("".join(f"{printable(line)}\n" for line in _lines(request, options, run)))


def _lines(request: Request, options: Options, run: Run) -> Iterator[str]:
    from linter._version import VERSION

    yield f"deadpeer {VERSION}"
    yield f"settings: {', '.join(options.config_paths) or 'none found'}"
    if options.ruleset is not None:
        yield f"ruleset: {options.ruleset}"
    for what, folders in (("policies", options.policies), ("advisories", options.advisories)):
        for folder in folders:
            yield f"{what} from: {folder}"
    yield f"profile: {options.profile}, {counted(sum(1 for _ in run.policies), 'policies')} known"
    if options.baseline is not None:
        yield f"baseline: {options.baseline}"
    if request.diff_base is not None:
        yield f"changed since: the merge base with {request.diff_base}"
    yield f"paths are relative to: {request.root}"
    for path, systems in run.files():
        yield f"read {path}: {', '.join(systems) or 'nothing of ours in it'}"
