"""``deadpeer new-policy``."""

from __future__ import annotations

import click


@click.command("new-policy", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("policy", metavar="ID")
@click.option(
    "--policies", "folder", metavar="DIR", help="Where policies lie.  [default: that of the settings, else policies]"
)
def command(policy: str, folder: str | None) -> int:
    """Write the file of a new policy ID (such as acme/retries-long-enough), which works and is there to be changed.

    Exit codes: 0 written, 2 wrong usage, or there is such a policy already.
    """
    from linter.cli.beginning import begun

    return begun(policy, folder)
