"""Whether a text is a compose file, told by its name and bytes."""

from __future__ import annotations

import re

from linter.pattern import pattern
from linter.system import Claim

ENV = ".env"
"""The file beside a compose file that sets its variables."""

NAME = pattern(r"(?:docker-compose|compose)(?:[-._].*)?\.ya?ml|.+[-._](?:docker-)?compose\.ya?ml", re.IGNORECASE)

_SURE = pattern(r"(?:docker-compose(?:[-._].*)?|compose(?:\.override)?)\.ya?ml", re.IGNORECASE)
_SERVICES = pattern(rb"^services[ \t]*:", re.MULTILINE)
_RUNS = pattern(rb"(?:^[ \t]+|[{,][ \t]*)[\"']?(?:image|build)[\"']?[ \t]*:", re.MULTILINE)


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for files called as compose looks for them, and for texts with services that have an image or a build.

    Sure only for the names of compose itself.
    """
    if name == ENV:
        return Claim("text")
    if "compose" in name.lower() and NAME.fullmatch(name):
        return Claim("yaml", sure=_SURE.fullmatch(name) is not None)
    if b"services" in data and _SERVICES.search(data) and _RUNS.search(data):
        return Claim("yaml")
    return None
