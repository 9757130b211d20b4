"""``deadpeer versions``."""

from __future__ import annotations

from typing import Any

import click

from linter.cli.app import ASSUME, COLOR, CONFIG, JOBS, NO_CONFIG, REPOSITORY, STDIN_FILENAME


@click.command("versions", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1)
@click.option("--format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Of the list.")
@CONFIG
@NO_CONFIG
@ASSUME
@REPOSITORY
@click.option("--context", metavar="DIR", help="Where images and builds are looked for.  [default: repository]")
@STDIN_FILENAME
@JOBS
@click.option("-v", "--verbose", is_flag=True, help="Say which release and which data made the list.")
@COLOR
def command(**given: Any) -> int:
    """List every version in PATHS (default: the working folder; `-` is standard input) with its chain of evidence.

    Where a version is not known, the list says why and how to tell it.

    Exit codes: 0 listed, 2 wrong usage or settings, 3 a bug in deadpeer, 4 nothing was read.
    """
    from linter.cli.asked import Asked
    from linter.cli.listing import versions

    return versions(Asked(**given))
