"""``deadpeer advisories``."""

from __future__ import annotations

import click

_FORMATS = click.Choice(["text", "json", "osv"])


@click.command("advisories", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--format", "form", type=_FORMATS, default="text", show_default=True, help="Of the list.")
@click.option("--output", metavar="DIR", help="For osv: write a file for each record there.")
@click.option("--advisories", "extra", multiple=True, metavar="DIR", help="Further advisories: <system>/<name>.yaml.")
def command(form: str, output: str | None, extra: tuple[str, ...]) -> int:
    """List what is known against releases: which are affected, under which condition, and where that is known from.

    `osv` gives records of the Open Source Vulnerability format, as one array or with --output as files.
    """
    from linter.cli.exchange import listed

    return listed(form, output, extra)
