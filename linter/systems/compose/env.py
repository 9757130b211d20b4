"""Variables that a ``.env`` file sets.

Source: docs.docker.com/compose/how-tos/environment-variables/variable-interpolation.
"""

from __future__ import annotations

import re

from linter.facts.tree import Key, Map, Text
from linter.pattern import pattern
from linter.syntax.document import Document
from linter.syntax.node import Node, Scalar

_SETTING = pattern(
    r"(?m)^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*[=:][ \t]*"
    r"(?:'([^'\n]*)'|\"([^\"\\\n]*)\"|([^'\"\s#][^\n\r]*?|))(?=[ \t]+#|[ \t]*\r?$)",
    re.ASCII,
)


def variables(document: Document[Node]) -> Map:
    """The variables with one-line values that hold no variable themselves; the last of equal names counts.

    Values with escapes, and those that go on in the next line, are left out: what they come to isn't known.
    """
    text = document.root.text if isinstance(document.root, Scalar) else ""
    entries: list[Key] = []
    for found in _SETTING.finditer(text):
        group = next((index for index in (2, 3, 4) if found[index] is not None), 4)
        value = found[group]
        if "$" in value and group != 2:
            continue
        name_start, name_end = document.view.outer(*found.span(1))
        start, end = document.view.outer(*found.span(group))
        entries.append(Key(found[1], name_start, name_end, Text(document.ref, start, end, value, "'")))
    start, end = document.view.outer(0, len(text))
    return Map(document.ref, start, end, tuple(entries))
