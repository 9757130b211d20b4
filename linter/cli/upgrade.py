"""``deadpeer upgrade``."""

from __future__ import annotations

from typing import Any

import click

from linter.cli.app import ADVISORIES, COLOR, CONFIG, JOBS, NO_CONFIG, POLICIES, PROFILES, STDIN_FILENAME

_FORMATS = click.Choice(["text", "json", "markdown"])


@click.command("upgrade", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1)
@click.option(
    "--to", "after", required=True, metavar="RELEASE", help="The release to go to; `latest` is the newest known."
)
@click.option("--from", "before", metavar="RELEASE", help="What everything runs now.  [default: what the files show]")
@click.option("--system", metavar="NAME", help="Whose release it is.  [default: of what is found]")
@click.option("--format", type=_FORMATS, default="text", show_default=True, help="Of the report.")
@click.option("--output-file", metavar="FILE", help="Write the report there instead of to standard output.")
@click.option("--profile", type=PROFILES, help="Which policies count.  [default: default]")
@POLICIES
@ADVISORIES
@CONFIG
@NO_CONFIG
@click.option("--context", metavar="DIR", help="Where the other half of a pair is looked for.  [default: repository]")
@STDIN_FILENAME
@JOBS
@COLOR
def command(before: str | None, after: str, system: str | None, **given: Any) -> int:
    """Say what another release breaks, changes and fixes in PATHS (default: the working folder; `-` is standard input).

    Both directions work: `--from` the newer and `--to` the older release says what going back would do.

    Exit codes: 0 nothing breaks, 1 something does, 2 wrong usage or settings, 3 a bug in deadpeer, 4 nothing was
    compared.
    """
    from linter.cli.asked import Asked
    from linter.cli.upgrading import upgraded

    return upgraded(Asked(**given), system, before, after)
