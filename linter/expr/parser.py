"""From text to tree: the grammar of CEL without maps, messages, bytes and unsigned numbers."""

from __future__ import annotations

from collections.abc import Mapping

from linter.expr import nodes
from linter.expr.error import ExprError
from linter.expr.lexer import Token, tokens
from linter.expr.literals import number, string
from linter.expr.nodes import Node

LONGEST = 4_000
"""Code points an expression may have."""
DEEPEST = 50
"""Levels an expression may be nested; ``&&`` and ``||`` chains count once."""

_OR, _AND, _RELATION, _SUM, _PRODUCT = range(1, 6)
_POWER: Mapping[str, int] = {
    "||": _OR,
    "&&": _AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in"), _RELATION),
    **dict.fromkeys("+-", _SUM),
    **dict.fromkeys("*/%", _PRODUCT),
}
_CONSTANTS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None}
_RESERVED = frozenset(
    """as break const continue else for function if import let loop package namespace return var void while
    true false null in""".split()  # noqa: SIM905
)
_WORDS: Mapping[str, str] = {"and": "&&", "or": "||", "not": "!", "is": "==", "if": "x ? y : z"}


def parse(text: str) -> Node:
    """The tree of ``text``; raises ``ExprError``."""
    if len(text) > LONGEST:
        raise ExprError(f"an expression has at most {LONGEST} characters", LONGEST, len(text))
    parser = _Parser(text)
    tree = parser.choice()
    if parser.token.kind != "end":
        raise parser.unexpected("an operator")
    return tree


class _Parser:
    """One pass over the tokens; ``token`` is the one to look at."""

    __slots__ = ("_at", "_level", "_tokens", "token")

    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._at = 0
        self._level = 0
        self.token = self._tokens[0]

    def unexpected(self, wanted: str) -> ExprError:
        token = self.token
        if token.kind == "end":
            return ExprError(f"{wanted} is missing at the end", token.start, token.end)
        hint = f": write `{_WORDS[token.text]}`" if token.text in _WORDS else ""
        return ExprError(f"{wanted} is missing before `{token.text}`{hint}", token.start, token.end)

    def choice(self) -> Node:
        self._level += 1
        if self._level > DEEPEST:
            raise ExprError("nested too deeply", self.token.start, self.token.end)
        test = self._binary(_OR)
        if self.token.kind == "?":
            self._next()
            yes = self._binary(_OR)
            self._expect(":")
            test = self._bounded(nodes.Choice(test, yes, self.choice()))
        self._level -= 1
        return test

    def _binary(self, least: int) -> Node:
        left = self._unary()
        while True:
            operator = self.token
            power = _POWER.get(operator.kind, 0)
            if power < least:
                return left
            if power <= _AND:
                parts = [left]
                while self.token.kind == operator.kind:
                    self._next()
                    parts.append(self._binary(power + 1))
                left = self._bounded(nodes.Logic(operator.kind, parts))
            else:
                self._next()
                right = self._binary(power + 1)
                left = self._bounded(nodes.Binary(left, operator.kind, operator.start, right))

    def _unary(self) -> Node:
        """CEL has several ``!`` or several ``-``, never both."""
        first = self.token
        if first.kind not in ("!", "-"):
            return self._member()
        signs: list[Token] = []
        while self.token.kind == first.kind:
            signs.append(self._next())
        if first.kind == "-" and len(signs) == 1 and self.token.kind in ("int", "float"):
            token = self._next()
            return self._tail(nodes.Literal(first.start, token.end, number(token, negative=True)))
        operand = self._member()
        for sign in reversed(signs):
            operand = self._bounded(nodes.Unary(sign.start, sign.kind, operand))
        return operand

    def _member(self) -> Node:
        token = self.token
        kind = token.kind
        if kind == "name":
            self._next()
            return self._tail(self._named(token))
        if kind in ("int", "float"):
            return self._tail(nodes.Literal(token.start, token.end, number(self._next())))
        if kind == "string":
            return self._tail(nodes.Literal(token.start, token.end, string(self._next())))
        if kind == "(":
            self._next()
            inner = self.choice()
            # With its brackets, so that the texts of what it is part of are whole.
            inner.start, inner.end = token.start, self._expect(")").end
            return self._tail(inner)
        if kind == "[":
            self._next()
            parts = self._arguments("]")
            return self._tail(self._bounded(nodes.ListOf(token.start, self._expect("]").end, parts)))
        raise self.unexpected("a value")

    def _named(self, token: Token) -> Node:
        """A constant, a call or a name; ``token`` is behind us."""
        if token.text in _CONSTANTS:
            return nodes.Literal(token.start, token.end, _CONSTANTS[token.text])
        if token.text in _RESERVED:
            hint = f": write `{_WORDS[token.text]}`" if token.text in _WORDS else ""
            raise ExprError(f"`{token.text}` is a reserved word{hint}", token.start, token.end)
        if self.token.kind == "(":
            return self._call(token, None)
        return nodes.Name(token.start, token.end, token.text)

    def _call(self, name: Token, target: Node | None) -> Node:
        self._next()
        arguments = self._arguments(")")
        return self._bounded(nodes.Call(name.text, name.start, target, arguments, self._expect(")").end))

    def _tail(self, node: Node) -> Node:
        """Fields, calls and indices after ``node``."""
        while True:
            if self.token.kind == ".":
                self._next()
                name = self.token
                if name.kind != "name" or name.text in _CONSTANTS:
                    raise self.unexpected("a field's name")
                self._next()
                if self.token.kind == "(":
                    node = self._call(name, node)
                else:
                    node = self._bounded(nodes.Select(node, name.text, name.start, name.end))
            elif self.token.kind == "[":
                self._next()
                index = self.choice()
                node = self._bounded(nodes.Index(node, index, self._expect("]").end))
            else:
                return node

    def _arguments(self, closing: str) -> list[Node]:
        """What stands between brackets, up to ``closing``; a list may end in a comma."""
        found: list[Node] = []
        while self.token.kind != closing or (found and closing == ")"):
            found.append(self.choice())
            if self.token.kind != ",":
                break
            self._next()
        return found

    def _next(self) -> Token:
        token = self.token
        self._at += 1
        self.token = self._tokens[self._at]
        return token

    def _expect(self, kind: str) -> Token:
        if self.token.kind != kind:
            raise self.unexpected(f"`{kind}`")
        return self._next()

    def _bounded(self, node: Node) -> Node:
        if node.depth > DEEPEST:
            raise ExprError("nested too deeply", node.start, node.end)
        return node
