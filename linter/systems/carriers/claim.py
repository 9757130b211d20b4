"""Whether a text may be such a file that holds a configuration, told by its name and bytes."""

from __future__ import annotations

from linter.pattern import pattern
from linter.system import Claim

# fixed bytes are searched for many times faster than the start of a line
_SIGNS = (b"write_files", b"AWSTemplateFormatVersion", b"Resources", b"instance_groups", b"- name", b"- hosts")
_CARRIER = pattern(
    rb"(?m)^(?:write_files|AWSTemplateFormatVersion|Resources|instance_groups)[ \t]*:"
    rb"|^[ \t]*- (?:name|hosts)[ \t]*:"
)
_JSON = pattern(rb"\"(?:AWSTemplateFormatVersion|Resources|containerDefinitions|taskDefinition)\"[ \t\r\n]*:")
_ESCAPED = pattern(rb"(?:\"|\\n)receivers[ \t]*:")
_CONFIG = pattern(rb"\n[ \t]+receivers[ \t]*:")
_PIPELINES = pattern(rb"\n[ \t]+pipelines[ \t]*:")


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for texts of these kinds in which a Collector's configuration stands further in; never a sure one."""
    if name.lower().endswith(".json"):
        return Claim("yaml") if _ESCAPED.search(data) and b"pipelines" in data and _JSON.search(data) else None
    if b"receivers" not in data or b"pipelines" not in data or not any(sign in data for sign in _SIGNS):
        return None
    if _CONFIG.search(data) and _PIPELINES.search(data) and _CARRIER.search(data):
        return Claim("yaml")
    return None
