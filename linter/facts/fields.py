"""Fields of an entity that are made when they are asked for: most of most entities never are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from linter.facts.value import Value

More: TypeAlias = "Callable[[], Mapping[str, Value]]"


class Fields(Mapping[str, Value]):
    """``known`` fields, and ``more`` that are all made when one that is not known is first asked for.

    A name that is in both is that of ``known``.
    """

    __slots__ = ("_known", "_more")

    def __init__(self, known: Mapping[str, Value], more: More = dict) -> None:
        self._known = known
        self._more: More | None = more

    def _all(self) -> Mapping[str, Value]:
        if self._more is not None:
            self._known = {**self._more(), **self._known}
            self._more = None
        return self._known

    def get(self, name: str, default: Any = None) -> Any:
        found = self._known.get(name)
        return self._all().get(name, default) if found is None else found

    def plus(self, known: Mapping[str, Value]) -> Fields:
        """These fields and ``known`` ones, which replace those of their names."""
        return Fields({**self._known, **known}, self._more or dict)

    def __getitem__(self, name: str) -> Value:
        found = self._known.get(name)
        return self._all()[name] if found is None else found

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())
