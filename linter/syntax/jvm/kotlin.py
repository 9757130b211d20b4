"""Kotlin's tree as a unit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from linter.syntax.jvm.kotlin_values import STRINGS as _STRINGS
from linter.syntax.jvm.kotlin_values import TYPES as _TYPE
from linter.syntax.jvm.kotlin_values import Values, operands
from linter.syntax.jvm.unit import Applied, Declared, Import, Literal, Receiver, TypeName
from linter.syntax.jvm.walk import Around, child, parts, text

_BARE = ("block", "lambda_literal", "source_file", "class_body")
"""What an expression stands in whose result nobody takes."""


class Kotlin(Values):
    """The reader for tree-sitter-kotlin."""

    ends = ("_declaration", "_body", "block", "lambda_literal")
    naming = frozenset(("call_expression", "property_declaration"))
    visited = frozenset(
        (
            *("class_declaration", "object_declaration", "call_expression", "assignment", "property_declaration"),
            "companion_object",
            *("class_parameter", "parameter", "function_declaration", "package_header", "import"),
            *("binary_expression", *_STRINGS),
        )
    )
    leaves = frozenset(
        (
            *("identifier", "user_type", "nullable_type", "qualified_identifier", "line_comment", "block_comment"),
            *("string_content", "number_literal", "float_literal", "type_arguments", "this_expression"),
        )
    )
    scopes = frozenset(("block", "class_body", "function_declaration", "lambda_literal", "for_statement"))

    def __init__(self, root: Any, at: Callable[[int], int]) -> None:
        super().__init__(root, at)
        self._joined: set[int] = set()
        self._interfaces: set[str] = set()

    def visit(self, node: Any, around: Around, parent: str) -> str:
        kind, owner, scope = node.type, around.owner, around.scope
        if kind in ("class_declaration", "object_declaration"):
            return self._type(node, owner)
        if kind == "companion_object":
            return self._companion(node, owner)
        if kind == "call_expression":
            self._call(node, around, parent)
        elif kind == "assignment":
            self._assignment(node, owner)
        elif kind in _STRINGS or kind == "binary_expression":
            self._literal(node, around)
        elif kind == "property_declaration":
            self._property(node, owner, scope, parent)
        elif kind in ("class_parameter", "parameter"):
            self._parameter(node, owner, scope)
        elif kind == "function_declaration":
            self._function(node, owner)
        elif kind == "package_header":
            self.package = "".join(text(parts(node)[-1]).split())
        elif kind == "import":
            self._import(node)
        return owner

    def _literal(self, node: Any, around: Around) -> None:
        """Takes a string, or several joined ones at their outermost node."""
        if node.id in self._joined:
            return
        found = self.joined(node) if node.type == "binary_expression" else self.string(node)
        if found is not None:
            self._joined.update(one.id for one in operands(node))
            self.literals.append(Literal(found, around.calls, around.assigned))

    def _import(self, node: Any) -> None:
        named = child(node, "qualified_identifier", "identifier")
        if named is None:
            return
        alias = parts(node)[-1] if any(one.type == "as" for one in node.children) else None
        wildcard = any(one.type == "*" for one in node.children)
        self.imports.append(Import(text(named), wildcard, "" if alias is None else text(alias)))

    def _type(self, node: Any, owner: str) -> str:
        name = node.child_by_field_name("name") or child(node, "identifier")
        if name is None:
            return owner
        kind = "interface" if any(one.type == "interface" for one in node.children) else "class"
        supers = []
        interfaces = []
        for one in parts(listed) if (listed := child(node, "delegation_specifiers")) is not None else ():
            found = parts(one)[0] if parts(one) else None
            if found is not None and found.type in ("constructor_invocation", "explicit_delegation"):
                found = child(found, "user_type")
            if found is not None and found.type in _TYPE:
                supers.append(self._type_name(found))
                if parts(one)[0].type != "constructor_invocation":
                    interfaces.append(supers[-1])
        whole = self.type_declared(name, owner, kind, tuple(supers))
        if kind == "interface":
            self._interfaces.add(whole)
        notes = self._notes(node)
        if notes:
            self.declared.append(
                Declared("type", text(name), *self.span(name), owner, notes, None, (), tuple(interfaces))
            )
        return whole

    def _companion(self, node: Any, owner: str) -> str:
        """The object that goes with a type: what it has is not the type's own."""
        name = child(node, "identifier")
        whole = f"{owner}.{'Companion' if name is None else text(name)}"
        self._types.append((name or node, whole, "class", (), self._methods.setdefault(whole, [])))
        return whole

    def _function(self, node: Any, owner: str) -> None:
        name = node.child_by_field_name("name")
        if name is None:
            return
        listed = child(node, "function_value_parameters")
        after = listed.end_byte if listed is not None else name.end_byte
        kind = next((one for one in parts(node) if one.type in _TYPE and one.start_byte >= after), None)
        returns = None if kind is None else self._type_name(kind)
        self.method(owner, name, None if _is_private(node) else returns)
        notes = self._notes(node)
        if notes:
            types = () if listed is None else tuple(self._types_of(listed))
            self.declared.append(Declared("method", text(name), *self.span(name), owner, notes, returns, types))

    def _types_of(self, listed: Any) -> list[TypeName]:
        found = [child(one, *_TYPE) for one in parts(listed) if one.type == "parameter"]
        return [self._type_name(one) for one in found if one is not None]

    def _property(self, node: Any, owner: str, scope: tuple[int, int], parent: str) -> None:
        declared = child(node, "variable_declaration")
        name = None if declared is None else child(declared, "identifier")
        if name is None:
            return
        written = child(declared, *_TYPE)
        kind = None if written is None else self._type_name(written)
        value = self._value(node, "=")
        if kind is None and value is not None:
            made = self.receiver(value)
            kind = TypeName(made.root, *self.span(value)) if made.kind == "new" and _keeps(made.steps) else None
        fixed = any(one.type == "val" for one in node.children)
        if parent == "class_body" and written is not None and owner in self._interfaces:
            self.method(owner, name, None if _is_private(node) else kind)  # what Java calls `getName`
        self.variable(name, kind, None if value is None else self.expr(value), fixed, scope)
        notes = self._notes(node)
        if notes and kind is not None:
            self.declared.append(Declared("field", text(name), *self.span(name), owner, notes, kind))

    def _parameter(self, node: Any, owner: str, scope: tuple[int, int]) -> None:
        name, written = child(node, "identifier"), child(node, *_TYPE)
        if name is None or written is None:
            return
        kind = self._type_name(written)
        self.variable(name, kind, None, False, scope)
        notes = self._notes(node)
        if notes:
            self.declared.append(Declared("parameter", text(name), *self.span(name), owner, notes, kind))

    def _value(self, node: Any, sign: str) -> Any:
        """What stands after ``sign`` among the children."""
        seen = False
        for one in node.children:
            if seen and one.is_named and not one.type.endswith("comment"):
                return one
            seen = seen or one.type == sign
        return None

    def _call(self, node: Any, around: Around, parent: str) -> None:
        callee = parts(node)[0] if parts(node) else None
        listed, block = child(node, "value_arguments"), child(node, "annotated_lambda")
        if callee is None:
            return
        if callee.type == "call_expression" and block is not None and listed is None:
            self._with(callee, block)
            return
        name = parts(callee)[-1] if callee.type == "navigation_expression" else callee
        if name.type != "identifier":
            return
        if name is callee and text(name)[:1].isupper():
            self.made.append(self.expr(node))
        receiver = Receiver("implied", "")
        if callee.type == "navigation_expression":
            receiver = self.receiver(parts(callee)[0])
        if block is not None and text(name) in ("apply", "run"):
            self.applied.append(Applied(receiver, *self.span(block)))
        self.add_call(name, receiver, self._args(listed, block, 0), parent not in _BARE, around.owner)

    def _with(self, callee: Any, block: Any) -> None:
        """``with(x) { … }``: a call of the call to the grammar."""
        name, listed = parts(callee)[0], child(callee, "value_arguments")
        if text(name) == "with" and listed is not None and parts(listed):
            given = parts(listed)[0]
            if parts(given):
                self.applied.append(Applied(self.receiver(parts(given)[-1]), *self.span(block)))

    def _assignment(self, node: Any, owner: str) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        name = parts(left)[-1] if left.type == "navigation_expression" else left
        if name.type != "identifier":
            return
        receiver = Receiver("implied", "")
        if left.type == "navigation_expression":
            receiver = self.receiver(parts(left)[0])
        self.add_call(name, receiver, [self.expr(right)], False, owner)
        made = self.calls.pop()
        plain = made.name[2:] if re.match(r"is[A-Z]", made.name) else made.name
        self.calls.append(made._replace(name=f"set{plain[:1].upper()}{plain[1:]}"))

    def named(self, node: Any) -> tuple[str, str]:
        if node.type == "call_expression" and parts(node):
            callee = parts(node)[0]
            return text(parts(callee)[-1] if parts(callee) else callee), ""
        if node.type == "property_declaration":
            declared = child(node, "variable_declaration")
            return "", text(parts(declared)[0]) if declared is not None else ""
        return "", ""


def _is_private(node: Any) -> bool:
    modifiers = child(node, "modifiers")
    return modifiers is not None and any(text(one) == "private" for one in parts(modifiers))


def _keeps(steps: tuple[str, ...]) -> bool:
    """Whether a chain of calls on a new object gives the object itself."""
    return all(step in ("apply()", "also()") for step in steps)
