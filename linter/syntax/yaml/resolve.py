"""What a scalar's text means to each reader of YAML.

``collector`` is go-yaml v3 decoding into ``any`` (go.yaml.in/yaml/v3, resolve.go), ``k8s`` is sigs.k8s.io/yaml,
which decodes with go-yaml v2, and ``core`` the core schema of YAML 1.2.
"""

from __future__ import annotations

from binascii import Error, a2b_base64
from math import isinf
from typing import Literal, TypeAlias

from linter.pattern import pattern

Dialect: TypeAlias = Literal["collector", "k8s", "core"]
Resolved: TypeAlias = "bool | int | float | str | None"

_YAML = "tag:yaml.org,2002:"
_WORDS: dict[str, Resolved] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
}
_SWITCHES: dict[str, Resolved] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "off", "Off", "OFF"), False),
}
_GO_INT = pattern(r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[oO]?([0-7]+)|0[bB]([01]+)|(0|[1-9][0-9]*))")
_GO_SIGNED = pattern(r"0(?:b([-+][01]+)|o([-+][0-7]+))")
_GO_FRACTION = pattern(r"\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?")
_CORE_INT = pattern(r"[-+]?[0-9]+|0o([0-7]+)|0x([0-9a-fA-F]+)")
_BASE64 = pattern(r"[A-Za-z0-9+/\r\n]*={0,2}[\r\n]*")
_FLOAT = pattern(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


def resolve(text: str, style: str, tag: str | None, dialect: Dialect) -> Resolved:
    """The value of a scalar with ``text``, written in ``style`` under ``tag``.

    Dates stay text: the Collector refuses them, Kubernetes reads text. So does a value that contradicts its tag, which
    every reader refuses.
    """
    if tag is None or (tag == "!" and dialect == "collector"):
        return text if style else _untagged(text, dialect)
    if not tag.startswith(_YAML):
        return text
    kind = tag[len(_YAML) :]
    if kind == "binary":
        return _binary(text)
    if kind not in _KINDS:
        return text
    value = _untagged(text, dialect)
    if kind == "float" and type(value) is int:
        return float(value)
    return value if type(value) is _KINDS[kind] else text


_KINDS: dict[str, type] = {"null": type(None), "bool": bool, "int": int, "float": float}


def _untagged(text: str, dialect: Dialect) -> Resolved:
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if dialect == "k8s" and first in "yYnNoO" and text in _SWITCHES:
        return _SWITCHES[text]
    if first not in "+-.0123456789":
        return text
    return _core_number(text) if dialect == "core" else _go_number(text, octal_signs=dialect == "collector")


def _core_number(text: str) -> Resolved:
    found = _CORE_INT.fullmatch(text)
    if found is not None:
        octal, hexadecimal = found.groups()
        return int(octal, 8) if octal else int(hexadecimal, 16) if hexadecimal else int(text)
    return float(text) if _FLOAT.fullmatch(text) else text


def _go_number(text: str, *, octal_signs: bool) -> Resolved:
    if text[0] == ".":
        return _float(text.replace("_", ""), text) if _GO_FRACTION.fullmatch(text) else text
    digits = text.replace("_", "")
    found = _GO_INT.fullmatch(digits)
    if found is not None:
        sign, hexadecimal, octal, binary, decimal = found.groups()
        number = (
            int(hexadecimal, 16)
            if hexadecimal
            else int(octal, 8)
            if octal
            else int(binary, 2)
            if binary
            else int(decimal)
        )
        # unsigned numbers have a bit more and no sign
        if number < 1 << 63 or (sign == "-" and number == 1 << 63) or (not sign and number < 1 << 64):
            return -number if sign == "-" else number
    if _FLOAT.fullmatch(digits):
        return _float(digits, text)
    odd = _GO_SIGNED.fullmatch(digits)
    if odd is not None and (odd.group(1) or octal_signs):
        return int(odd.group(1), 2) if odd.group(1) else int(odd.group(2), 8)
    return text


def _float(digits: str, text: str) -> Resolved:
    """Go takes a number that is too great for text."""
    number = float(digits)
    return text if isinf(number) else number


def _binary(text: str) -> str:
    try:
        return a2b_base64(text).decode("utf-8", "replace") if _BASE64.fullmatch(text) else text
    except Error:
        return text
