"""Nodes from parse events, with the ends of things where a reader sees them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.events import Events

DEPTH = 200
"""Deepest nesting that is read; deeper text is an attack or an accident, and trees are walked recursively."""

_PROPERTIES = re.compile(r"(?:&[^\s,\[\]{}]*|!<[^>\s]*>|![^\s,\[\]{}]*|\s+|#[^\r\n\x85\u2028\u2029]*)*")
_TO_COLON = re.compile(r"(?:\s+|#[^\r\n\x85\u2028\u2029]*)*:")
_HEADER = re.compile(r"[|>][-+0-9]*")
_LINE = re.compile(r"[^\r\n\x85\u2028\u2029]*")


class Unreadable(Exception):
    """Text that is no YAML: why, and the range that shows it.

    ``{line}`` in the message stands for the line of the offset ``opened``.
    """

    def __init__(self, start: int, end: int, message: str, opened: int | None = None) -> None:
        super().__init__(message)
        self.start = start
        self.end = end
        self.message = message
        self.opened = opened


def after_properties(text: str, start: int, end: int) -> int:
    """Where the node whose anchor and tag may stand first in ``start..end`` has its own text."""
    found = _PROPERTIES.match(text, start, end)
    return start if found is None else found.end()


class Builder:
    """The nodes of one document.

    ``items`` are the finished children of the collection being read, ``open`` the collections around it, each with
    the children it had.
    """

    __slots__ = ("anchors", "items", "open", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.items: list[Node] = []
        self.open: list[tuple[Mapping | Sequence, list[Node]]] = []
        self.anchors: dict[str, Node] = {}

    def root(self, events: Events) -> Any:
        """Reads up to the document's end event and gives that; the root is then the only item."""
        get, scalar, document_end, text = events.get, events.scalar, events.document_end, self.text
        handlers: dict[type, Callable[[Any], None]] = {
            events.alias: self._alias,
            events.mapping: self._mapping,
            events.mapping_end: self._close,
            events.sequence: self._sequence,
            events.sequence_end: self._close,
        }
        while True:
            event = get()
            kind = event.__class__
            if kind is scalar:
                value = event.value
                start = event.start_mark.index
                end = event.end_mark.index
                if start == end or text[start] in "&!|>":
                    self._scalar(event)
                elif end - start == len(value):
                    self.items.append(Scalar(start, end, value))
                else:
                    self.items.append(Scalar(start, end, value, event.style or ""))
            elif kind is document_end:
                return event
            else:
                handlers[kind](event)

    def _scalar(self, event: Any) -> None:
        start, end, style = event.start_mark.index, event.end_mark.index, event.style or ""
        tag = None if event.tag is None else str(event.tag)
        if event.anchor is not None or tag is not None:
            start = after_properties(self.text, start, end)
        elif start == end:
            start = end = self._unwritten(start)
        if style in ("|", ">"):
            end = self._block_end(start, end, event.value)
        node = Scalar(start, end, event.value, style, tag, event.anchor)
        if node.anchor is not None:
            self.anchors[node.anchor] = node
        self.items.append(node)

    def _unwritten(self, at: int) -> int:
        """The place of a value that is not written: behind the colon, else behind the key.

        The parsers put it at the next token.
        """
        if not self.open or not isinstance(self.open[-1][0], Mapping) or not len(self.items) % 2:
            return at
        key = self.items[-1].end
        colon = _TO_COLON.match(self.text, key, at)
        return key if colon is None else colon.end()

    def _block_end(self, start: int, end: int, value: str) -> int:
        text = self.text
        if not value.strip(" \t\n\u2028\u2029"):
            header = _HEADER.match(text, start)
            return end if header is None else header.end()
        last = len(text[start:end].rstrip()) + start
        line = _LINE.match(text, last, end)
        return end if line is None else line.end()

    def _alias(self, event: Any) -> None:
        start, end, name = event.start_mark.index, event.end_mark.index, event.anchor
        target = self.anchors.get(name)
        if target is None:
            raise Unreadable(start, end, f"unknown anchor {name}")
        self.items.append(Alias(start, end, name, target))

    def _mapping(self, event: Any) -> None:
        node = Mapping(self._start(event), 0, [], bool(event.flow_style))
        self._enter(node, event)

    def _sequence(self, event: Any) -> None:
        node = Sequence(self._start(event), 0, [], bool(event.flow_style))
        self._enter(node, event)

    def _start(self, event: Any) -> int:
        """Where a collection's own text starts, behind its anchor and tag."""
        if event.anchor is None and event.tag is None:
            return int(event.start_mark.index)
        end = int(event.end_mark.index)
        return end - 1 if event.flow_style or self.text[end - 1 : end] == "-" else end

    def _enter(self, node: Mapping | Sequence, event: Any) -> None:
        if len(self.open) >= DEPTH:
            raise Unreadable(node.start, node.start + 1, f"nested deeper than {DEPTH} levels")
        node.tag = None if event.tag is None else str(event.tag)
        node.anchor = event.anchor
        if node.anchor is not None:
            self.anchors[node.anchor] = node
        self.open.append((node, self.items))
        self.items = []

    def _close(self, event: Any) -> None:
        children = self.items
        node, self.items = self.open.pop()
        self.items.append(node)
        if isinstance(node, Mapping):
            pairs = iter(children)
            node.entries = list(zip(pairs, pairs, strict=True))
        else:
            node.items = children
        end = event.end_mark.index
        if node.flow and end > event.start_mark.index:
            node.end = end
            return
        node.end = children[-1].end
        if isinstance(node, Mapping):
            node.start = children[0].start
