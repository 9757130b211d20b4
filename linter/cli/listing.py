"""The work of ``links`` and ``versions``: read, collect, print."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from linter.cli import NOTHING, OK
from linter.cli.asked import Asked, consistent, relative, request
from linter.cli.progress import progress
from linter.cli.terminal import put, put_exactly, say, style, working_folder
from linter.cli.tool import signature, tool
from linter.options import load
from linter.record import replace
from linter.run.listing import Listing

if TYPE_CHECKING:
    from linter.report.style import Style

T = TypeVar("T")


def links(asked: Asked) -> int:
    """Prints the pairs; returns the exit code."""
    listing, look, found = _read(asked, Listing.links)
    if asked.format == "json":
        from linter.report.listing.links_json import render as as_json

        put_exactly(as_json(found, listing.open_source, tool()), "backslashreplace")
    elif asked.format in ("mermaid", "dot"):
        from linter.report.listing import links_graph

        made = links_graph.dot(found) if asked.format == "dot" else links_graph.mermaid(found)
        put_exactly(made, "backslashreplace")
    else:
        from linter.report.listing.links_text import render

        put(render(found, listing.open_source, look) + signature())
    return _code(found.opened)


def versions(asked: Asked) -> int:
    """Prints the versions; returns the exit code."""
    listing, look, found = _read(asked, Listing.versions)
    if asked.format == "json":
        from linter.report.listing.versions_json import render as as_json

        put_exactly(as_json(found, listing.open_source, tool()), "backslashreplace")
    else:
        from linter.report.listing.versions_text import render

        put(render(found, listing.open_source, look) + signature())
    return _code(found.opened)


def _read(asked: Asked, collect: Callable[[Listing], T]) -> tuple[Listing, Style, T]:
    consistent(asked)
    folder = working_folder()
    options = load(asked.flags(), folder)
    wanted = request(asked, folder)
    here = relative(folder, wanted.root)
    look = style(asked.color, sys.stdout, wanted.root, "" if here == "." else here)
    with progress(quiet=asked.quiet) as tell:
        listing = Listing(replace(wanted, tell=tell), options)
        return listing, look, collect(listing)


def _code(opened: int) -> int:
    if opened:
        return OK
    say("deadpeer: nothing was read: no file holds a configuration that deadpeer knows\n")
    return NOTHING
