"""Children of settings' trees that are made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Several
from typing import Any, Protocol, TypeVar

from linter.syntax.node import Mapping, Sequence

Child = TypeVar("Child", covariant=True)  # noqa: PLC0105  it reads as a word


class Builder(Protocol):
    """What makes the children."""

    def children(self, node: Mapping | Sequence, locked: str) -> tuple[Any, ...]:
        """The items of a sequence, the entries of a mapping."""
        ...


class Late(Several[Child]):
    """The children of a collection, made when somebody asks for them: for those of most settings nobody does.

    Equal to the tuple that it stands for, and one after pickling.
    """

    __slots__ = ("_builder", "_children", "_locked", "_names", "_node")

    def __init__(self, builder: Builder, node: Mapping | Sequence, locked: str) -> None:
        self._builder = builder
        self._node: Mapping | Sequence | None = node
        self._locked = locked
        self._children: tuple[Child, ...] = ()
        self._names: dict[str, Child] | None = None

    def _all(self) -> tuple[Child, ...]:
        if self._node is not None:
            self._children = self._builder.children(self._node, self._locked)
            self._node = None
        return self._children

    def named(self, key: str) -> Any:
        """The last entry with this key."""
        if self._names is None:
            self._names = {entry.key: entry for entry in self._all()}  # type: ignore[attr-defined]
        return self._names.get(key)

    def __iter__(self) -> Iterator[Child]:
        return iter(self._children if self._node is None else self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, index: Any) -> Any:
        return self._all()[index]

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, Late) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return tuple, (self._all(),)
