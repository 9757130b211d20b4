"""Numbers and strings as CEL writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isinf

from linter.expr.error import ExprError
from linter.expr.lexer import Token
from linter.pattern import pattern

LIMIT = 2**63
"""Integers lie in ``-LIMIT..LIMIT - 1``, as in CEL."""

_ESCAPE = pattern(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))", re.DOTALL)
_CONTROL: Mapping[str, str] = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
    "\\": "\\", "'": "'", '"': '"', "`": "`", "?": "?",
}  # fmt: skip


def number(token: Token, *, negative: bool = False) -> int | float:
    """The value of an ``int`` or ``float`` token; raises ``ExprError`` where it is too large."""
    found: int | float
    if token.kind == "float":
        found = float(token.text)
        if isinf(found):
            raise ExprError("the number is too large", token.start, token.end)
    else:
        hexadecimal = token.text[:2] in ("0x", "0X")
        digits = token.text[2:] if hexadecimal else token.text
        # Python refuses to read thousands of digits.
        found = LIMIT + 1 if len(digits.lstrip("0")) > 19 else int(digits, 16 if hexadecimal else 10)
        if found > LIMIT - (not negative):
            raise ExprError("the number is too large", token.start, token.end)
    return -found if negative else found


def string(token: Token) -> str:
    """The text of a ``string`` token; raises ``ExprError`` at an escape that CEL doesn't have."""
    written = token.text
    if written[0] in "rR":
        return written[2:-1]
    body = written[1:-1]
    if "\\" not in body:
        return body

    def plain(found: re.Match[str]) -> str:
        start = token.start + 1 + found.start()
        code = next(
            (int(digits, base) for digits, base in zip(found.groups(), (16, 16, 16, 8), strict=False) if digits), None
        )
        if code is None:
            if found[5] not in _CONTROL:
                raise ExprError(f"`{found.group()}` is no escape", start, start + len(found.group()))
            return _CONTROL[found[5]]
        if code > 0x10FFFF or 0xD800 <= code < 0xE000:
            raise ExprError(f"`{found.group()}` is no character", start, start + len(found.group()))
        return chr(code)

    return _ESCAPE.sub(plain, body)
