"""The advisories for people: a line each."""

from __future__ import annotations

from collections.abc import Sequence

from linter.policy.docs import affected_words
from linter.policy.model import Policy
from linter.report.counting import counted
from linter.report.printable import printable

_WIDEST = 56


def render(policies: Sequence[Policy]) -> str:
    """Id, class, affected releases and title; policies that are no advisories are left out."""
    rows = [
        (policy.id, policy.advisory.class_, affected_words(policy.advisory), policy.title)
        for policy in policies
        if policy.advisory is not None
    ]
    # one long list of versions would push the titles of all out of sight: it goes on where it is
    widths = [min(_WIDEST, max((len(row[column]) for row in rows), default=0)) for column in range(3)]
    lines = [
        "  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3])) for row in rows
    ]
    total = f"{counted(len(rows), 'advisories')}; `deadpeer explain ID` says more."
    return "".join(f"{printable(line.rstrip())}\n" for line in (*lines, total))
