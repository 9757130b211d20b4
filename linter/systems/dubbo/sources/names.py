"""What the simple names of a source stand for (JLS 6.5.5: own types, single imports, the package, wildcards)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, takewhile

from linter.syntax.jvm.unit import Receiver, Unit
from linter.systems.dubbo.sources.vocabulary import KNOWN


class Names:
    """The names of one source."""

    def __init__(self, unit: Unit) -> None:
        self._package = unit.package
        self._single = {one.alias or one.name.rpartition(".")[2]: one.name for one in unit.imports if not one.wildcard}
        self._wild = [one.name for one in unit.imports if one.wildcard]
        self._own: dict[str, str] = {}
        for declared in unit.types:
            self._own.setdefault(declared.name.rpartition(".")[2], self.full(declared.name))

    def full(self, name: str) -> str:
        """A type of this source by its qualified name."""
        return f"{self._package}.{name}" if self._package else name

    def candidates(self, name: str) -> tuple[str, ...]:
        """The qualified names that ``name`` may stand for, the likeliest first; one where the source says it."""
        head, dot, rest = name.partition(".")
        if dot and head[:1].islower() and head not in self._single:
            return (name,)
        if head in self._own and head not in self._single:
            return (self._own[head] + dot + rest,)
        if head in self._single:
            return (self._single[head] + dot + rest,)
        packages = [self._package, *self._wild]
        return tuple(f"{package}.{name}" if package else name for package in packages)

    def known(self, name: str, among: Iterable[str] = KNOWN) -> str | None:
        """The name in ``among`` that ``name`` stands for; the source's own types win over what a wildcard brings."""
        return next((one for one in self.candidates(name) if one in among), None)

    def leading(self, receiver: Receiver, among: Iterable[str] = KNOWN) -> str | None:
        """The name in ``among`` that a chain of calls begins with, simple or whole (``org.example.Type.of()``)."""
        if receiver.kind != "name":
            return None
        plain = takewhile(str.isidentifier, receiver.steps)
        paths = accumulate(plain, lambda path, step: f"{path}.{step}", initial=receiver.root)
        return next((found for path in paths if (found := self.known(path, among)) is not None), None)
