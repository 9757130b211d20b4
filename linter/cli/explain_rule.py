"""``deadpeer explain-rule``."""

from __future__ import annotations

from typing import Any

import click

from linter.cli.app import ASSUME, COLOR, CONFIG, JOBS, NO_CONFIG, POLICIES, PROFILES, REPOSITORY, STDIN_FILENAME


@click.command("explain-rule", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", metavar="FILE")
@click.argument("paths", nargs=-1)
@click.option("--format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Of the answer.")
@click.option("--profile", type=PROFILES, help="Which policies are asked about it.  [default: default]")
@POLICIES
@CONFIG
@NO_CONFIG
@ASSUME
@REPOSITORY
@STDIN_FILENAME
@JOBS
@COLOR
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
