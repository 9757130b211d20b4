"""``deadpeer explain``."""

from __future__ import annotations

import click

from linter.cli.app import ADVISORIES, POLICIES


@click.command("explain", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("policy")
@POLICIES
@ADVISORIES
def command(policy: str, policies: tuple[str, ...], advisories: tuple[str, ...]) -> int:
    """Say what POLICY reports, why, when it is fine, where that is known from, and show its examples.

    An advisory is found by its CVE, GHSA or GO number too, and by the id of its OSV record.

    The name of a kind of things, such as grpc.client, gives the fields that policies can ask for.
    """
    from linter.cli.catalogue import house, outside, whole
    from linter.cli.naming import beside, named
    from linter.cli.terminal import put
    from linter.policy.docs import explain

    if "." in policy:
        from linter.cli.catalogue import kind
        from linter.policy.vocabulary import told

        put(told(kind(policy)))
        return 0
    folders, extra = house(policies), outside(advisories)
    found = named(policy, folders, extra)
    put(explain(whole(found, (*folders, *extra)), beside(found, folders, extra)))
    return 0
