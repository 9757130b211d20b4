"""Changes that leave a part of a scalar as it is: its quotes, or all but an image's tag or a Go module's version."""

from __future__ import annotations

import re
from typing import get_args

from linter.pattern import pattern
from linter.syntax.node import Node, Scalar

_WORD = pattern(r"[\w.+-]+")


def whole(node: Node | None, part: str, to: str) -> tuple[str, str]:
    """The scalar ``node`` as it must be written so that its ``part`` is ``to``, and why that can't be done.

    One of the two is empty.
    """
    known = _PARTS.get(part)
    if known is None:
        return "", f"the {part} of a value can't be changed on its own"
    what, changed = known
    if node is None:
        return "", f"the {what} comes from a merge key, which other places may share"
    if not isinstance(node, Scalar):
        return "", f"the {what} is not written there as a plain value"
    if node.style not in ("", "'", '"'):
        return "", f"the {what} is a block scalar"
    text, reason = changed(node.text, to)
    return (node.style + text + node.style, "") if text else ("", reason)


def quoted(node: Node | None, to: str) -> str:
    """``to`` in the quotes that the scalar ``node`` of YAML has, where it is the same text in them to every reader."""
    if _WORD.fullmatch(to) is None:
        return to
    if not isinstance(node, Scalar) or node.style not in ("'", '"'):
        return to
    from linter.syntax.yaml.resolve import Dialect, resolve

    plain = all(resolve(to, "", None, dialect) == to for dialect in get_args(Dialect))
    return node.style + to + node.style if plain else to


def _retagged(reference: str, tag: str) -> tuple[str, str]:
    """The image ``reference`` with ``tag``, or why that would be of no use.

    Where a variable's default holds the old tag it gets the new one.
    """
    if "@" in reference:
        return "", "the image is pinned by its digest, which a new tag would not change"
    variable = _DEFAULT.search(reference)
    if variable is not None and reference.count("$") == 1:
        before, default, after = reference[: variable.start(1)], variable[1], reference[variable.end(1) :]
        if after == "}" and variable.start() and reference[variable.start() - 1] == ":":
            return f"{before}{tag}{after}", ""
        if after == "}" and not variable.start():
            return f"{before}{_tagged(default, tag)}{after}", ""
    if "$" in reference:
        return "", "the image reference holds a placeholder"
    return _tagged(reference, tag), ""


def _tagged(reference: str, tag: str) -> str:
    folder, slash, name = reference.rpartition("/")
    return f"{folder}{slash}{name.partition(':')[0]}:{tag}"


def _required(module: str, version: str) -> tuple[str, str]:
    """``module v1.2.3`` as a Go module is required, with another version."""
    found = _MODULE.fullmatch(module)
    return (f"{found[1]}{version}", "") if found else ("", "it is not a Go module with its version")


_DEFAULT = pattern(r"\$\{[A-Za-z_]\w*:?-([^${}]*)", re.ASCII)
_MODULE = pattern(r"(\S+[ \t]+v)\d\S*", re.ASCII)
_PARTS = {"tag": ("image reference", _retagged), "module version": ("Go module", _required)}
