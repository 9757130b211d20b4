"""Comments in which files address us, in every syntax that has comments."""

from __future__ import annotations

from collections.abc import Iterator

from linter.pattern import pattern
from linter.text.view import View

_LINE_COMMENT = pattern(r"(?m)^[ \t]*((?:#|!)[ \t]*deadpeer:[ \t]*(.*?)[ \t]*)$")
_XML_COMMENT = pattern(r"(?s)<!\[CDATA\[.*?\]\]>|<!--(.*?)-->")
_SLASHES = pattern(r"(//[ \t]*deadpeer:[ \t]*([^\r\n]*?)[ \t]*)(?=[\r\n]|\Z)")


def addressed(view: View, syntax: str) -> Iterator[tuple[int, int, str]]:
    """Comments that address us, as (start, end, text after ``deadpeer:``)."""
    if syntax == "yaml":
        from linter.syntax.yaml.comments import comments

        for start, end, text in comments(view):
            stripped = text.strip()
            if stripped.startswith("deadpeer:"):
                yield start, end, stripped[len("deadpeer:") :].strip()
    elif syntax == "xml":
        for found in _XML_COMMENT.finditer(view.text):
            words = (found[1] or "").strip()
            if words.startswith("deadpeer:"):
                yield found.start(), found.end(), " ".join(words[len("deadpeer:") :].split())
    else:
        line = _SLASHES if syntax in ("java", "kotlin") else _LINE_COMMENT
        for found in line.finditer(view.text):
            yield found.start(1), found.end(1), found[2].rstrip("\r")
