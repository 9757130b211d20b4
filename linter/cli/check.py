"""``deadpeer check``."""

from __future__ import annotations

from typing import Any

import click

from linter.cli.app import (
    ADVISORIES,
    ASSUME,
    COLOR,
    CONFIG,
    JOBS,
    NO_CONFIG,
    POLICIES,
    PROFILES,
    REPOSITORY,
    STDIN_FILENAME,
)
from linter.cli.outputs import Ordered
from linter.report.formats import names

_LEVELS = click.Choice(["error", "warning", "note"])


@click.command("check", cls=Ordered, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1)
@click.option("--format", multiple=True, type=click.Choice(names()), help="Of the report; repeatable.  [default: text]")
@click.option(
    "--output",
    "--output-file",
    multiple=True,
    metavar="FILE",
    help="Write the report there instead of to standard output; it takes the --format before it.",
)
@click.option("--hide-ignored", is_flag=True, help="Don't list ignored findings in JSON, SARIF and JUnit.")
@click.option("--statistics", is_flag=True, help="Show how often each policy reports in place of the findings.")
@click.option("--fail-on", type=_LEVELS, help="Exit with 1 for findings at or above this.  [default: warning]")
@click.option("--profile", type=PROFILES, help="Which policies run.  [default: default]")
@click.option("--select", multiple=True, metavar="IDS", help="Run only these policies: ids or globs, comma-separated.")
@click.option("--ignore", multiple=True, metavar="IDS", help="Leave these policies out.")
@click.option("--preview", is_flag=True, help="Run policies that are still being tried out too.")
@POLICIES
@ADVISORIES
@CONFIG
@NO_CONFIG
@ASSUME
@REPOSITORY
@click.option("--diff-base", metavar="REV", help="Report only what has changed since the merge base with REV.")
@click.option("--baseline", metavar="FILE", help="Leave out what `deadpeer baseline` wrote there.")
@click.option("--no-baseline", is_flag=True, help="Use no baseline, whatever the settings say.")
@click.option("--today", hidden=True, metavar="DAY", help="The day by which ignores end.")
@click.option("--context", metavar="DIR", help="Where the other half of a pair is looked for.  [default: repository]")
@click.option("--force-exclude", is_flag=True, help="Let excludes hold for files that are named, too.")
@STDIN_FILENAME
@click.option("--diff", is_flag=True, help="Print a patch of all safe fixes for `git apply`, and nothing else.")
@click.option("--fix", is_flag=True, help="Make all safe fixes.")
@click.option("--unsafe-fixes", is_flag=True, help="Let --diff and --fix make unsafe fixes too.")
@click.option(
    "--fix-only", multiple=True, metavar="IDS", help="Let --diff and --fix make the fixes of these policies only."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if --fix changed something.")
@JOBS
@COLOR
@click.option("-q", "--quiet", is_flag=True, help="Print findings and nothing else.")
@click.option("-v", "--verbose", is_flag=True, help="Report all in full, and say which settings and files were read.")
def command(**given: Any) -> int:
    """Check PATHS (default: the working folder; `-` is standard input).

    Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong usage or settings, 3 a bug in deadpeer, 4 nothing
    was checked.
    """
    from linter.cli.asked import Asked
    from linter.cli.checking import checked

    return checked(Asked(**given))
