"""When code takes a rule away again: at the start, at the end, or at any time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.pattern import pattern
from linter.syntax.jvm.unit import Unit
from linter.systems.dubbo.phases import Phase

_START = frozenset(("PostConstruct", "main", "init", "start", "run", "onstart", "afterpropertiesset", "bootstrap"))
_STOP = frozenset(
    ("PreDestroy", "close", "stop", "destroy", "shutdown", "onstop", "dispose", "predestroy", "terminate")
)
"""Annotations as written, methods in lower case."""
_HOOK = "addShutdownHook"
_INIT = pattern(r"\b(init|constructor)\b\s*[({]")

_PARAMETERS = r"(?:[^;{}()]|\([^;{}()]{0,99}\)){0,400}"
"""Bounded, so that no text takes long."""


class Phases:
    """The phases of one source's places."""

    def __init__(self, unit: Unit, text: str) -> None:
        self._text = text
        noted = {one.start: one.annotations for one in unit.declared if one.what == "method"}
        methods = [method for kind in unit.types for method in kind.methods]
        found: list[tuple[int, Phase]] = []
        for method in methods:
            names = {note.name.rpartition(".")[2] for note in noted.get(method.start, ())}
            found.append((method.start, _phase({*names, method.name.lower()})))
        found += [(at, "start") for at in self._constructors(unit)]
        self._methods = sorted(found)

    def at(self, offset: int) -> Phase:
        """The phase in which what stands at ``offset`` is done."""
        begin = 0
        phase: Phase = ""
        for start, one in self._methods:
            if start > offset:
                break
            begin, phase = start, one
        return "stop" if _HOOK in self._text[begin:offset] else phase

    def _constructors(self, unit: Unit) -> Iterator[int]:
        names = {one.name.rpartition(".")[2] for one in unit.types if one.kind == "class"}
        for name in names:
            declared = rf"(?<!new )\b{re.escape(name)}[ \t]{{0,9}}\({_PARAMETERS}\)[^;{{}}()]{{0,200}}\{{"
            yield from (found.start() for found in re.finditer(declared, self._text))
        yield from (found.start() for found in _INIT.finditer(self._text))


def _phase(names: set[str]) -> Phase:
    return "stop" if names & _STOP else "start" if names & _START else ""
