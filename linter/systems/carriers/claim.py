"""Whether a text may be such a file that holds a configuration, told by its name and bytes."""

from __future__ import annotations

from collections.abc import Iterator

from linter.pattern import pattern
from linter.system import Claim

# Fixed bytes are searched for many times faster than the start of a line: what stands before them is looked at later.
_TOP = (b"write_files", b"AWSTemplateFormatVersion", b"Resources", b"instance_groups")
_ITEMS = (b"- name", b"- hosts")
_COLON = pattern(rb"[ \t]*:")
_JSON = pattern(
    rb"\"(?:AWSTemplateFormatVersion|Resources|containerDefinitions|taskDefinition"
    rb"|resource|locals|module|Job)\"[ \t\r\n]*:"
)
_ESCAPED = pattern(rb"(?:\"|\\n)receivers[ \t]*:")
_CONFIG = pattern(rb"\n[ \t]+receivers[ \t]*:")
_PIPELINES = pattern(rb"[\n{,][ \t]*[\"']?pipelines[\"']?[ \t]*:")
_SERVICE = pattern(rb"\n[ \t]+service[ \t]*:")
_YAML = (".yaml", ".yml")


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for texts in which a Collector's configuration stands further in; never a sure one.

    Those of no kind that is read are wanted under YAML's own names only, to be told of.
    """
    if name.lower().endswith(".json"):
        return Claim("yaml") if _ESCAPED.search(data) and b"pipelines" in data and _JSON.search(data) else None
    if b"receivers" not in data or b"pipelines" not in data or not (_carries(data) or _may_hold(name, data)):
        return None
    if _CONFIG.search(data) and _PIPELINES.search(data):
        return Claim("yaml")
    return None


def _may_hold(name: str, data: bytes) -> bool:
    """Whether a YAML file that is no configuration itself has the sections of one further in."""
    if not name.lower().endswith(_YAML) or data.startswith(b"receivers") or b"\nreceivers" in data:
        return False
    return _SERVICE.search(data) is not None


def _carries(data: bytes) -> bool:
    """Whether one of the keys starts a line, or an item of a list on one."""
    if any(not before for sign in _TOP for before in _before(data, sign)):
        return True
    return any(not before.strip(b" \t") for sign in _ITEMS for before in _before(data, sign))


def _before(data: bytes, key: bytes) -> Iterator[bytes]:
    """What stands before ``key`` on each line where it is one."""
    at = data.find(key)
    while at >= 0:
        if _COLON.match(data, at + len(key)):
            yield data[data.rfind(b"\n", 0, at) + 1 : at]
        at = data.find(key, at + 1)
