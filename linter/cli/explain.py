"""``deadpeer explain``."""

from __future__ import annotations

import click


@click.command("explain", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("policy")
def command(policy: str) -> int:
    """Say what POLICY reports, why, when it is fine, where that is known from, and show its examples."""
    from linter.cli.catalogue import named, whole
    from linter.cli.terminal import put
    from linter.policy.docs import explain

    put(explain(whole(named(policy))))
    return 0
