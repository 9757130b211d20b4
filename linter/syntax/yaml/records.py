"""Lists of records, the longest part of most configuration and the part that is least read.

A record is an item whose every key has a value on its own line. Once one is read, those after it with the same keys in
the same order are found by one match of a regular expression, and become nodes when somebody asks for the list's items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Sequence as Several
from functools import lru_cache
from typing import Any

from linter.record import NamedTuple
from linter.syntax.node import Mapping, Node, Scalar
from linter.syntax.yaml.line import REST, line

_KEPT = 256
_MOST = 8
"""Keys of a record at most."""


class Records(NamedTuple):
    """The records in ``start..end`` of ``text``, ``lines`` whole lines."""

    text: str
    start: int
    end: int
    lines: int

    def nodes(self) -> Iterator[Mapping]:
        """The very nodes that the lines give when they are read one by one."""
        at = self.start
        record = Mapping(0, 0, [])
        for row in self.text[at : self.end - 1].split("\n"):
            found = line(row)
            if not found:
                raise AssertionError("a record's line is a key with its value")
            _, dashes, start, stop, token, style, _, first, last, value, quote, _ = found
            if dashes:
                if record.entries:
                    yield record
                record = Mapping(at + start, 0, [])
            record.end = at + last
            record.entries.append(
                (Scalar(at + start, at + stop, token, style), Scalar(at + first, record.end, value, quote))
            )
            at += len(row) + 1
        yield record


class Items(Several[Node]):
    """The items of a sequence of which some are ``Records`` until they are asked for."""

    __slots__ = ("_items", "_parts")

    def __init__(self, parts: list[Any]) -> None:
        self._parts = parts
        self._items: list[Node] = []

    def _all(self) -> list[Node]:
        if not self._items:
            for part in self._parts:
                if isinstance(part, Records):
                    self._items.extend(part.nodes())
                else:
                    self._items.append(part)
        return self._items

    def __iter__(self) -> Iterator[Node]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, index: Any) -> Any:
        return self._all()[index]


def records(text: str, at: int, column: int, first: Mapping) -> Records | None:
    """The records from ``at`` on that are like ``first``, the item before them in a list with its dashes in ``column``.

    The last one is not among them: what follows may belong to it.
    """
    keys = []
    for key, value in first.entries:
        if key.__class__ is not Scalar or value.__class__ is not Scalar or key.style or value.style == "|":
            return None
        keys.append(key.text)
    if len(keys) > _MOST:
        return None
    found = _like(column, tuple(keys)).match(text, at)
    rows = "" if found is None else found.group()
    if not rows or not rows.replace("\n", "").isprintable():
        return None
    return Records(text, at, at + len(rows), rows.count("\n"))


@lru_cache(maxsize=_KEPT)
def _like(column: int, keys: tuple[str, ...]) -> re.Pattern[str]:
    """Records with these keys, each followed by another item."""
    margin = " " * column
    rows = "".join(f"{margin}{'  ' if at else '- '}{re.escape(key)}:[ ]+(?![ ]){REST}\n" for at, key in enumerate(keys))
    return re.compile(f"(?:{rows})+(?={margin}- )")
