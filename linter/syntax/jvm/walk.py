"""What both languages' readers share: the walk over the tree, scopes, and what is collected on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from linter.record import NamedTuple
from linter.syntax.jvm.unit import (
    Annotation,
    Applied,
    Call,
    Declared,
    Expr,
    Import,
    Literal,
    Method,
    Receiver,
    TypeDeclared,
    TypeName,
    Unit,
    Variable,
)

_DEEPEST = 60
"""Values nested deeper than this are ``other``: nobody writes them, and they are read by recursion."""


_STEPS = 8
"""How many steps of a chain are kept, from its root on."""
_CALLS = 8
"""How many calls around a string are kept."""


class Around(NamedTuple):
    """What is around a node: the type, the scope in bytes, the calls, the variable declared."""

    owner: str
    scope: tuple[int, int]
    calls: tuple[str, ...]
    assigned: str


class Walk:
    """One source's reading. A language says which nodes are what; nesting has no limit, for nothing recurses.

    ``node.text`` and offsets are those of the UTF-8 form.
    """

    scopes: frozenset[str] = frozenset()
    """Nodes that end what is declared in them."""
    ends: tuple[str, ...] = ()
    """How nodes end that are no longer part of an expression."""
    naming: frozenset[str] = frozenset()
    """Nodes that call a method or declare a variable."""
    visited: frozenset[str] = frozenset()
    """Nodes that say something."""
    leaves: frozenset[str] = frozenset()
    """Nodes that say nothing and have nothing below them, which most are."""

    def __init__(self, root: Any, at: Callable[[int], int]) -> None:
        self.root = root
        self.at = at
        self.package = ""
        self.imports: list[Import] = []
        self.declared: list[Declared] = []
        self.variables: list[Variable] = []
        self.calls: list[Call] = []
        self.applied: list[Applied] = []
        self.literals: list[Literal] = []
        self.made: list[Expr] = []
        self._receivers: dict[int, Receiver] = {}
        self._types: list[tuple[Any, str, str, tuple[TypeName, ...], list[Method]]] = []
        self._methods: dict[str, list[Method]] = {}

    def unit(self) -> Unit:
        """The whole tree, read once from the top."""
        whole = Around("", (self.root.start_byte, self.root.end_byte), (), "")
        stack: list[tuple[Any, str, str, Around]] = [(self.root, self.root.type, "", whole)]
        leaves, visited = self.leaves, self.visited
        turning: dict[str, bool] = {}  # found out once for each kind of node
        while stack:
            node, kind, parent, around = stack.pop()
            owner = self.visit(node, around, parent) if kind in visited else around.owner
            turns = turning.get(kind)
            if turns is None:
                turns = turning[kind] = kind in self.scopes or kind in self.naming or kind.endswith(self.ends)
            if turns or owner is not around.owner:
                around = self._below(node, kind, around._replace(owner=owner))
            for child in reversed(node.named_children):
                below = child.type
                if below not in leaves:
                    stack.append((child, below, kind, around))
        types = tuple(
            TypeDeclared(name, kind, *self.span(node), supers, tuple(methods))
            for node, name, kind, supers, methods in self._types
        )
        return Unit(
            self.package,
            tuple(self.imports),
            types,
            tuple(self.declared),
            tuple(self.variables),
            tuple(self.calls),
            tuple(self.applied),
            tuple(self.literals),
            tuple(self.made),
        )

    def _below(self, node: Any, kind: str, around: Around) -> Around:
        """What is around the children of ``node``."""
        if kind in self.scopes:
            around = around._replace(scope=(node.start_byte, node.end_byte))
        if kind.endswith(self.ends):
            around = around._replace(calls=(), assigned="")
        if kind in self.naming:
            called, assigned = self.named(node)
            calls = (called, *around.calls)[:_CALLS] if called else around.calls
            around = around._replace(calls=calls, assigned=assigned or around.assigned)
        return around

    def visit(self, node: Any, around: Around, parent: str) -> str:
        """Takes what ``node`` below a ``parent`` says; gives the type that is around its children."""
        raise NotImplementedError

    def named(self, node: Any) -> tuple[str, str]:
        """The method that ``node`` calls and the variable that it declares, else empty."""
        raise NotImplementedError

    def link(self, node: Any) -> tuple[str, Any] | None:
        """The last step of a chain of calls and fields with what it is made on; ``None`` at the chain's root."""
        raise NotImplementedError

    def root_of(self, node: Any) -> Receiver:
        """The root of a chain, without steps; ``node`` is ``None`` for a call on nothing."""
        raise NotImplementedError

    def receiver(self, node: Any) -> Receiver:
        """What a call is made on; each link of a long chain is looked at once."""
        path = []
        while node is not None and node.id not in self._receivers and (link := self.link(node)) is not None:
            path.append((node.id, link[0]))
            node = link[1]
        found = self._receivers.get(node.id) if node is not None else None
        found = self.root_of(node) if found is None else found
        for name, step in reversed(path):
            if step:
                found = found._replace(steps=(*found.steps, step)[:_STEPS])
            self._receivers[name] = found
        return found

    def span(self, node: Any) -> tuple[int, int]:
        return self.at(node.start_byte), self.at(node.end_byte)

    def type_declared(self, name: Any, owner: str, kind: str, supers: tuple[TypeName, ...]) -> str:
        """Adds a type and gives its full name."""
        whole = f"{owner}.{text(name)}" if owner else text(name)
        methods = self._methods.setdefault(whole, [])
        self._types.append((name, whole, kind, supers, methods))
        return whole

    def method(self, owner: str, name: Any, returns: TypeName | None) -> None:
        self._methods.setdefault(owner, []).append(Method(text(name).strip("`"), *self.span(name), returns))

    def variable(
        self, name: Any, kind: TypeName | None, value: Expr | None, fixed: bool, scope: tuple[int, int]
    ) -> None:
        first, last = self.at(scope[0]), self.at(scope[1])
        self.variables.append(Variable(text(name), self.at(name.start_byte), kind, value, fixed, first, last))

    def add_call(self, name: Any, receiver: Receiver, args: Sequence[Expr], used: bool, within: str) -> None:
        called = text(name).strip("`")
        self.calls.append(Call(called, *self.span(name), receiver, tuple(args), used, within))

    def put(self, expr: Any, kind: str, value: str = "", items: tuple[Expr, ...] = ()) -> Expr:
        return Expr(kind, value, *self.span(expr), items)

    def noted(self, node: Any, note: Annotation) -> Expr:
        return Expr("annotation", note.name, *self.span(node), (), note)


def text(node: Any) -> str:
    return str(node.text.decode())


def parts(node: Any) -> list[Any]:
    """The named children without the comments, which may stand between any two of them."""
    return [one for one in node.named_children if not one.type.endswith("comment")]


def child(node: Any, *types: str) -> Any:
    """The first child of one of these types."""
    return next((one for one in node.named_children if one.type in types), None)


def too_deep(depth: int) -> bool:
    return depth > _DEEPEST
