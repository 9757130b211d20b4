"""``deadpeer links``."""

from __future__ import annotations

from typing import Any

import click

_PROFILES = click.Choice(["default", "recommended", "pedantic"])


@click.command("links", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1)
@click.option(
    "--format",
    type=click.Choice(["text", "json", "mermaid", "dot"]),
    default="text",
    show_default=True,
    help="Of the list.",
)
@click.option("--profile", type=_PROFILES, help="Which policies the verdicts are from.  [default: default]")
@click.option("--policies", multiple=True, metavar="DIR", help="Further policies: <any>/<name>.yaml there.")
@click.option("--config", metavar="FILE", help="Settings file.  [default: .deadpeer.yaml or pyproject.toml, upward]")
@click.option("--no-config", is_flag=True, help="Read no settings file.")
@click.option("--assume", multiple=True, metavar="NAME=VERSION", help="Of all files; a comment in one wins.")
@click.option("--maven-repo", "repository", metavar="DIR", help="Local repository to read poms from.  [default: none]")
@click.option("--context", metavar="DIR", help="Where the other half of a pair is looked for.  [default: repository]")
@click.option("--stdin-filename", metavar="NAME", help="What `-` is called.")
@click.option("--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes.  [default: as pay off]")
@click.option("-v", "--verbose", is_flag=True, help="Say which release and which data made the list.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
def command(**given: Any) -> int:
    """List every pair of a client and a server in PATHS (default: the working folder; `-` is standard input).

    For each: how it was matched, what is in effect at both ends, the verdict, and the time until a dead peer is noticed
    at worst with its derivation. Clients whose servers are not known come last, with the reason.

    Exit codes: 0 listed, 2 wrong usage or settings, 3 a bug in deadpeer, 4 nothing was read.
    """
    from linter.cli.asked import Asked
    from linter.cli.listing import links

    return links(Asked(**given))
