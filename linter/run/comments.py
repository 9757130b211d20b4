"""Comments in which files address us, in every syntax that has comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.pattern import pattern
from linter.syntax.commenting import SIGNS, SLASHES
from linter.text.view import View

_WE = "deadpeer:"
_XML_COMMENT = pattern(r"(?s)<!\[CDATA\[.*?\]\]>|<!--(.*?)-->")
# what is left open ends with its line or with the text, so that no start of it is tried twice
_SLASHES = pattern(
    r"""\"\"\"(?:[^"\\]|\\[\s\S]|"(?!""))*(?:\"\"\"|\Z)|'''(?:[^'\\]|\\[\s\S]|'(?!''))*(?:'''|\Z)
| "(?:[^"\\\r\n]|\\[^\r\n])*"?|'(?:[^'\\\r\n]|\\[^\r\n])*'?
| //(?P<line>[^\r\n]*)|/\*(?P<block>[\s\S]*?)(?:\*/|\Z)
""",
    re.VERBOSE,
)
_TOML = pattern(
    r"""\"\"\"(?:[^"\\]|\\[\s\S]|"(?!""))*(?:\"\"\"|\Z)|'''[\s\S]*?(?:'''|\Z)
| "(?:[^"\\\r\n]|\\[^\r\n])*"?|'[^'\r\n]*'?
| \#(?P<line>[^\r\n]*)
""",
    re.VERBOSE,
)
_STARS = pattern(r"(?m)^\s*\*+")


def addressed(view: View, syntax: str) -> Iterator[tuple[int, int, str]]:
    """Comments that address us, as (start, end, text after ``deadpeer:``)."""
    if syntax == "yaml":
        from linter.syntax.yaml.comments import comments

        found = comments(view)
    elif syntax == "xml":
        found = ((one.start(), one.end(), " ".join((one[1] or "").split())) for one in _XML_COMMENT.finditer(view.text))
    elif syntax in SLASHES or syntax == "toml":
        found = _among_strings(view.text, _TOML if syntax == "toml" else _SLASHES)
    else:
        found = _lines(view.text, SIGNS.get(syntax, "#"))
    for start, end, text in found:
        words = text.strip()
        if words.startswith(_WE):
            yield start, end, words.removeprefix(_WE).strip()


def _lines(text: str, signs: str) -> Iterator[tuple[int, int, str]]:
    """Comments that are all of their line."""
    for found in re.finditer(rf"(?m)^[ \t]*([{signs}]([^\r\n]*))", text):
        yield found.start(1), found.start(1) + len(found[1].rstrip()), found[2]


def _among_strings(text: str, tokens: re.Pattern[str]) -> Iterator[tuple[int, int, str]]:
    """Comments that may stand behind something else, if they are not within a string."""
    for found in tokens.finditer(text):
        if found.lastgroup == "line":
            yield found.start(), found.start() + len(found[0].rstrip()), found["line"]
        elif found.lastgroup == "block":
            yield found.start(), found.end(), " ".join(_STARS.sub("", found["block"]).split())
