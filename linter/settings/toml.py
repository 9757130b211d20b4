"""``[tool.deadpeer]`` of a TOML file as items; its reader gives no places, so these are looked up line by line."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import TypeAlias

from linter.faults import Faults, UsageFault
from linter.pattern import pattern
from linter.settings.item import At, Entry, Item

Path: TypeAlias = tuple["str | int", ...]

_PART = pattern(r"""\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*""")
_HEADER = pattern(r"^\s*(\[\[?)(.+?)\]\]?\s*(?:#.*)?$")
_WHERE = pattern(r"^(.*) \(at line (\d+), column (\d+)\)$", re.DOTALL)
TABLE: Path = ("tool", "deadpeer")


def read(path: str, text: str) -> Item | None:
    """The table ``tool.deadpeer``, ``None`` where there is none; raises ``Faults`` for text that is no TOML."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        data: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _WHERE.match(str(error))
        message, line, column = (found[1], int(found[2]), int(found[3])) if found else (str(error), 0, 0)
        raise Faults((UsageFault(message, path, line, column),)) from error
    except RecursionError as error:
        raise Faults((UsageFault("can't be read: nested too deeply", path),)) from error
    for step in TABLE:
        data = data.get(step) if isinstance(data, dict) else None
    return None if data is None else _item(data, TABLE, _places(text))


def _item(data: object, path: Path, places: dict[Path, At]) -> Item:
    at = _nearest(path, places)
    if isinstance(data, dict):
        return Item(
            {
                str(key): Entry(_nearest((*path, key), places), _item(value, (*path, key), places))
                for key, value in data.items()
            },
            at,
        )
    if isinstance(data, list):
        return Item([_item(value, (*path, index), places) for index, value in enumerate(data)], at)
    return Item(data, at)


def _nearest(path: Path, places: dict[Path, At]) -> At:
    """The place of ``path``, or of what it lies in."""
    while path:
        if path in places:
            return places[path]
        path = path[:-1]
    return 1, 1


def _places(text: str) -> dict[Path, At]:
    """Where keys and tables stand that begin a line; those within a line are found at its beginning."""
    places: dict[Path, At] = {}
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.match(line)
        keys = _keys(header[2] if header else line, "" if header else "=")
        column = len(line) - len(line.lstrip()) + 1
        if not keys:
            continue
        if header:
            table = keys
            if header[1] == "[[":
                index = counts.get(keys, 0)
                counts[keys] = index + 1
                table = (*keys, index)
        whole = table if header else (*table, *keys)
        for length in range(1, len(whole) + 1):
            places.setdefault(whole[:length], (number, column))
    return places


def _keys(text: str, end: str) -> Path:
    """The dotted key at the start of ``text``, if ``end`` follows it."""
    parts = list(_parts(text, end))
    return tuple(part for part in parts if part is not None) if parts and parts[-1] is None else ()


def _parts(text: str, end: str) -> Iterator[str | None]:
    """The parts of a dotted key, then ``None`` if it ends as it should."""
    at = 0
    while True:
        found = _PART.match(text, at)
        if found is None:
            return
        yield next(group for group in found.groups() if group is not None)
        at = found.end()
        if text[at : at + 1] == ".":
            at += 1
            continue
        if text[at : at + 1] == end:
            yield None
        return
