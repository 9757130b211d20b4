"""Nodes from parse events, with the ends of things where a reader sees them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linter.pattern import pattern
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.events import Events

DEPTH = 200
"""Deepest nesting that is read; deeper text is an attack or an accident, and trees are walked recursively."""

# the repeated alternatives are single blanks and whole comments, so that there is one way to match and no backtracking
_PROPERTIES = pattern(r"(?:\s|&[^\s,\[\]{}]*|!<[^>\s]*>|!(?!<)[^\s,\[\]{}]*|#[^\r\n\x85\u2028\u2029]*)*")
_TO_COLON = pattern(r"(?:\s|#[^\r\n\x85\u2028\u2029]*[\r\n\x85\u2028\u2029])*:")
_HEADER = pattern(r"[|>][-+0-9]*")
_LINE = pattern(r"[^\r\n\x85\u2028\u2029]*")


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

    The children of the collection being read go from hand to hand as ``items``; ``open`` holds the collections around
    it, each with the children it had before.
    """

    __slots__ = ("anchors", "open", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[tuple[Mapping | Sequence, list[Node]]] = []
        self.anchors: dict[str, Node] = {}

    @property
    def bracket(self) -> int | None:
        """Where the innermost flow collection starts that is being read."""
        node = self.open[-1][0] if self.open else None
        return node.start if node is not None and node.flow else None

    def root(self, events: Events) -> tuple[Node, Any]:
        """The document's root and its end event, up to which it reads."""
        get, scalar, document_end, text = events.get, events.scalar, events.document_end, self.text
        handlers: dict[type, Callable[[Any, list[Node]], list[Node]]] = {
            events.alias: self._alias,
            events.mapping: self._mapping,
            events.mapping_end: self._close_mapping,
            events.sequence: self._sequence,
            events.sequence_end: self._close_sequence,
        }
        items: list[Node] = []
        while True:
            event = get()
            kind = event.__class__
            if kind is scalar:
                value = event.value
                start = event.start_mark.index
                end = event.end_mark.index
                size = end - start
                if size == len(value) and size:
                    # as long as its text: plain, on one line, without anchor and tag
                    items.append(Scalar(start, end, value))
                elif size and text[start] not in "&!|>":
                    items.append(Scalar(start, end, value, event.style or ""))
                else:
                    items.append(self._scalar(event, items))
            elif kind is document_end:
                return items[0], event
            else:
                items = handlers[kind](event, items)

    def _scalar(self, event: Any, items: list[Node]) -> Scalar:
        start, end, style = event.start_mark.index, event.end_mark.index, event.style or ""
        tag = None if event.tag is None else str(event.tag)
        if event.anchor is not None or tag is not None:
            start = after_properties(self.text, start, end)
        elif start == end:
            start = end = self._unwritten(start, items)
        if style in ("|", ">"):
            end = self._block_end(start, end, event.value)
        node = Scalar(start, end, event.value, style, tag, event.anchor)
        if node.anchor is not None:
            self.anchors[node.anchor] = node
        return node

    def _unwritten(self, at: int, items: list[Node]) -> int:
        """The place of a value that is not written: behind the colon, else behind the key.

        The parsers put it at the next token.
        """
        if not len(items) % 2 or not self.open or not isinstance(self.open[-1][0], Mapping):
            return at
        key = items[-1].end
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

    def _alias(self, event: Any, items: list[Node]) -> list[Node]:
        start, end, name = event.start_mark.index, event.end_mark.index, event.anchor
        target = self.anchors.get(name)
        if target is None:
            raise Unreadable(start, end, f"unknown anchor {name}")
        items.append(Alias(start, end, name, target))
        return items

    def _mapping(self, event: Any, items: list[Node]) -> list[Node]:
        node = Mapping(event.start_mark.index, 0, [], event.flow_style)
        if event.anchor is not None or event.tag is not None:
            self._properties(node, event)
        return self._enter(node, items)

    def _sequence(self, event: Any, items: list[Node]) -> list[Node]:
        node = Sequence(event.start_mark.index, 0, [], event.flow_style)
        if event.anchor is not None or event.tag is not None:
            self._properties(node, event)
        return self._enter(node, items)

    def _properties(self, node: Mapping | Sequence, event: Any) -> None:
        end = int(event.end_mark.index)
        node.start = end - 1 if node.flow or self.text[end - 1 : end] == "-" else end
        node.tag = None if event.tag is None else str(event.tag)
        node.anchor = event.anchor
        if node.anchor is not None:
            self.anchors[node.anchor] = node

    def _enter(self, node: Mapping | Sequence, items: list[Node]) -> list[Node]:
        if len(self.open) >= DEPTH:
            raise Unreadable(node.start, node.start + 1, f"nested deeper than {DEPTH} levels")
        self.open.append((node, items))
        return []

    def _close_mapping(self, event: Any, children: list[Node]) -> list[Node]:
        node, items = self.open.pop()
        pairs = iter(children)
        node.entries = list(zip(pairs, pairs, strict=True))  # type: ignore[union-attr]
        end = event.end_mark.index
        if node.flow and end > event.start_mark.index:
            node.end = end
        else:
            # in block style, or the pair of a flow sequence
            node.start = children[0].start
            node.end = children[-1].end
        items.append(node)
        return items

    def _close_sequence(self, event: Any, children: list[Node]) -> list[Node]:
        node, items = self.open.pop()
        node.items = children  # type: ignore[union-attr]
        node.end = event.end_mark.index if node.flow else children[-1].end
        items.append(node)
        return items
