"""``deadpeer explain``."""

from __future__ import annotations

import click


@click.command("explain", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("policy")
def command(policy: str) -> int:
    """Say what POLICY reports, why, when it is fine, and where that is known from."""
    from linter.cli.catalogue import named
    from linter.cli.terminal import put
    from linter.policy.docs import explain

    put(explain(named(policy)))
    return 0
