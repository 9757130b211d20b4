"""The work of ``explain-rule``: read the rule and what is around it, explain, print."""

from __future__ import annotations

import os
import sys

from linter.cli import NOTHING, OK
from linter.cli.asked import Asked, absolute, consistent, relative, request
from linter.cli.terminal import put, put_exactly, say, style, working_folder
from linter.cli.tool import signature, tool
from linter.faults import Faults, UsageFault
from linter.options import load
from linter.record import replace
from linter.run.files import repository
from linter.run.listing import Listing
from linter.run.root import root_of


def explain_rule(file: str, paths: tuple[str, ...], asked: Asked) -> int:
    """Prints what the rules in ``file`` do among what is in ``paths``; returns the exit code."""
    consistent(asked)
    missing = [path for path in paths if not os.path.exists(path)]
    if missing:
        raise Faults(tuple(UsageFault(f"no such file or folder: {path}") for path in missing))
    folder = working_folder()
    options = load(asked.flags(), folder)
    wanted = request(asked, folder)
    around = [absolute(path, folder) for path in paths] or [repository(folder) or folder]
    root = root_of(folder, [*wanted.paths, *around])
    name = None if wanted.stdin is None else relative(absolute(wanted.stdin[0], wanted.root), root)
    stdin = None if wanted.stdin is None or name is None else (name, wanted.stdin[1])
    listing = Listing(replace(wanted, root=root, paths=(*wanted.paths, *around), stdin=stdin), options)
    chosen = name if name is not None else relative(absolute(file, folder), root)
    found = listing.rules(lambda path: chosen in (".", path) or path.startswith(f"{chosen}/"))
    if asked.format == "json":
        from linter.report.listing.rules_json import render as as_json

        put_exactly(as_json(found, listing.open_source, tool()), "backslashreplace")
    else:
        from linter.report.listing.rules_text import render

        here = relative(folder, root)
        look = style(asked.color, sys.stdout, root, "" if here == "." else here)
        put(render(found, listing.open_source, look) + signature())
    if found.rules:
        return OK
    say(f"deadpeer: no governance rule was found in {file}\n")
    return NOTHING
