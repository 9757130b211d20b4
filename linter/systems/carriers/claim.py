"""Whether a text may be such a file that holds a configuration, told by its name and bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.pattern import pattern
from linter.system import Claim

# Fixed bytes are searched for many times faster than the start of a line: what stands before them is looked at later.
_TOP = (b"write_files", b"AWSTemplateFormatVersion", b"Resources", b"instance_groups")
_ITEMS = (b"- name", b"- hosts")
_JSON = pattern(
    rb"\"(?:AWSTemplateFormatVersion|Resources|containerDefinitions|taskDefinition"
    rb"|resource|locals|module|Job)\"[ \t\r\n]*:"
)
_ESCAPED = pattern(rb"(?:\"|\\n)receivers[ \t]*:")
_COLON = pattern(rb"[ \t]*:")
_QUOTED_COLON = pattern(rb"[\"']?[ \t]*:")
_QUOTES = (b"'", b'"')
_STARTS = (b"\n", b"{", b",")
_YAML = (".yaml", ".yml")


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for texts in which a Collector's configuration stands further in; never a sure one.

    Those of no kind that is read are wanted under YAML's own names only, to be told of.
    """
    if name.lower().endswith(".json"):
        return Claim("yaml") if _ESCAPED.search(data) and b"pipelines" in data and _JSON.search(data) else None
    if b"receivers" not in data or b"pipelines" not in data or not (_carries(data) or _may_hold(name, data)):
        return None
    return Claim("yaml") if _indented(data, b"receivers") and _pipelines(data) else None


def _may_hold(name: str, data: bytes) -> bool:
    """Whether a YAML file that is no configuration itself has the sections of one further in."""
    if not name.lower().endswith(_YAML) or data.startswith(b"receivers") or b"\nreceivers" in data:
        return False
    return _indented(data, b"service")


def _carries(data: bytes) -> bool:
    """Whether one of the keys starts a line, or an item of a list on one."""
    if any(not before for sign in _TOP for before in _before(data, sign)):
        return True
    return any(not before.strip(b" \t") for sign in _ITEMS for before in _before(data, sign))


def _indented(data: bytes, key: bytes) -> bool:
    """Whether ``key`` stands first on an indented line, not the first of all."""
    return any(before[:1] == b"\n" and len(before) > 1 and not before.strip(b" \t\n") for before in _lines(data, key))


def _pipelines(data: bytes) -> bool:
    """Whether ``pipelines`` is a key, quoted or not, that starts a line or follows in a flow mapping."""
    found = _lines(data, b"pipelines", _QUOTED_COLON)
    return any((before[:-1] if before[-1:] in _QUOTES else before).rstrip(b" \t")[-1:] in _STARTS for before in found)


def _before(data: bytes, key: bytes) -> Iterator[bytes]:
    """What stands before ``key`` on each line where it is one."""
    return (before.removeprefix(b"\n") for before in _lines(data, key))


def _lines(data: bytes, key: bytes, colon: re.Pattern[bytes] = _COLON) -> Iterator[bytes]:
    """As ``_before``, with the line feed before the line; ``colon`` is what has to follow the key."""
    at = data.find(key)
    while at >= 0:
        if colon.match(data, at + len(key)):
            yield data[max(0, data.rfind(b"\n", 0, at)) : at]
        at = data.find(key, at + 1)
