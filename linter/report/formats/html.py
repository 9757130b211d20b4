"""For people who look at it in a browser: one file, with the pairs drawn."""

from __future__ import annotations

from linter.report.given import Given


def render(given: Given) -> str:
    """The page; it needs no network and no script."""
    from linter.report.html.page import page

    return page(given)
