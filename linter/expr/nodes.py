"""The tree of an expression; offsets are of its text."""

from __future__ import annotations

from typing import TypeAlias


class Literal:
    """``null``, a bool, number or string, as its value."""

    __slots__ = ("depth", "end", "start", "value")

    def __init__(self, start: int, end: int, value: bool | float | str | None) -> None:
        self.start: int = start
        self.end: int = end
        self.value = value
        self.depth: int = 1


class Name:
    """A name alone: ``it``."""

    __slots__ = ("depth", "end", "name", "start")

    def __init__(self, start: int, end: int, name: str) -> None:
        self.start: int = start
        self.end: int = end
        self.name = name
        self.depth: int = 1


class Select:
    """``base.name``; the name stands at ``at..end``."""

    __slots__ = ("at", "base", "depth", "end", "name", "start")

    def __init__(self, base: Node, name: str, at: int, end: int) -> None:
        self.start: int = base.start
        self.end: int = end
        self.base = base
        self.name = name
        self.at = at
        self.depth: int = base.depth + 1


class Index:
    """``base[index]``."""

    __slots__ = ("base", "depth", "end", "index", "start")

    def __init__(self, base: Node, index: Node, end: int) -> None:
        self.start: int = base.start
        self.end: int = end
        self.base = base
        self.index = index
        self.depth: int = max(base.depth, index.depth) + 1


class Call:
    """``name(arguments)``, or ``target.name(arguments)``; the name stands at ``at..at + len(name)``."""

    __slots__ = ("arguments", "at", "depth", "end", "name", "start", "target")

    def __init__(self, name: str, at: int, target: Node | None, arguments: list[Node], end: int) -> None:
        self.start: int = at if target is None else target.start
        self.end: int = end
        self.name = name
        self.at = at
        self.target = target
        self.arguments = arguments
        self.depth: int = max((part.depth for part in (*arguments, target) if part is not None), default=0) + 1


class Unary:
    """``!operand`` or ``-operand``."""

    __slots__ = ("depth", "end", "operand", "operator", "start")

    def __init__(self, start: int, operator: str, operand: Node) -> None:
        self.start: int = start
        self.end: int = operand.end
        self.operator = operator
        self.operand = operand
        self.depth: int = operand.depth + 1


class Binary:
    """``left operator right``: comparison, ``in`` or arithmetic; the operator stands at ``at``."""

    __slots__ = ("at", "depth", "end", "left", "operator", "right", "start")

    def __init__(self, left: Node, operator: str, at: int, right: Node) -> None:
        self.start: int = left.start
        self.end: int = right.end
        self.left = left
        self.operator = operator
        self.at = at
        self.right = right
        self.depth: int = max(left.depth, right.depth) + 1


class Logic:
    """Two or more ``parts`` joined by ``&&`` or by ``||``."""

    __slots__ = ("depth", "end", "operator", "parts", "start")

    def __init__(self, operator: str, parts: list[Node]) -> None:
        self.start: int = parts[0].start
        self.end: int = parts[-1].end
        self.operator = operator
        self.parts = parts
        self.depth: int = max(part.depth for part in parts) + 1


class Choice:
    """``test ? yes : no``."""

    __slots__ = ("depth", "end", "no", "start", "test", "yes")

    def __init__(self, test: Node, yes: Node, no: Node) -> None:
        self.start: int = test.start
        self.end: int = no.end
        self.test = test
        self.yes = yes
        self.no = no
        self.depth: int = max(test.depth, yes.depth, no.depth) + 1


class ListOf:
    """``[parts]``."""

    __slots__ = ("depth", "end", "parts", "start")

    def __init__(self, start: int, end: int, parts: list[Node]) -> None:
        self.start: int = start
        self.end: int = end
        self.parts = parts
        self.depth: int = max((part.depth for part in parts), default=0) + 1


Node: TypeAlias = "Literal | Name | Select | Index | Call | Unary | Binary | Logic | Choice | ListOf"
