"""The parsed tree of a YAML or properties text.

Offsets are code points of the view's text (``Document.view``), half-open; ``Document.place`` turns them into
the file's. Nodes are slotted and built in their thousands, hence no dataclasses here.
"""

from __future__ import annotations

from collections.abc import Sequence as Several
from typing import TypeAlias


class Scalar:
    """A leaf: its value as text, never a type, since every reader types text differently.

    ``style`` is ``""`` (plain), ``"'"``, ``'"'``, ``"|"`` or ``">"``. ``start..end`` is the written token without
    anchor and tag (for a block scalar: from its ``|`` to the end of its last content line); empty for a value
    that is not written at all (``key:``).
    """

    __slots__ = ("anchor", "end", "start", "style", "tag", "text")

    def __init__(
        self, start: int, end: int, text: str, style: str = "", tag: str | None = None, anchor: str | None = None
    ) -> None:
        self.start = start
        self.end = end
        self.text = text
        self.style = style
        self.tag = tag
        self.anchor = anchor


class Mapping:
    """Pairs in file order; duplicates and merge keys are kept.

    A block mapping spans from its first key to the end of its last value, a flow mapping from ``{`` to past ``}``.
    """

    __slots__ = ("anchor", "end", "entries", "flow", "start", "tag")

    def __init__(
        self,
        start: int,
        end: int,
        entries: list[tuple[Node, Node]],
        flow: bool = False,
        tag: str | None = None,
        anchor: str | None = None,
    ) -> None:
        self.start = start
        self.end = end
        self.entries = entries
        self.flow = flow
        self.tag = tag
        self.anchor = anchor

    def get(self, key: str) -> Node | None:
        """The value of the first own entry with the scalar key ``key``; merge keys are not followed."""
        for name, value in self.entries:
            if isinstance(name, Scalar) and name.text == key:
                return value
        return None


class Sequence:
    """Items in file order; a block sequence starts at its first ``-``, a flow sequence at ``[``."""

    __slots__ = ("anchor", "end", "flow", "items", "start", "tag")

    def __init__(
        self,
        start: int,
        end: int,
        items: Several[Node],
        flow: bool = False,
        tag: str | None = None,
        anchor: str | None = None,
    ) -> None:
        self.start = start
        self.end = end
        self.items = items
        self.flow = flow
        self.tag = tag
        self.anchor = anchor


class Alias:
    """A use (``*name``) of an anchored node; ``target`` is that node itself, so never edit through it."""

    __slots__ = ("end", "name", "start", "target")

    def __init__(self, start: int, end: int, name: str, target: Node) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.target = target


Node: TypeAlias = "Mapping | Sequence | Scalar | Alias"


def follow(node: Node) -> Node:
    """The node itself, or what an alias stands for."""
    while isinstance(node, Alias):
        node = node.target
    return node
