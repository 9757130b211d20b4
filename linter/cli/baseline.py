"""``deadpeer baseline``."""

from __future__ import annotations

from typing import Any

import click

from linter.cli.app import ASSUME, CONFIG, JOBS, NO_CONFIG, POLICIES, PROFILES


@click.command("baseline", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1)
@click.option(
    "--output", metavar="FILE", help="The file to write.  [default: that of the settings, else .deadpeer-baseline.json]"
)
@click.option("--prune", is_flag=True, help="Only take out what is gone; add nothing.")
@click.option("--profile", type=PROFILES, help="Which policies run.  [default: default]")
@click.option("--select", multiple=True, metavar="IDS", help="Run only these policies: ids or globs, comma-separated.")
@click.option("--ignore", multiple=True, metavar="IDS", help="Leave these policies out.")
@click.option("--preview", is_flag=True, help="Run policies that are still being tried out too.")
@POLICIES
@CONFIG
@NO_CONFIG
@ASSUME
@click.option("--context", metavar="DIR", help="Where the other half of a pair is looked for.  [default: repository]")
@JOBS
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
@click.option("--today", hidden=True, metavar="DAY")
def command(output: str | None, prune: bool, **given: Any) -> int:
    """Write down what `check` finds in PATHS (default: the working folder), so that it reports only what is new.

    Entries for files outside PATHS stay as they are. `check --baseline FILE` or `baseline: FILE` in the settings takes
    the file into account.

    Exit codes: 0 written, 2 wrong usage or settings, 3 a bug in deadpeer, 4 nothing was checked.
    """
    from linter.cli.asked import Asked
    from linter.cli.baselining import baselined

    return baselined(Asked(**given), output, prune=prune)
