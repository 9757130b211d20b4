"""The work of ``advisories``: load, list, write."""

from __future__ import annotations

import os
from collections.abc import Sequence

from linter._version import DATA
from linter.cli import OK
from linter.cli.catalogue import advisories
from linter.cli.terminal import put, put_exactly, say
from linter.cli.tool import tool
from linter.faults import UsageFault
from linter.policy.model import Policy
from linter.report.counting import counted


def listed(form: str, output: str | None, extra: Sequence[str]) -> int:
    """Prints or writes the advisories; returns the exit code."""
    if output is not None and form != "osv":
        raise UsageFault("--output is for --format osv")
    found = advisories(extra)
    if form == "osv":
        return _osv(found, output)
    if form == "json":
        from linter.report.advisories.json import render as as_json

        put_exactly(as_json(found, tool()), "strict")
    else:
        from linter.report.advisories.table import render

        put(f"{render(found)}{tool().signature}\n")
    return OK


def _osv(found: Sequence[Policy], output: str | None) -> int:
    from linter import resources
    from linter.policy.releases import Releases
    from linter.report.advisories import osv

    releases = Releases(resources.folder("schemas"))
    day = DATA.partition("+")[0]
    records = [made for policy in found if (made := osv.record(policy, releases, day)) is not None]
    if output is None:
        put_exactly(osv.text(records), "strict")
        return OK
    try:
        os.makedirs(output, exist_ok=True)
        for made in records:
            with open(os.path.join(output, f"{made['id']}.json"), "wb") as file:
                file.write(osv.one(made).encode())
    except OSError as error:
        raise UsageFault(f"the records can't be written: {error.strerror}", output) from error
    say(f"Wrote {counted(len(records), 'records')} to {output}\n")
    return OK
