"""The parameters of a policy file."""

from __future__ import annotations

from collections.abc import Mapping

from linter.pattern import pattern
from linter.policy.arguments import TYPES, argument
from linter.policy.model import PROFILES, Param, ParamSpec
from linter.policy.reader import Reader
from linter.syntax.node import Node

NAME = pattern(r"[A-Za-z_][A-Za-z0-9_]*")
"""What an expression can name."""


def params(reader: Reader, node: Node | None) -> Mapping[str, ParamSpec]:
    """``name: {type, default, doc, by_profile}``; a parameter without a default is null until a user sets it."""
    if node is None:
        return {}
    found: dict[str, ParamSpec] = {}
    for name, value in reader.entries(node, "`params`").items():
        if not NAME.fullmatch(name):
            reader.fault(value, f"`{name}` can't be the name of a parameter")
            continue
        found[name] = _param(reader, name, value)
    return found


def _param(reader: Reader, name: str, node: Node) -> ParamSpec:
    found = reader.mapping(node, f"the parameter `{name}`", ("type", "default", "doc", "by_profile"), ("type",))
    type_ = reader.choice(found.get("type"), "`type`", TYPES, "string")
    by_profile: dict[str, Param] = {}
    if "by_profile" in found:
        for profile, value in reader.mapping(found["by_profile"], "`by_profile`", PROFILES).items():
            by_profile[profile] = _value(reader, value, type_, f"`{profile}`")
    default = _value(reader, found["default"], type_, "`default`") if "default" in found else None
    return ParamSpec(type_, default, reader.string(found.get("doc"), "`doc`"), by_profile or None)


def _value(reader: Reader, node: Node, type_: str, what: str) -> Param:
    before = len(reader.faults)
    value = reader.plain(node, what)
    if len(reader.faults) == before:
        try:
            argument(value, type_)
        except ValueError as error:
            reader.fault(node, f"{what} {error}")
    return value
