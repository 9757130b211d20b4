"""``.deadpeer.yaml`` as items; YAML 1.2, so that ``off`` is a word."""

from __future__ import annotations

from linter.faults import Fault, Faults, UsageFault
from linter.settings.item import At, Entry, Item
from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.resolve import resolve
from linter.text.source import Lines, Source
from linter.text.view import View

_DEPTH = 10


def read(path: str, text: str) -> Item | None:
    """The file's only document, ``None`` if it has none; raises ``Faults``."""
    lines = Lines(text)
    documents: list[Document[Node]] = []
    for parsed in parse(View.of(Source(path, text)), DocRef(path, "yaml")):
        if isinstance(parsed, Problem):
            position = lines.position(parsed.place.start)
            raise Faults((UsageFault(parsed.message, path, position.line, position.column),))
        documents.append(parsed)
    if not documents:
        return None
    reader = _Reader(path, lines)
    if len(documents) > 1:
        reader.fault("settings are one document", documents[1].root)
    item = reader.item(documents[0].root, 0)
    if reader.faults:
        raise Faults(tuple(reader.faults))
    return item


class _Reader:
    def __init__(self, path: str, lines: Lines) -> None:
        self.faults: list[Fault] = []
        self._path = path
        self._lines = lines

    def item(self, node: Node, depth: int) -> Item:
        at = self._at(node)
        if depth > _DEPTH:
            self.fault("settings are not nested that deeply", node)
            return Item(None, at)
        node = follow(node)
        if isinstance(node, Scalar):
            return Item(resolve(node.text, node.style, node.tag, "core"), at)
        if isinstance(node, Sequence):
            return Item([self.item(item, depth + 1) for item in node.items], at)
        return Item(self._table(node, depth), at) if isinstance(node, Mapping) else Item(None, at)

    def _table(self, node: Mapping, depth: int) -> dict[str, Entry]:
        table: dict[str, Entry] = {}
        for key, value in node.entries:
            name = follow(key)
            if not isinstance(name, Scalar):
                self.fault("a key has to be a word", key)
            elif name.text in table:
                self.fault(f"`{name.text}` is given twice, first in line {table[name.text].at[0]}", key)
            else:
                table[name.text] = Entry(self._at(key), self.item(value, depth + 1))
        return table

    def _at(self, node: Node) -> At:
        position = self._lines.position(node.start)
        return position.line, position.column

    def fault(self, message: str, node: Node) -> None:
        self.faults.append(UsageFault(message, self._path, *self._at(node)))
