"""An expression's text as tokens."""

from __future__ import annotations

import re
from collections.abc import Mapping

from linter.expr.error import ExprError
from linter.pattern import pattern
from linter.record import NamedTuple

_PATTERN = pattern(
    r"""(?P<space>[ \t\r\n\f]+|//[^\n]*)
    |(?P<string>[rR](?:'[^'\n\r]*'|"[^"\n\r]*")|'(?:[^'\\\n\r]|\\[^\n\r])*'|"(?:[^"\\\n\r]|\\[^\n\r])*")
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<float>(?:[0-9]+\.[0-9]+|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)
    |(?P<int>0[xX][0-9a-fA-F]+|[0-9]+)
    |(?P<sign>&&|\|\||[=!<>]=|[-+*/%<>!?:.,()\[\]])
    |(?P<bad>.)""",
    re.VERBOSE | re.DOTALL,
)
_HINTS: Mapping[str, str] = {
    "=": "`=` is no operator: write `==`",
    "&": "`&` is no operator: write `&&`",
    "|": "`|` is no operator: write `||`",
    "{": "there are no maps here",
}
_AFTER_NUMBER = pattern(r"(?P<version>(?:\.[0-9]+)+)|(?P<unit>(?:ns|us|µs|ms|s|m|h)\b)|(?P<rest>\w+)")


class Token(NamedTuple):
    """``kind`` is ``name``, ``int``, ``float``, ``string``, ``end``, or the sign or keyword (``in``) itself."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The tokens of ``text``, the last of them ``end``; raises ``ExprError``."""
    found: list[Token] = []
    for here in _PATTERN.finditer(text):
        kind = here.lastgroup
        if kind == "space":
            continue
        written = here.group()
        start, end = here.span()
        if kind == "sign" or written == "in":
            kind = written
        elif kind == "bad":
            raise _unreadable(text, start)
        elif kind in ("int", "float"):
            _check_number(text, start, end)
        found.append(Token(kind or "", written, start, end))
    found.append(Token("end", "", len(text), len(text)))
    return found


def _unreadable(text: str, at: int) -> ExprError:
    character = text[at]
    if character in "'\"":
        return ExprError("the string doesn't end", at, len(text))
    return ExprError(_HINTS.get(character, f"unexpected `{character}`"), at, at + 1)


def _check_number(text: str, start: int, end: int) -> None:
    """``10s`` and ``0.97.0`` are one word to their author."""
    after = _AFTER_NUMBER.match(text, end)
    if after is None:
        return
    whole = text[start : after.end()]
    if after["version"]:
        message = f"a version is written in quotes: `'{whole}'`"
    elif after["unit"]:
        message = f"a duration is written `duration('{whole}')`"
    else:
        message = f"`{whole}` is no number"
    raise ExprError(message, start, after.end())
