"""Texts in Markdown, in which nothing that a file says has a meaning of its own."""

from __future__ import annotations

import re
from itertools import cycle

from linter.pattern import pattern
from linter.report.printable import printable

_SPECIAL = pattern(r"([\\`*_\[\]<>|~#$])")
_MENTION = pattern(r"@(?=\w)")


def code(text: str) -> str:
    """``text`` as it is; more backticks around it than in it."""
    text = printable(text)
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def escaped(text: str) -> str:
    """``text`` on one line, without any meaning for Markdown but code in backticks; nobody is called by an ``@``."""
    parts = " ".join(text.split("\n")).split("`")
    if len(parts) % 2 == 0 or "" in parts[1::2]:
        return _plain("`".join(parts))
    return "".join(code(part) if odd else _plain(part) for part, odd in zip(parts, cycle((False, True)), strict=False))


def _plain(text: str) -> str:
    return _MENTION.sub("@<!-- -->", _SPECIAL.sub(r"\\\1", printable(text)))
