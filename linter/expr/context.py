"""What the compiler knows while it turns a tree into closures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from linter.expr.error import ExprError, suggestion
from linter.expr.frame import Run
from linter.expr.nodes import Name, Node
from linter.expr.types import ExprType
from linter.facts.kinds import Kind
from linter.record import NamedTuple

Path: TypeAlias = tuple[str, tuple[str, ...]]
"""A name and the fields after it."""


class Code(NamedTuple):
    """A compiled node. ``cost`` counts its parts; ``total`` says that it is never null."""

    run: Run
    type: ExprType
    cost: int
    total: bool = False
    path: Path | None = None


Compile: TypeAlias = Callable[["Context", Any], Code]


class Context:
    """One compilation: the names that may occur, and those that do, by slot."""

    def __init__(
        self,
        text: str,
        names: Mapping[str, ExprType],
        kinds: Mapping[str, Kind],
        table: Mapping[type, Compile],
    ) -> None:
        self.text = text
        self.names = names
        self.kinds = kinds
        self.slots: dict[str, int] = {}
        self.variables: dict[str, tuple[int, ExprType]] = {}
        self.size = 0
        self._table = table

    def code(self, node: Node) -> Code:
        """Compiles and checks ``node``; raises ``ExprError``."""
        return self._table[type(node)](self, node)

    def source(self, node: Node) -> str:
        """The text of ``node`` on one line, for messages."""
        text = self.text[node.start : node.end]
        return text if text.isprintable() else " ".join(text.split())

    def slot(self, name: str) -> int:
        """The frame's slot that will hold ``name``, one of ``names``."""
        found = self.slots.get(name)
        if found is None:
            found = self.slots[name] = self._new_slot()
        return found

    @contextmanager
    def variable(self, node: Name, kind: ExprType) -> Iterator[int]:
        """Declares a macro's variable for the time of its body; gives its slot."""
        if node.name in self.names or node.name in self.variables:
            raise wrong(node, f"`{node.name}` is taken: choose another name")
        slot = self._new_slot()
        self.variables[node.name] = (slot, kind)
        yield slot
        del self.variables[node.name]

    def unknown_name(self, node: Name) -> ExprError:
        return wrong(node, f"there is no `{node.name}` here{suggestion(node.name, [*self.names, *self.variables])}")

    def _new_slot(self) -> int:
        self.size += 1
        return self.size - 1


def wrong(node: Node, message: str) -> ExprError:
    """An error about the whole of ``node``."""
    return ExprError(message, node.start, node.end)
