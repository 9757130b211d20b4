"""``deadpeer test-policies``."""

from __future__ import annotations

import click


@click.command("test-policies", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folders", nargs=-1, metavar="[DIR]...")
@click.option("--select", multiple=True, metavar="IDS", help="Only these policies: ids or globs, comma-separated.")
@click.option("-q", "--quiet", is_flag=True, help="Print what is wrong and nothing else.")
@click.option("--today", hidden=True, metavar="DAY", help="The day by which ignores end.")
def command(folders: tuple[str, ...], select: tuple[str, ...], quiet: bool, today: str | None) -> int:
    """Try every example of the policies in DIR (default: the folders that the settings name).

    A bad example has to fire at its marks and nowhere else, and a fix to make what `fixed` shows; a good one has to be
    looked at in silence. Bad ones are tried again with other line ends, and inside of a manifest.

    Exit codes: 0 all is as it should be, 1 an example is not, 2 wrong usage or a policy that can't be read, 3 a bug in
    deadpeer.
    """
    from linter.cli.trying import tried

    return tried(folders, select, today, quiet=quiet)
