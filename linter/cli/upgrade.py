"""``deadpeer upgrade``."""

from __future__ import annotations

from typing import Any

import click

_PROFILES = click.Choice(["default", "recommended", "pedantic"])
_FORMATS = click.Choice(["text", "json", "markdown"])


@click.command("upgrade", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1)
@click.option("--to", "after", required=True, metavar="RELEASE", help="The release to go to.")
@click.option("--from", "before", metavar="RELEASE", help="What everything runs now.  [default: what the files show]")
@click.option("--system", metavar="NAME", help="Whose release it is.  [default: of what is found]")
@click.option("--format", type=_FORMATS, default="text", show_default=True, help="Of the report.")
@click.option("--output-file", metavar="FILE", help="Write the report there instead of to standard output.")
@click.option("--profile", type=_PROFILES, help="Which policies count.  [default: default]")
@click.option("--policies", multiple=True, metavar="DIR", help="Further policies: <any>/<name>.yaml there.")
@click.option("--advisories", multiple=True, metavar="DIR", help="Further advisories: <system>/<name>.yaml there.")
@click.option("--config", metavar="FILE", help="Settings file.  [default: .deadpeer.yaml or pyproject.toml, upward]")
@click.option("--no-config", is_flag=True, help="Read no settings file.")
@click.option("--context", metavar="DIR", help="Where the other half of a pair is looked for.  [default: repository]")
@click.option("--stdin-filename", metavar="NAME", help="What `-` is called.")
@click.option("--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes.  [default: as pay off]")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
def command(before: str | None, after: str, system: str | None, **given: Any) -> int:
    """Say what another release breaks, changes and fixes in PATHS (default: the working folder; `-` is standard input).

    Both directions work: `--from` the newer and `--to` the older release says what going back would do.

    Exit codes: 0 nothing breaks, 1 something does, 2 wrong usage or settings, 3 a bug in deadpeer, 4 nothing was
    compared.
    """
    from linter.cli.asked import Asked
    from linter.cli.upgrading import upgraded

    return upgraded(Asked(**given), system, before, after)
