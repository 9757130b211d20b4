"""One policy file as it is read: its nodes turned into plain values, and every fault with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import dedent
from typing import TYPE_CHECKING, TypeAlias

from linter.expr.error import suggestion
from linter.faults import PolicyFault
from linter.policy.model import Text
from linter.syntax.node import Mapping, Node, Scalar, follow
from linter.syntax.node import Sequence as SequenceNode
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.resolve import resolve
from linter.text.source import Lines

if TYPE_CHECKING:
    from linter.syntax.document import Document

Plain: TypeAlias = "bool | int | float | str | None"


class Reader:
    """Reads the nodes of one document; what is wrong is added to ``faults`` and a harmless value given instead."""

    def __init__(self, document: Document[Node], path: str, text: str) -> None:
        self.faults: list[PolicyFault] = []
        self._document = document
        self._path = path
        self._lines = Lines(text)
        self._scalars: dict[tuple[int, int], Scalar] = {}

    def at(self, node: Node) -> tuple[int, int]:
        """Line and column of the start of ``node``."""
        position = self._lines.position(self._document.place(node.start, node.end).start)
        return position.line, position.column

    def fault(self, node: Node, message: str) -> None:
        """A fault at the start of ``node``."""
        self._fault(self._document.place(node.start, node.end).start, message)

    def fault_in(self, text: Text, start: int, message: str) -> None:
        """A fault at the offset ``start`` of an expression's or template's own text."""
        scalar = self._scalars.get((text.start, text.end))
        offset = text.start
        if scalar is not None:
            view = inside(self._document, scalar)
            if not isinstance(view, str):
                offset = view.outer(start, start)[0]
        self._fault(offset, message)

    def _fault(self, offset: int, message: str) -> None:
        at = self._lines.position(offset)
        self.faults.append(PolicyFault(message, self._path, at.line, at.column))

    def mapping(self, node: Node, what: str, keys: Sequence[str], required: Iterable[str] = ()) -> dict[str, Node]:
        """The entries of ``node``, whose keys must be among ``keys``."""
        found: dict[str, Node] = {}
        for key, value in self._pairs(node, what):
            if key.text in keys:
                found[key.text] = value
            else:
                self.fault(key, f"{what} has no key `{key.text}`{suggestion(key.text, keys)}")
        if isinstance(follow(node), Mapping):
            for name in required:
                if name not in found:
                    self.fault(node, f"{what} lacks `{name}`")
        return {name: value for name, value in found.items() if not self._empty(what, name, value)}

    def entries(self, node: Node, what: str) -> dict[str, Node]:
        """The entries of ``node`` under whatever keys it has."""
        found = {key.text: value for key, value in self._pairs(node, what)}
        return {name: value for name, value in found.items() if not self._empty(what, name, value)}

    def _pairs(self, node: Node, what: str) -> Iterator[tuple[Scalar, Node]]:
        node = follow(node)
        if not isinstance(node, Mapping):
            self.fault(node, f"{what} has to be a mapping")
            return
        seen: set[str] = set()
        for key, value in node.entries:
            if not isinstance(key, Scalar):
                self.fault(key, f"a key of {what} has to be plain text")
            elif key.text in seen:
                self.fault(key, f"{what} has `{key.text}` twice")
            else:
                seen.add(key.text)
                yield key, value

    def _empty(self, what: str, key: str, node: Node) -> bool:
        value = follow(node)
        if isinstance(value, Scalar) and resolve(value.text, value.style, value.tag, "core") is None:
            self.fault(node, f"`{key}` of {what} has no value")
            return True
        return False

    def items(self, node: Node | None, what: str, least: int = 0) -> Sequence[Node]:
        """The items of a sequence, at least ``least``; none where it is absent."""
        if node is None:
            return ()
        node = follow(node)
        if not isinstance(node, SequenceNode):
            self.fault(node, f"{what} has to be a list")
            return ()
        if len(node.items) < least:
            self.fault(node, f"{what} is empty")
        return node.items

    def plain(self, node: Node, what: str) -> Plain:
        """A scalar as YAML 1.2's core schema types it."""
        node = follow(node)
        if not isinstance(node, Scalar):
            self.fault(node, f"{what} has to be a single value")
            return None
        return resolve(node.text, node.style, node.tag, "core")

    def string(self, node: Node | None, what: str) -> str:
        """A scalar that YAML 1.2 takes for text; ``""`` where it is absent."""
        if node is None:
            return ""
        before = len(self.faults)
        value = self.plain(node, what)
        if isinstance(value, str):
            return value
        if len(self.faults) == before:
            written = follow(node)
            shown = written.text if isinstance(written, Scalar) else ""
            self.fault(node, f"{what} has to be text: write it in quotes, as '{shown}'")
        return ""

    def words(self, node: Node | None, what: str) -> str:
        """Text that says something; ``""`` where it is absent."""
        before = len(self.faults)
        text = self.string(node, what)
        if node is not None and not text.strip() and len(self.faults) == before:
            self.fault(node, f"{what} is empty")
        return text

    def strings(self, node: Node | None, what: str, least: int = 0) -> tuple[str, ...]:
        return tuple(self.string(item, f"an item of {what}") for item in self.items(node, what, least))

    def choice(self, node: Node | None, what: str, options: Sequence[str], default: str) -> str:
        """One of ``options``; ``default`` where it is absent or wrong."""
        if node is None:
            return default
        before = len(self.faults)
        value = self.string(node, what)
        if value in options:
            return value
        if len(self.faults) == before:
            self.fault(node, f"{what} is one of {', '.join(options)}, not `{value}`{suggestion(value, options)}")
        return default

    def expression(self, node: Node | None, what: str) -> Text | None:
        """A scalar's text with its place, whatever YAML would take it for; ``None`` where it is absent."""
        if node is None:
            return None
        node = follow(node)
        if not isinstance(node, Scalar):
            self.fault(node, f"{what} has to be a single expression")
            return None
        if not node.text.strip():
            self.fault(node, f"{what} is empty")
            return None
        place = self._document.place(node.start, node.end)
        self._scalars[place.start, place.end] = node
        return Text(node.text, place.start, place.end)

    def slice(self, node: Node) -> str:
        """A node's own source text, a block's with its indentation taken away."""
        text = self._document.view.text
        column = node.start - (text.rfind("\n", 0, node.start) + 1)
        return dedent(" " * column + text[node.start : node.end])
