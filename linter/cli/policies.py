"""``deadpeer policies``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from linter.policy.model import Policy, When


@click.command("policies", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--policies", "given", multiple=True, metavar="DIR", help="Further policies: <any>/<name>.yaml there.")
def command(form: str, given: tuple[str, ...]) -> int:
    """List all policies with their severity, profile and title."""
    from linter.cli.catalogue import house, policies
    from linter.cli.terminal import put, put_exactly

    known = policies(house(given))
    if form == "json":
        import json

        entries = [_entry(policy) for policy in known]
        put_exactly(json.dumps({"version": 1, "policies": entries}, ensure_ascii=False, indent=2) + "\n", "strict")
    else:
        put(_table(known))
    return 0


def _entry(policy: Policy) -> dict[str, Any]:
    return {
        "id": policy.id,
        "title": policy.title,
        "severity": _words(policy.severity),
        "profile": _words(policy.profile),
        "status": policy.status,
        "since": policy.since,
        "fixes": list(dict.fromkeys(fix.safety for fix in policy.fixes)),
        "references": list(policy.references),
    }


def _words(lines: Iterable[When]) -> list[str]:
    """What a severity or profile can be, without repetitions."""
    return list(dict.fromkeys(line.is_ for line in lines))


def _table(policies: Iterable[Policy]) -> str:
    rows = [
        (policy.id, "/".join(_words(policy.severity)), "/".join(_words(policy.profile)), policy.title)
        for policy in policies
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = [
        "  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3])) for row in rows
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)
