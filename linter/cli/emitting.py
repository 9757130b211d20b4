"""The work of ``emit``: read, find the bounds, write them for a tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from linter.cli import NOTHING, OK
from linter.cli.asked import Asked, consistent, request
from linter.cli.terminal import put_exactly, say, working_folder
from linter.cli.tool import tool as program
from linter.faults import UsageFault
from linter.offers import Bounding
from linter.options import load
from linter.record import replace
from linter.settings.reader import suggestion
from linter.system import load_all

if TYPE_CHECKING:
    from linter.facts.bounds import Bound

    Writer = Callable[[Sequence[Bound], str], str]


def tools() -> Mapping[str, Writer]:
    """What writes for each tool, by the tool's name."""
    from linter.report.bounds.renovate import render

    found: dict[str, Writer] = {}
    for system in load_all():
        if isinstance(system, Bounding):
            found[system.bounds_for] = system.bounded
    return {**dict(sorted(found.items())), "renovate": render}


def emit(tool: str, every: bool, asked: Asked) -> int:
    """Prints the rules for ``tool``; returns the exit code."""
    writers = tools()
    if tool not in writers:
        raise UsageFault(f"no tool is called `{tool}`{suggestion(tool, writers)}; there are {', '.join(writers)}")
    consistent(asked)
    if every and asked.profile is None:
        asked = replace(asked, profile="pedantic")
    folder = working_folder()
    options = load(asked.flags(), folder)
    wanted = request(asked, folder)
    from linter.run.emitting import Emitting

    found = Emitting(replace(wanted, paths=()) if every else wanted, options)
    made = found.bounds(every)
    if not found.opened and not every:
        say("deadpeer: nothing was read: no file holds a configuration that deadpeer knows\n")
        return NOTHING
    put_exactly(writers[tool](made.bounds, program().signature), "strict")
    for policy, why in made.open:
        say(f"deadpeer: {policy} is left out: {why}\n")
    return OK
