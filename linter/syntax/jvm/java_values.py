"""Types, annotations and values of Java."""

from __future__ import annotations

from typing import Any

from linter.syntax.jvm.numbers import literal, made
from linter.syntax.jvm.strings import text_block, unescaped
from linter.syntax.jvm.unit import Annotation, Expr, TypeName
from linter.syntax.jvm.walk import Walk, child, parts, text, too_deep

_WORDS = frozenset(
    (
        *("true", "false", "decimal_integer_literal", "hex_integer_literal", "decimal_floating_point_literal"),
        *("octal_integer_literal", "binary_integer_literal", "character_literal", "null_literal"),
    )
)
_NOTES = ("annotation", "marker_annotation")


class Values(Walk):
    """The part of the reader that takes expressions."""

    def _type_name(self, node: Any) -> TypeName:
        if node.type == "annotated_type" and parts(node):
            node = parts(node)[-1]
        if node.type == "array_type":
            return TypeName("[]", *self.span(node))
        if node.type == "generic_type":
            head = parts(node)[0]
            listed = child(node, "type_arguments")
            args = () if listed is None else tuple(self._argument(one) for one in parts(listed))
            return TypeName(text(head).replace(" ", ""), *self.span(head), args)
        return TypeName(text(node).replace(" ", ""), *self.span(node))

    def _argument(self, node: Any) -> TypeName:
        # arguments of arguments are of no use to anybody
        head = parts(node)[0] if node.type == "generic_type" and parts(node) else node
        return TypeName(text(head).replace(" ", ""), *self.span(head))

    def _notes(self, node: Any) -> tuple[Annotation, ...]:
        modifiers = child(node, "modifiers")
        if modifiers is None:
            return ()
        return tuple(self._note(one, 0) for one in parts(modifiers) if one.type in _NOTES)

    def _note(self, node: Any, depth: int) -> Annotation:
        name = node.child_by_field_name("name")
        values: dict[str, Expr] = {}
        for one in () if (listed := node.child_by_field_name("arguments")) is None else parts(listed):
            if one.type == "element_value_pair":
                key, value = one.child_by_field_name("key"), one.child_by_field_name("value")
                if key is not None and value is not None:
                    values[text(key)] = self.expr(value, depth + 1)
            else:
                values["value"] = self.expr(one, depth + 1)
        return Annotation(text(name).replace(" ", ""), self.at(node.start_byte), self.at(name.end_byte), values)

    def expr(self, node: Any, depth: int = 0) -> Expr:
        kind = node.type
        while kind == "parenthesized_expression" and len(parts(node)) == 1:
            node = parts(node)[0]
            kind = node.type
        if too_deep(depth):
            return self.put(node, "other")
        if kind == "string_literal" or (kind == "binary_expression" and strings_of(node)[0]):
            return self.text_of(node)
        if kind in _WORDS:
            return self.put(node, "word", literal(text(node)))
        if kind == "unary_expression":
            operand = node.child_by_field_name("operand")
            number = operand is not None and operand.type in _WORDS
            return self.put(node, "word", literal(text(node).replace(" ", ""))) if number else self.put(node, "other")
        if kind == "class_literal" and parts(node):
            return self.put(node, "class", self._type_name(parts(node)[0]).name)
        if kind in ("identifier", "field_access"):
            return self.put(node, "name", "".join(text(node).split()))
        if kind in ("element_value_array_initializer", "array_initializer"):
            items = tuple(self.expr(one, depth + 1) for one in parts(node))
            return self.put(node, "list", "", items)
        if kind in _NOTES:
            return self.noted(node, self._note(node, depth + 1))
        return self._other(node, depth)

    def _other(self, node: Any, depth: int) -> Expr:
        if node.type == "object_creation_expression":
            named, listed = node.child_by_field_name("type"), node.child_by_field_name("arguments")
            args = () if listed is None else tuple(self.expr(one, depth + 1) for one in parts(listed))
            return self.put(node, "new", "" if named is None else self._type_name(named).name, args)
        if node.type == "lambda_expression":
            return self.put(node, "lambda", _gives(node.child_by_field_name("body")))
        if node.type == "method_invocation":
            listed = node.child_by_field_name("arguments")
            args = () if listed is None else tuple(self.expr(one, depth + 1) for one in parts(listed))
            return self.put(node, "call", text(node.child_by_field_name("name")), args)
        if node.type == "cast_expression" and (value := node.child_by_field_name("value")) is not None:
            return self.expr(value, depth + 1)
        return self._made(node, depth) or self.put(node, "other")

    def _made(self, node: Any, depth: int) -> Expr | None:
        """A constant that an operator makes of numbers."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type != "binary_expression" or left is None or right is None:
            return None
        first, second = self.expr(left, depth + 1), self.expr(right, depth + 1)
        if first.kind != "word" or second.kind != "word":
            return None
        value = made(first.text, text(node.child_by_field_name("operator")), second.text)
        return None if value is None else self.put(node, "word", value)

    def text_of(self, node: Any) -> Expr:
        pieces: list[str] = []
        stack = [node]
        while stack:
            one = stack.pop()
            if one.type == "string_literal":
                pieces.append(_characters(text(one)))
            elif one.type == "binary_expression":
                stack += [one.child_by_field_name("right"), one.child_by_field_name("left")]
            elif one.type == "parenthesized_expression" and len(parts(one)) == 1:
                stack.append(parts(one)[0])
            elif one.type in ("decimal_integer_literal", "true", "false"):
                pieces.append(text(one))
            elif one.child_count or one.type == "identifier":
                pieces.append(f"${{{text(one) if one.type == 'identifier' else 'expression'}}}")
        whole = "".join(pieces)
        start, end = self.span(node)
        if node.type == "string_literal" and text(node)[1:-1] == whole:
            return Expr("text", whole, start + 1, end - 1)
        return Expr("text", whole, start, end)


def _characters(written: str) -> str:
    if written.startswith('"""'):
        return text_block(written[3:-3])
    return unescaped(written[1:-1])


def _gives(body: Any) -> str:
    """What a lambda's body gives: an expression may be of either kind, a block says by its ``return``."""
    if body is None or body.type != "block":
        return ""
    stack = parts(body)
    while stack:
        node = stack.pop()
        if node.type == "return_statement":
            return "value" if parts(node) else "nothing"
        if node.type not in ("lambda_expression", "class_body"):
            stack += parts(node)
    return "nothing"


def strings_of(node: Any) -> tuple[bool, set[int]]:
    """Whether an expression is a string or joins some, and the ids of the nodes that make the chain."""
    found = False
    members: set[int] = set()
    stack = [node]
    while stack:
        one = stack.pop()
        if one is None:
            continue
        if one.type == "string_literal":
            found = True
            members.add(one.id)
        elif one.type == "binary_expression":
            operator = one.child_by_field_name("operator")
            if operator is not None and operator.type == "+":
                members.add(one.id)
                stack += [one.child_by_field_name("left"), one.child_by_field_name("right")]
            elif one is node:
                return False, set()
        elif one.type == "parenthesized_expression" and len(parts(one)) == 1:
            stack.append(parts(one)[0])
    return found, members
