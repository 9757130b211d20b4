"""HTML that can't be broken out of: what is no ``Markup`` is escaped, and only ``tag`` makes ``Markup``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from itertools import cycle

from linter.pattern import pattern
from linter.report.printable import printable

_VOID = frozenset({"input", "meta", "br"})
_LINK = pattern(r"https?://[^\s<>\"']+")


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *children: str | None, **attributes: str | float | bool | None) -> Markup:
    """An element; in names of attributes a last ``_`` goes and others become ``-``; ``None`` and ``False`` are none."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(printable(str(value)))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(children)}</{name}>")


def join(parts: Iterable[str | None], between: str = "") -> Markup:
    """``parts`` one after the other, each escaped unless it is ``Markup``; ``None`` is nothing."""
    return Markup(between.join(text(part) for part in parts if part is not None))


def text(value: str) -> Markup:
    """``value`` as text on one line, with what would hide or reorder it made visible."""
    return value if isinstance(value, Markup) else Markup(escape(printable(value)))


def prose(value: str) -> Markup:
    """A message: line ends are kept, and what stands in backticks is code."""
    return join((_line(line) for line in value.strip("\n").split("\n")), tag("br"))


def paragraphs(value: str) -> Markup:
    """Prose in paragraphs, which empty lines divide."""
    return join(tag("p", prose(" ".join(part.split()))) for part in re.split(r"\n\s*\n", value) if part.strip())


def link(url: str) -> Markup:
    """A link out of the report, if it is one to the web."""
    if _LINK.fullmatch(url):
        return tag("a", url, href=url, rel="noreferrer")
    return text(url)


def _line(line: str) -> Markup:
    parts = line.split("`")
    if len(parts) % 2 == 0 or "" in parts[1::2]:
        return text(line)
    return join(tag("code", part) if odd else part for part, odd in zip(parts, cycle((False, True)), strict=False))
