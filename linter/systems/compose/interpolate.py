"""Variables in compose files. Source: docs.docker.com/reference/compose-file/interpolation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from linter.pattern import pattern
from linter.record import NOTHING, NamedTuple

_VARIABLE = pattern(r"\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(:?[-+?])?)", re.ASCII)


class Filled(NamedTuple):
    """A text with its variables put in.

    ``holes`` are the spans of ``text`` that only the environment can fill, left as written; ``unset`` names the
    variables of which the defaults were taken, ``read`` those that a file gave.
    """

    text: str
    holes: tuple[tuple[int, int], ...] = ()
    unset: tuple[str, ...] = ()
    read: tuple[str, ...] = ()

    @property
    def assumed(self) -> bool:
        """Whether the environment may say otherwise."""
        return bool(self.unset or self.read)


def interpolate(text: str, given: Mapping[str, str] = NOTHING) -> Filled:
    """``text`` as compose reads it where the environment sets no variable; ``given`` has those that a file sets."""
    if "$" not in text:
        return Filled(text)
    out = _Output(given)
    _fill(text, out)
    return Filled(out.text, tuple(out.holes), tuple(dict.fromkeys(out.unset)), tuple(dict.fromkeys(out.read)))


class _Output:
    """What has been put out so far."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self.given = given
        self.text = ""
        self.holes: list[tuple[int, int]] = []
        self.unset: list[str] = []
        self.read: list[str] = []

    def take(self, name: str, operator: str = "") -> bool:
        """Puts out what a file sets for ``name``; false where it sets nothing that ``operator`` takes."""
        value = self.given.get(name)
        if value is None or (not value and operator.startswith(":")) or operator.endswith("+"):
            return False
        self.read.append(name)
        self.text += value
        return True

    def hole(self, text: str) -> None:
        self.holes.append((len(self.text), len(self.text) + len(text)))
        self.text += text


def _fill(text: str, out: _Output) -> None:
    at = 0
    while True:
        found = _VARIABLE.search(text, at)
        if found is None:
            out.text += text[at:]
            return
        out.text += text[at : found.start()]
        at = found.end()
        if found[1]:
            out.text += "$"
        elif found[2]:
            if not out.take(found[2]):
                out.hole(found.group())
        else:
            end = _closing(text, at)
            if out.take(found[3], found[4] or ""):
                pass
            elif found[4] in ("-", ":-"):
                out.unset.append(found[3])
                _fill(text[at:end], out)
            else:
                out.hole(text[found.start() : end + 1])
            at = end + 1


def _closing(text: str, at: int) -> int:
    """Where the brace opened before ``at`` closes; the end where it never does."""
    depth = 1
    while at < len(text):
        depth += (text[at] == "{") - (text[at] == "}")
        if not depth:
            return at
        at += 1
    return at
