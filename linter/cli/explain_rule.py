"""``deadpeer explain-rule``."""

from __future__ import annotations

from typing import Any

import click

_PROFILES = click.Choice(["default", "recommended", "pedantic"])


@click.command("explain-rule", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", metavar="FILE")
@click.argument("paths", nargs=-1)
@click.option("--format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Of the answer.")
@click.option("--profile", type=_PROFILES, help="Which policies are asked about it.  [default: default]")
@click.option("--policies", multiple=True, metavar="DIR", help="Further policies: <any>/<name>.yaml there.")
@click.option("--config", metavar="FILE", help="Settings file.  [default: .deadpeer.yaml or pyproject.toml, upward]")
@click.option("--no-config", is_flag=True, help="Read no settings file.")
@click.option("--assume", multiple=True, metavar="NAME=VERSION", help="Of all files; a comment in one wins.")
@click.option("--maven-repo", "repository", metavar="DIR", help="Local repository to read poms from.  [default: none]")
@click.option("--stdin-filename", metavar="NAME", help="What `-` is called.")
@click.option("--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes.  [default: as pay off]")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
def command(**given: Any) -> int:
    """Say in words what the governance rules in FILE do (`-` is standard input; a folder is all in it).

    For each rule, and each entry of one: whom it hits, what it does to them, on which releases it works, hits others
    than it says, or does nothing, and why; what comes of it with the release in the input; who there is concerned; how
    it goes away; and what policies say of it. Rules are found in documents, ConfigMaps, dumps of registries, scripts
    and sources.

    Who is concerned is looked up in PATHS (default: the repository around the working folder, else that folder).

    Exit codes: 0 explained, 2 wrong usage or settings, 3 a bug in deadpeer, 4 no rule is in FILE.
    """
    from linter.cli.asked import Asked
    from linter.cli.explaining import explain_rule

    file, paths = given.pop("file"), given.pop("paths")
    return explain_rule(file, paths, Asked(paths=(file,), **given))
