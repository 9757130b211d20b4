"""The work of ``upgrade``: read, judge twice, print."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from linter.cli import FOUND, NOTHING, OK
from linter.cli.asked import Asked, consistent, relative, request
from linter.cli.overwriting import read_by, spare
from linter.cli.progress import progress
from linter.cli.terminal import emit, say, style, working_folder
from linter.cli.tool import signature, tool
from linter.options import load
from linter.record import replace
from linter.report.printable import printable
from linter.run.upgrading import Upgrading
from linter.syntax.yaml import lean

if TYPE_CHECKING:
    from linter.report.upgrade.comparison import Comparison


def upgraded(asked: Asked, system: str | None, before: str | None, after: str) -> int:
    """Prints what is otherwise under ``after``; returns the exit code."""
    consistent(asked)
    lean.load()
    folder = working_folder()
    options = load(asked.flags(), folder)
    wanted = request(asked, folder)
    with progress(quiet=asked.quiet) as tell:
        upgrading = Upgrading(replace(wanted, tell=tell), options)
        spare((asked.output_file,), read_by(upgrading, options, asked.paths))
        comparison = upgrading.compare(system, before, after)
    if comparison is None:
        for skip in upgrading.skipped:  # no report is made that would list them
            say(f"deadpeer: skipped {printable(skip.path)}: {printable(skip.why)}\n")
        say("deadpeer: nothing was compared: no file holds a configuration whose releases deadpeer knows\n")
        return NOTHING
    emit(_rendered(comparison, asked, upgrading, relative(folder, wanted.root)), asked.output_file, asked.format)
    if not comparison.compared:
        say("deadpeer: nothing was compared: no release is known; --from says which one runs\n")
        return NOTHING
    return FOUND if comparison.breaks else OK


def _rendered(comparison: Comparison, asked: Asked, upgrading: Upgrading, here: str) -> str:
    if asked.format == "json":
        from linter.report.upgrade.json import render as as_json

        return as_json(comparison, upgrading.open_source, tool())
    if asked.format == "markdown":
        from linter.report.upgrade.markdown import render as as_markdown

        return f"{as_markdown(comparison, upgrading.open_source)}\n{signature()}"
    from linter.report.upgrade.text import render

    stream = None if asked.output_file is not None else sys.stdout
    look = style(asked.color, stream, upgrading.root, "" if here == "." else here)
    return render(comparison, upgrading.open_source, look) + signature()
