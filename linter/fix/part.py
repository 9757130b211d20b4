"""Changes that leave a part of a scalar as it is: its quotes, or all of an image reference but the tag."""

from __future__ import annotations

import re
from typing import Any, get_args

from linter.fix.locate import node_at
from linter.syntax.document import Document, Route
from linter.syntax.node import Scalar

_WORD = re.compile(r"[\w.+-]+")


def whole(document: Document[Any], route: Route, part: str, to: str) -> tuple[str, str]:
    """The scalar at ``route`` as it must be written so that its ``part`` is ``to``, and why that can't be done.

    One of the two is empty.
    """
    if part != "tag":
        return "", f"the {part} of a value can't be changed on its own"
    node = node_at(document.root, route)
    if not isinstance(node, Scalar):
        return "", "the image reference is not written there as a plain value"
    if node.style not in ("", "'", '"'):
        return "", "the image reference is a block scalar"
    reference = retagged(node.text, to)
    if not reference:
        return "", "the image is pinned by its digest, which a new tag would not change"
    return node.style + reference + node.style, ""


def quoted(document: Document[Any], route: Route, to: str) -> str:
    """``to`` in the quotes that the scalar at ``route`` has, where it is the same text in them to every reader."""
    if document.ref.syntax != "yaml" or _WORD.fullmatch(to) is None:
        return to
    node = node_at(document.root, route)
    if not isinstance(node, Scalar) or node.style not in ("'", '"'):
        return to
    from linter.syntax.yaml.resolve import Dialect, resolve

    plain = all(resolve(to, "", None, dialect) == to for dialect in get_args(Dialect))
    return node.style + to + node.style if plain else to


def retagged(reference: str, tag: str) -> str:
    """The image ``reference`` with ``tag``, ``""`` where a digest decides instead."""
    if "@" in reference:
        return ""
    folder, slash, name = reference.rpartition("/")
    return f"{folder}{slash}{name.partition(':')[0]}:{tag}"
