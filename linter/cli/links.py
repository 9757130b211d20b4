"""``deadpeer links``."""

from __future__ import annotations

from typing import Any

import click

from linter.cli.app import ASSUME, COLOR, CONFIG, JOBS, NO_CONFIG, POLICIES, PROFILES, REPOSITORY, STDIN_FILENAME


@click.command("links", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1)
@click.option(
    "--format",
    type=click.Choice(["text", "json", "mermaid", "dot"]),
    default="text",
    show_default=True,
    help="Of the list.",
)
@click.option("--profile", type=PROFILES, help="Which policies the verdicts are from.  [default: default]")
@POLICIES
@CONFIG
@NO_CONFIG
@ASSUME
@REPOSITORY
@click.option("--context", metavar="DIR", help="Where the other half of a pair is looked for.  [default: repository]")
@STDIN_FILENAME
@JOBS
@click.option("-v", "--verbose", is_flag=True, help="Say which release and which data made the list.")
@COLOR
def command(**given: Any) -> int:
    """List every pair of a client and a server in PATHS (default: the working folder; `-` is standard input).

    For each: how it was matched, what is in effect at both ends, the verdict, and the time until a dead peer is noticed
    at worst with its derivation. Clients whose servers are not known come last, with the reason.

    Exit codes: 0 listed, 2 wrong usage or settings, 3 a bug in deadpeer, 4 nothing was read.
    """
    from linter.cli.asked import Asked
    from linter.cli.listing import links

    return links(Asked(**given))
