"""Whether a text is a unit, a drop-in or an environment file, told by its name and bytes."""

from __future__ import annotations

from linter.pattern import pattern
from linter.system import Claim

UNIT = ".service"
DROPIN = ".conf"
VARIABLES = ("*.env", ".env", "*.environment", "*.default", "*.defaults", "*.sysconfig")
NAMES = ("*.service", "*.conf", *VARIABLES)

_SECTION = pattern(rb"(?m)^[ \t]*\[Service\][ \t]*\r?$")
_SAYS = pattern(rb"(?m)^[ \t]*(?:ExecStart|Environment|EnvironmentFile)[ \t]*=")
_VARIABLES = pattern(rb"(?:[ \t]*(?:[#;][^\n]*|[A-Za-z_]\w*[ \t]*=[^\n]*)?\n)+\Z")
_MOST = 65536
"""Environment files are short."""


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for units that run something, what may be a drop-in, and files of nothing but variables; none is sure."""
    lowered = name.lower()
    if lowered.endswith((UNIT, DROPIN)) and _SECTION.search(data):
        return Claim("text") if _SAYS.search(data) else None
    named = lowered.endswith(tuple(ending.lstrip("*") for ending in NAMES if ending != "*.service"))
    if named and len(data) <= _MOST and b"=" in data and _VARIABLES.match(data + b"\n"):
        return Claim("text")
    return None


def is_unit(path: str) -> bool:
    return path.endswith(UNIT)


def is_dropin(path: str) -> bool:
    """Whether it stands in the folder of a unit's drop-ins."""
    folder = path.rpartition("/")[0]
    return path.endswith(DROPIN) and folder.endswith(UNIT + ".d") and folder.rpartition("/")[2] != "service.d"


def unit_of(path: str) -> str:
    """The name of the unit that a drop-in belongs to."""
    return path.rpartition("/")[0].rpartition("/")[2].removesuffix(".d")
