"""``deadpeer emit``."""

from __future__ import annotations

from typing import Any

import click

from linter.cli.app import ADVISORIES, ASSUME, CONFIG, JOBS, NO_CONFIG, PROFILES, REPOSITORY


@click.command("emit", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("tool", metavar="TOOL")
@click.argument("paths", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Of all advisories, whatever PATHS use; nothing is read then.")
@click.option("--select", multiple=True, metavar="IDS", help="Only these; globs, commas between.")
@click.option("--ignore", multiple=True, metavar="IDS", help="Not these.")
@click.option("--profile", type=PROFILES, help="How much is kept away from.  [default: default; with --all pedantic]")
@CONFIG
@NO_CONFIG
@ASSUME
@REPOSITORY
@ADVISORIES
@JOBS
def command(**given: Any) -> int:
    """Write what is known against releases as rules for a tool that a team already runs.

    TOOL is `enforcer` (a plugin element with bannedDependencies for a pom.xml), `gradle` (constraints for a build
    script), or `renovate` (packageRules). Only the advisories count whose condition PATHS (default: the working folder)
    meet, whichever release they run now; each rule has its reason and the policy's id. Single releases are named,
    no ranges: forks and builds of your own are left alone.

    Exit codes: 0 written, 2 wrong usage or settings, 3 a bug in deadpeer, 4 nothing was read.
    """
    from linter.cli.asked import Asked
    from linter.cli.emitting import emit

    tool, every = given.pop("tool"), given.pop("every")
    return emit(tool, every, Asked(**given))
