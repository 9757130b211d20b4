"""``deadpeer versions``."""

from __future__ import annotations

from typing import Any

import click


@click.command("versions", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1)
@click.option("--format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Of the list.")
@click.option("--config", metavar="FILE", help="Settings file.  [default: .deadpeer.yaml or pyproject.toml, upward]")
@click.option("--no-config", is_flag=True, help="Read no settings file.")
@click.option("--assume", multiple=True, metavar="NAME=VERSION", help="Of all files; a comment in one wins.")
@click.option("--maven-repo", "repository", metavar="DIR", help="Local repository to read poms from.  [default: none]")
@click.option("--context", metavar="DIR", help="Where images and builds are looked for.  [default: repository]")
@click.option("--stdin-filename", metavar="NAME", help="What `-` is called.")
@click.option("--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes.  [default: as pay off]")
@click.option("-v", "--verbose", is_flag=True, help="Say which release and which data made the list.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
def command(**given: Any) -> int:
    """List every version in PATHS (default: the working folder; `-` is standard input) with its chain of evidence.

    Where a version is not known, the list says why and how to tell it.

    Exit codes: 0 listed, 2 wrong usage or settings, 3 a bug in deadpeer, 4 nothing was read.
    """
    from linter.cli.asked import Asked
    from linter.cli.listing import versions

    return versions(Asked(**given))
