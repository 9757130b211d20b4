"""The YAML that most configuration is written in, read several times faster than through libyaml's events.

Lines are taken one by one: an indentation, dashes, a key, and a value that ends on its line or is a literal block.
Whatever has the least oddity (anchors, tags, tabs, values over several lines, escapes, an indentation that does not
fit) is left to the parser, which alone says what is wrong with a text. What is read here gives the very nodes that
``build`` makes of the same text; ``tests/unit/syntax/yaml/test_everyday.py`` compares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from linter.record import NamedTuple
from linter.syntax.node import Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.line import FLOW_ITEM, ITEM, LITERAL, OPEN, VALUE, Flow, line
from linter.syntax.yaml.records import Items, Records, records

_DEPTH = 50
_ITEMS = (ITEM, FLOW_ITEM)


class Everyday(NamedTuple):
    """One document's root, ``None`` for an empty one; ``unique`` is whether no mapping has a key twice."""

    root: Node | None
    unique: bool


class _Odd(Exception):
    """The text has to be parsed."""


def everyday(text: str) -> list[Everyday] | None:
    """The documents of ``text``, ``None`` where it has to be parsed to be sure of them."""
    try:
        return _Reader(text).read()
    except _Odd:
        return None


class _Reader:
    """The documents read so far, and the block collections that are open.

    ``open`` has their columns, nodes and children, innermost last; first stands what holds the root.
    """

    __slots__ = ("begun", "documents", "open", "text", "unique")

    def __init__(self, text: str) -> None:
        self.text = text
        self.documents: list[Everyday] = []
        self.open: list[tuple[int, Mapping | Sequence | None, list[Any]]] = [(-1, None, [])]
        self.begun = False
        self.unique = True

    def read(self) -> list[Everyday]:
        """All documents; raises ``_Odd``.

        ``children`` are those of the innermost collection, and ``column`` is its column if it is a mapping; ``key``
        waits for a value on later lines.
        """
        at, column = 0, -1
        children: list[Any] = []
        key: Scalar | None = None
        rows = iter(self.text.split("\n"))
        for row in rows:
            found = line(row)
            if found:
                here, dashes, start, stop, token, style, kind, first, last, value, quote, flow = found
                if dashes == "- " and kind == VALUE and key is None:
                    alike = self._records(at, here)
                    if alike is not None:
                        _skip(rows, alike.lines - 1)
                        at = alike.end
                        continue
                if dashes or here != column:
                    column, children = self._collection(here, at + here, dashes, key, kind)
                elif key is not None:
                    children.append((key, _unwritten(key)))
                key = Scalar(at + start, at + stop, token, style)
                if kind == VALUE:
                    children.append((key, Scalar(at + first, at + last, value, quote)))
                    key = None
                elif kind != OPEN:
                    if kind == LITERAL:
                        lines = self._lines(at + len(row) + 1, column)
                        children.append((key, self._literal(at + first, at + len(row) + 1, lines, value)))
                        _skip(rows, lines.count("\n"))
                        at += len(lines)
                    else:
                        self._rest(kind, children, key, at, flow)
                    key = None
            elif found is None:
                self._document(row, key)
                column, key = -1, None
            at += len(row) + 1
        self._finish(key)
        return self.documents

    def _records(self, at: int, column: int) -> Records | None:
        """Adds the items from ``at`` on that are like the one before them, if there are such."""
        opened = self.open
        if opened[-1][0] > column:
            self._close(column, None)
        last, node, children = opened[-1]
        if last != column or not isinstance(node, Sequence) or children[-1].__class__ is not Mapping:
            return None
        found = records(self.text, at, column, children[-1])
        if found is not None:
            if node.items is children:
                node.items = Items(children)
            children.append(found)
        return found

    def _rest(self, kind: int, children: list[Any], key: Scalar, at: int, flow: Flow | None) -> None:
        """Adds an item, or what stands in brackets on the line at ``at``."""
        if flow is None:
            children.append(key)
        else:
            node = self._flow(at, flow)
            children.append(node if kind == FLOW_ITEM else (key, node))

    def _collection(self, column: int, start: int, dashes: str, key: Scalar | None, kind: int) -> tuple[int, list[Any]]:
        """What a line belongs to that starts with a key or a dash at ``start``, while ``key`` waits for a value.

        That is the column of a mapping, or -1 for a sequence, and the children.
        """
        opened = self.open
        if opened[-1][0] > column:
            self._close(column, key)
            key = None
        last, node, children = opened[-1]
        if last == column and key is None and dashes == "- " and node.__class__ is Sequence and kind not in _ITEMS:
            # the next mapping of a list of them, by far the most frequent
            entry = Mapping(start + 2, 0, [])
            children.append(entry)
            opened.append((column + 2, entry, entry.entries))
            return column + 2, entry.entries
        if not dashes:
            return column, self._entries(column, start, key)
        if key is not None or last < column:
            children = self._begin(column, Sequence(start, 0, []), key)
        elif node.__class__ is not Sequence:
            raise _Odd
        for _ in range(dashes.count("-") - 1):
            at = dashes.index("-", 1)
            dashes = dashes[at:]
            column += at
            start += at
            children = self._begin(column, Sequence(start, 0, []), None, children)
        if kind in _ITEMS:
            return -1, children
        column += len(dashes)
        return column, self._begin(column, Mapping(start + len(dashes), 0, []), None, children)

    def _entries(self, column: int, start: int, key: Scalar | None) -> list[Any]:
        """The entries of the mapping to which a key at ``start`` belongs."""
        if self.open[-1][0] == column and self.open[-1][1].__class__ is Sequence:
            self._close(column - 1, None, 1)  # one in the column of its key
        last, node, children = self.open[-1]
        if last < column:
            return self._begin(column, Mapping(start, 0, []), key)
        if node.__class__ is not Mapping:
            raise _Odd
        if key is not None:
            children.append((key, _unwritten(key)))
        return children

    def _begin(
        self, column: int, node: Mapping | Sequence, key: Scalar | None, items: list[Any] | None = None
    ) -> list[Any]:
        """Opens ``node``, the value of ``key`` or one of ``items``, else the root; gives the list for its children."""
        opened = self.open
        if key is not None:
            opened[-1][2].append((key, node))
        elif items is not None:
            items.append(node)
        elif len(opened) > 1 or opened[0][2]:
            raise _Odd
        else:
            opened[0][2].append(node)
        if len(opened) > _DEPTH:
            raise _Odd
        own: Any = node.entries if isinstance(node, Mapping) else node.items
        children: list[Any] = own
        opened.append((column, node, children))
        return children

    def _close(self, column: int, key: Scalar | None, most: int = _DEPTH) -> None:
        """Ends the collections right of ``column``, ``most`` of them; ``key`` of the innermost waits for a value."""
        opened = self.open
        while opened[-1][0] > column and most:
            _, node, children = opened.pop()
            most -= 1
            if key is not None:
                children.append((key, _unwritten(key)))
                key = None
            if isinstance(node, Mapping):
                node.end = children[-1][1].end
                if len(children) > 1 and len({name.text for name, _ in children}) < len(children):
                    self.unique = False
            elif node is not None:
                node.end = children[-1].end

    def _document(self, row: str, key: Scalar | None) -> None:
        """Begins a document at its ``---``."""
        if row.rstrip(" ") != "---":
            raise _Odd
        self._finish(key)
        self.begun = True

    def _finish(self, key: Scalar | None) -> None:
        self._close(-1, key)
        roots = self.open[0][2]
        if roots or self.begun:
            self.documents.append(Everyday(roots.pop() if roots else None, self.unique))
        self.unique = True

    def _flow(self, at: int, flow: Flow) -> Node:
        start, end, text, style, parts = flow
        if style == "[":
            return Sequence(at + start, at + end, [self._flow(at, part) for part in parts], True)
        if style != "{":
            return Scalar(at + start, at + end, text, style)
        nodes = [self._flow(at, part) for part in parts]
        names = {part[2] for part in parts[::2]}
        if len(names) < len(nodes) // 2:
            self.unique = False
        return Mapping(at + start, at + end, list(zip(nodes[::2], nodes[1::2], strict=True)), True)

    def _lines(self, start: int, column: int) -> str:
        """The lines from ``start`` on that belong to a literal block below ``column``."""
        found = _indented(column + 1).match(self.text, start)
        return "" if found is None else found.group()

    def _literal(self, start: int, body: int, lines: str, header: str) -> Scalar:
        """A literal block whose ``lines`` start at ``body``; those with text are to have one indentation."""
        indent = len(lines) - len(lines.lstrip(" "))
        last = body + len(lines.rstrip())
        if last == body or lines[-1] != "\n" or lines[indent] == "\n" or not lines.replace("\n", "").isprintable():
            raise _Odd
        rows = lines.split("\n")
        value = ("\n" + lines).replace("\n" + " " * indent, "\n")[1:]
        # all rows lose their indentation but empty ones, the last of which is only what follows the last line feed
        if len(lines) - len(value) != indent * (len(rows) - rows.count("")):
            raise _Odd
        value = value.rstrip("\n")
        return Scalar(start, self.text.index("\n", last), value if header == "|-" else value + "\n", "|")


def _skip(rows: Iterator[str], lines: int) -> None:
    next(islice(rows, lines, lines), None)


@lru_cache(maxsize=_DEPTH)
def _indented(columns: int) -> re.Pattern[str]:
    """Lines with at least so many blanks before their text, and empty ones."""
    return re.compile(rf"(?: {{{columns}}}[^\n]*(?:\n|\Z)|\n)*")


def _unwritten(key: Scalar) -> Scalar:
    """A value that is not written stands behind the colon of its key."""
    return Scalar(key.end + 1, key.end + 1, "")
