"""Values of sources as settings; what code puts together at run time stands as a placeholder, so that it is unknown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from linter.facts.holes import hole
from linter.facts.tree import Key, Map, Text
from linter.syntax.document import Document
from linter.syntax.jvm.unit import Call, Expr, Unit, Variable
from linter.systems.dubbo.elements import canonical


class Values:
    """The constants and places of one source."""

    def __init__(self, document: Document[Unit]) -> None:
        self._document = document
        self._variables: dict[str, list[Variable]] = {}
        for variable in sorted(document.root.variables, key=lambda one: (one.first, -one.last)):
            self._variables.setdefault(variable.name, []).append(variable)
        self._types = {one.name.rpartition(".")[2] for one in document.root.types}
        self._chains: dict[int, list[Call]] = {}
        for call in document.root.calls:
            self._chains.setdefault(call.receiver.at, []).append(call)

    def variable(self, name: str, at: int) -> Variable | None:
        """The variable ``name`` as the code at ``at`` sees it: the one of the innermost scope around it."""
        known = self._variables.get(name, ())
        # scopes lie in each other or apart, so the last that has begun and has not ended is the innermost
        before = bisect_right(known, at, key=lambda one: one.first)
        return next((known[index] for index in range(before - 1, -1, -1) if at <= known[index].last), None)

    def _constant(self, name: str) -> Variable | None:
        """``Limits.MOST`` of a type of this source, if only one field is called so."""
        owner, dot, field = name.rpartition(".")
        known = self._variables.get(field, ()) if dot and owner.rpartition(".")[2] in self._types else ()
        return known[0] if len(known) == 1 else None

    def made(self, variable: Variable) -> Call | None:
        """The call whose result is what ``variable`` is first set to, the last of a chain."""
        value = variable.value
        if value is None or value.kind != "call":
            return None
        chain = [call for call in self._chains.get(value.start, ()) if call.end <= value.end]
        return max(chain, key=lambda call: call.start, default=None)

    def text(self, expr: Expr, depth: int = 0) -> str:
        """What ``expr`` is as the text of a setting."""
        if expr.kind in ("text", "word", "class"):
            return expr.text
        if expr.kind == "list":
            return ",".join(self.text(item, depth + 1) for item in expr.items)
        if expr.kind == "name" and depth < 5:
            name = expr.text.rpartition(".")[2] if expr.text.startswith("this.") else expr.text
            if name in ("Boolean.TRUE", "Boolean.FALSE"):
                return name.rpartition(".")[2].lower()
            variable = self.variable(name, expr.start) or self._constant(name)
            if variable is not None and variable.fixed and variable.value is not None:
                return self.text(variable.value, depth + 1)
            return hole(f"`{name}` is set when the code runs")
        if expr.kind == "call" and expr.text == "valueOf" and len(expr.items) == 1:
            return self.text(expr.items[0], depth + 1)
        return hole("the code works it out")

    def written(self, expr: Expr) -> Text:
        """``expr`` with its place; a string's is that of its characters."""
        start, end = self._document.view.outer(expr.start, expr.end)
        return Text(self._document.ref, start, end, self.text(expr))

    def entry(self, name: str, expr: Expr) -> Key:
        """``expr`` as the setting ``name``."""
        tree = self.written(expr)
        return Key(canonical(name), tree.start, tree.end, tree)

    def mapping(self, entries: Iterable[Key]) -> Map:
        start, end = self._document.view.outer(0, 0)
        return Map(self._document.ref, start, end, tuple(entries))
