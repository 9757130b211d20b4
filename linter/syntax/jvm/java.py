"""Java's tree as a unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linter.syntax.jvm.java_values import Values
from linter.syntax.jvm.java_values import strings_of as _strings
from linter.syntax.jvm.unit import Declared, Import, Literal, Receiver, TypeName
from linter.syntax.jvm.walk import Around, child, parts, text

_TYPES = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "class",
    "record_declaration": "class",
    "annotation_type_declaration": "annotation",
}


class Java(Values):
    """The reader for tree-sitter-java."""

    ends = ("_statement", "_declaration", "_body", "block")
    naming = frozenset(("method_invocation", "variable_declarator"))
    visited = frozenset(
        (
            *_TYPES,
            *("method_invocation", "string_literal", "binary_expression", "field_declaration", "constant_declaration"),
            *("local_variable_declaration", "formal_parameter", "resource", "enhanced_for_statement"),
            *("spread_parameter", "method_declaration", "package_declaration", "import_declaration"),
            "object_creation_expression",
        )
    )
    leaves = frozenset(
        (
            *("identifier", "type_identifier", "scoped_identifier", "scoped_type_identifier", "line_comment", "this"),
            *("block_comment", "string_fragment", "escape_sequence", "decimal_integer_literal", "true", "false"),
            *("null_literal", "integral_type", "boolean_type", "void_type", "type_arguments", "asterisk"),
        )
    )
    scopes = frozenset(
        (
            *("block", "class_body", "interface_body", "enum_body", "method_declaration", "constructor_declaration"),
            *("constructor_body", "lambda_expression", "for_statement", "enhanced_for_statement", "catch_clause"),
            *("try_with_resources_statement", "switch_block_statement_group", "record_declaration"),
        )
    )

    def __init__(self, root: Any, at: Callable[[int], int]) -> None:
        super().__init__(root, at)
        self._joined: set[int] = set()

    def visit(self, node: Any, around: Around, parent: str) -> str:
        kind, owner, scope = node.type, around.owner, around.scope
        if kind in _TYPES:
            return self._type(node, owner, _TYPES[kind])
        if kind == "method_invocation":
            self._call(node, around, parent)
        elif kind in ("string_literal", "binary_expression"):
            self._literal(node, around)
        elif kind in ("field_declaration", "local_variable_declaration", "constant_declaration"):
            self._variables(node, owner, scope)
        elif kind in ("formal_parameter", "resource", "enhanced_for_statement", "spread_parameter"):
            self._parameter(node, owner, scope)
        elif kind == "method_declaration":
            self._method(node, owner)
        elif kind == "object_creation_expression":
            self.made.append(self.expr(node))
        elif kind == "package_declaration":
            self.package = text(parts(node)[-1])
        elif kind == "import_declaration":
            self._import(node)
        return owner

    def _import(self, node: Any) -> None:
        named = child(node, "scoped_identifier", "identifier")
        if named is not None:
            self.imports.append(Import(text(named), child(node, "asterisk") is not None))

    def _type(self, node: Any, owner: str, kind: str) -> str:
        name = node.child_by_field_name("name")
        if name is None:
            return owner
        supers: list[TypeName] = []
        interfaces: tuple[TypeName, ...] = ()
        for part in parts(node):
            if part.type in ("superclass", "super_interfaces", "extends_interfaces"):
                listed = child(part, "type_list")
                named = [self._type_name(one) for one in parts(listed or part)]
                supers += named
                interfaces = interfaces if part.type == "superclass" else tuple(named)
        whole = self.type_declared(name, owner, kind, tuple(supers))
        notes = self._notes(node)
        if notes:
            self.declared.append(Declared("type", text(name), *self.span(name), owner, notes, None, (), interfaces))
        return whole

    def _method(self, node: Any, owner: str) -> None:
        name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
        if name is None or kind is None:
            return
        returns = self._type_name(kind)
        modifiers = child(node, "modifiers")
        own = modifiers is not None and any(one.type in ("static", "private") for one in modifiers.children)
        self.method(owner, name, None if own else returns)
        notes = self._notes(node)
        if notes:
            listed = node.child_by_field_name("parameters")
            found = [] if listed is None else [one.child_by_field_name("type") for one in parts(listed)]
            types = tuple(self._type_name(one) for one in found if one is not None)
            self.declared.append(Declared("method", text(name), *self.span(name), owner, notes, returns, types))

    def _variables(self, node: Any, owner: str, scope: tuple[int, int]) -> None:
        kind = node.child_by_field_name("type")
        if kind is None:
            return
        declared = self._type_name(kind)
        notes = self._notes(node)
        modifiers = child(node, "modifiers")
        fixed = modifiers is not None and any(one.type == "final" for one in modifiers.children)
        fixed = fixed or node.type == "constant_declaration"
        for one in node.children_by_field_name("declarator"):
            name, value = one.child_by_field_name("name"), one.child_by_field_name("value")
            if name is None:
                continue
            found = declared
            if declared.name == "var" and value is not None and value.type == "object_creation_expression":
                found = self._type_name(value.child_by_field_name("type"))
            self.variable(name, found, None if value is None else self.expr(value), fixed, scope)
            if notes and node.type == "field_declaration":
                self.declared.append(Declared("field", text(name), *self.span(name), owner, notes, declared))

    def _parameter(self, node: Any, owner: str, scope: tuple[int, int]) -> None:
        name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
        if name is None or kind is None:
            return
        if node.type == "enhanced_for_statement":
            scope = (node.start_byte, node.end_byte)
        declared = self._type_name(kind)
        value = node.child_by_field_name("value") if node.type == "resource" else None
        self.variable(name, declared, None if value is None else self.expr(value), False, scope)
        notes = self._notes(node)
        if notes:
            self.declared.append(Declared("parameter", text(name), *self.span(name), owner, notes, declared))

    def _call(self, node: Any, around: Around, parent: str) -> None:
        name, listed = node.child_by_field_name("name"), node.child_by_field_name("arguments")
        if name is None or listed is None:
            return
        args = [self.expr(one) for one in parts(listed)]
        used = parent != "expression_statement"
        self.add_call(name, self.receiver(node.child_by_field_name("object")), args, used, around.owner)

    def link(self, node: Any) -> tuple[str, Any] | None:
        if node.type == "method_invocation":
            name = node.child_by_field_name("name")
            return ("" if name is None else f"{text(name)}()"), node.child_by_field_name("object")
        if node.type == "field_access" and (field := node.child_by_field_name("field")) is not None:
            return text(field), node.child_by_field_name("object")
        if node.type == "parenthesized_expression" and parts(node):
            return "", parts(node)[-1]
        return None

    def root_of(self, node: Any) -> Receiver:
        if node is None:
            return Receiver("implied", "")
        at = self.at(node.start_byte)
        if node.type in ("identifier", "this"):
            return Receiver("name", text(node), (), at)
        kinds = {"object_creation_expression": "new", "cast_expression": "cast"}
        if node.type in kinds and (named := node.child_by_field_name("type")) is not None:
            return Receiver(kinds[node.type], self._type_name(named).name, (), at)
        return Receiver("other", "", (), at)

    def named(self, node: Any) -> tuple[str, str]:
        if node.type == "method_invocation":
            name = node.child_by_field_name("name")
            return "" if name is None else text(name), ""
        if node.type == "variable_declarator":
            name = node.child_by_field_name("name")
            return "", "" if name is None else text(name)
        return "", ""

    def _literal(self, node: Any, around: Around) -> None:
        """Takes a string, or several joined ones at their outermost node."""
        if node.id in self._joined:
            return
        strings, members = _strings(node)
        self._joined.update(members)
        if strings:
            self.literals.append(Literal(self.text_of(node), around.calls, around.assigned))
