"""Literals as code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linter.expr.context import Code, Context
from linter.expr.nodes import Literal
from linter.expr.types import BOOL, FLOAT, INT, NULL, STRING, ExprType

_TYPES: Mapping[type, ExprType] = {bool: BOOL, int: INT, float: FLOAT, str: STRING, type(None): NULL}


def literal(_: Context, node: Literal) -> Code:
    """A constant."""
    return constant(node.value, _TYPES[type(node.value)])


def constant(value: Any, kind: ExprType) -> Code:
    """Code that always gives ``value``."""
    return Code(lambda _: value, kind, 1, total=value is not None)
