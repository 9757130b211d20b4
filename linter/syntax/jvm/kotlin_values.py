"""Types, annotations and values of Kotlin."""

from __future__ import annotations

from typing import Any

from linter.pattern import pattern
from linter.syntax.jvm.numbers import literal, made
from linter.syntax.jvm.strings import unescaped
from linter.syntax.jvm.unit import Annotation, Expr, Receiver, TypeName
from linter.syntax.jvm.walk import Walk, child, parts, text, too_deep

TYPES = ("user_type", "nullable_type", "function_type", "parenthesized_type")
STRINGS = ("string_literal", "multiline_string_literal")
_HOLE = pattern(r"\\.|\$\{[^}]*\}|\$([A-Za-z_]\w*)")
_NUMBERS = ("number_literal", "float_literal")
_WORDS = ("true", "false", "null")


class Values(Walk):
    """The part of the reader that takes expressions."""

    def _type_name(self, node: Any) -> TypeName:
        while node.type in ("nullable_type", "parenthesized_type") and parts(node):
            node = parts(node)[0]
        names = [one for one in parts(node) if one.type == "identifier"]
        if node.type != "user_type" or not names:
            return TypeName(text(node), *self.span(node))
        listed = child(node, "type_arguments")
        args = [] if listed is None else [child(one, *TYPES) or one for one in parts(listed)]
        found = tuple(TypeName("".join(text(one).split()).partition("<")[0], *self.span(one)) for one in args)
        start, end = self.at(names[0].start_byte), self.at(names[-1].end_byte)
        return TypeName(".".join(text(one) for one in names), start, end, found)

    def _notes(self, node: Any) -> tuple[Annotation, ...]:
        modifiers = child(node, "modifiers", "parameter_modifiers")
        if modifiers is None:
            return ()
        notes = []
        for one in parts(modifiers):
            if one.type == "annotation":
                made = child(one, "constructor_invocation")
                named = child(made or one, "user_type")
                if named is not None:
                    notes.append(self._note(one, named, child(made, "value_arguments") if made else None, 0))
        return tuple(notes)

    def _note(self, node: Any, named: Any, listed: Any, depth: int) -> Annotation:
        values: dict[str, Expr] = {}
        for one in () if listed is None else parts(listed):
            found = parts(one)
            if any(part.type == "=" for part in one.children) and len(found) > 1:
                values[text(found[0])] = self.expr(found[-1], depth + 1)
            elif found:
                values["value"] = self.expr(found[-1], depth + 1)
        return Annotation("".join(text(named).split()), self.at(node.start_byte), self.at(named.end_byte), values)

    def _args(self, listed: Any, block: Any, depth: int) -> list[Expr]:
        given = [] if listed is None else [one for one in parts(listed) if parts(one)]
        args = [self.expr(parts(one)[-1], depth + 1) for one in given]
        if block is not None:
            args.append(self.put(block, "lambda"))
        return args

    def link(self, node: Any) -> tuple[str, Any] | None:
        if node.type == "navigation_expression" and len(parts(node)) > 1:
            return text(parts(node)[-1]).strip("`"), parts(node)[0]
        if node.type == "call_expression" and parts(node):
            callee = parts(node)[0]
            if callee.type == "navigation_expression" and len(parts(callee)) > 1:
                return f"{text(parts(callee)[-1]).strip('`')}()", parts(callee)[0]
        if node.type == "parenthesized_expression" and len(parts(node)) == 1:
            return "", parts(node)[0]
        return None

    def root_of(self, node: Any) -> Receiver:
        at = self.at(node.start_byte)
        if node.type in ("identifier", "this_expression"):
            return Receiver("name", text(node), (), at)
        if node.type == "as_expression" and len(parts(node)) > 1:
            return Receiver("cast", self._type_name(parts(node)[-1]).name, (), at)
        callee = parts(node)[0] if node.type == "call_expression" and parts(node) else None
        if callee is not None and callee.type == "identifier" and text(callee)[:1].isupper():
            return Receiver("new", text(callee), (), at)
        return Receiver("other", "", (), at)

    def expr(self, node: Any, depth: int = 0) -> Expr:
        while node.type == "parenthesized_expression" and len(parts(node)) == 1:
            node = parts(node)[0]
        kind = node.type
        if too_deep(depth):
            return self.put(node, "other")
        if kind in STRINGS:
            return self.string(node)
        if kind in _NUMBERS or (kind == "identifier" and text(node) in _WORDS):
            return self.put(node, "word", literal(text(node)))
        if kind == "unary_expression" and parts(node)[-1].type in _NUMBERS:
            return self.put(node, "word", literal(text(node).replace(" ", "")))
        if kind == "navigation_expression":
            whole = "".join(text(node).split())
            if whole.endswith(("::class", "::class.java")):
                return self.put(node, "class", whole.partition("::")[0])
            return self.put(node, "name", whole)
        if kind == "identifier":
            return self.put(node, "name", text(node))
        if kind == "collection_literal":
            return self.put(node, "list", "", tuple(self.expr(one, depth + 1) for one in parts(node)))
        if kind in ("lambda_literal", "annotated_lambda"):
            return self.put(node, "lambda")
        if kind == "call_expression":
            return self._called(node, depth)
        return self._made(node, depth) or self.joined(node) or self.put(node, "other")

    def _made(self, node: Any, depth: int) -> Expr | None:
        """A constant that an operator makes of numbers."""
        if node.type != "binary_expression" or node.child_count != 3:
            return None
        left, operator, right = node.children
        first, second = self.expr(left, depth + 1), self.expr(right, depth + 1)
        if first.kind != "word" or second.kind != "word":
            return None
        value = made(first.text, text(operator), second.text)
        return None if value is None else self.put(node, "word", value)

    def joined(self, node: Any) -> Expr | None:
        """Strings with what is joined to them; ``None`` where no string is."""
        found = operands(node)
        if node.type != "binary_expression" or not any(one.type in STRINGS for one in found):
            return None
        pieces = [self.string(one).text if one.type in STRINGS else f"${{{_called_so(one)}}}" for one in found]
        return Expr("text", "".join(pieces), *self.span(node))

    def _called(self, node: Any, depth: int) -> Expr:
        callee = parts(node)[0]
        listed, block = child(node, "value_arguments"), child(node, "annotated_lambda")
        name = text(parts(callee)[-1] if callee.type == "navigation_expression" else callee)
        args = tuple(self._args(listed, block, depth))
        if name in ("arrayOf", "listOf"):
            return self.put(node, "list", "", args)
        if callee.type == "identifier" and name[:1].isupper():
            note = self._note(node, callee, listed, depth + 1)
            return Expr("new", name, *self.span(node), args, note)
        return self.put(node, "call", name, args)

    def string(self, node: Any) -> Expr:
        written = text(node)
        quotes = 3 if node.type == "multiline_string_literal" else 1
        inner = written[quotes:-quotes]
        filled = _HOLE.sub(lambda found: f"${{{found[1]}}}" if found[1] else found[0], inner)
        whole = filled if quotes == 3 else unescaped(filled)
        start, end = self.span(node)
        if whole == inner:
            return Expr("text", whole, start + quotes, end - quotes)
        return Expr("text", whole, start, end)


def operands(node: Any) -> list[Any]:
    """What ``+`` joins in ``node``, in order, brackets left out."""
    found: list[Any] = []
    pending = [node]
    while pending:
        one = pending.pop()
        if one.type == "parenthesized_expression" and len(parts(one)) == 1:
            pending.append(parts(one)[0])
        elif one.type == "binary_expression" and any(sign.type == "+" for sign in one.children):
            pending += reversed(parts(one))
        else:
            found.append(one)
    return found


def _called_so(node: Any) -> str:
    return text(node) if node.type == "identifier" else "expression"
