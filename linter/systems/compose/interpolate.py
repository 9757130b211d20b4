"""Variables in compose files. Source: docs.docker.com/reference/compose-file/interpolation."""

from __future__ import annotations

import re
from typing import NamedTuple

_VARIABLE = re.compile(r"\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(:?[-+?])?)", re.ASCII)


class Filled(NamedTuple):
    """A text with its defaults put in.

    ``holes`` are the spans of ``text`` that only the environment can fill, left as written; ``unset`` names the
    variables of which the defaults were taken.
    """

    text: str
    holes: tuple[tuple[int, int], ...] = ()
    unset: tuple[str, ...] = ()


def interpolate(text: str) -> Filled:
    """``text`` as compose reads it where no variable with a default is set."""
    if "$" not in text:
        return Filled(text)
    out = _Output()
    _fill(text, out)
    return Filled(out.text, tuple(out.holes), tuple(dict.fromkeys(out.unset)))


class _Output:
    """What has been put out so far."""

    def __init__(self) -> None:
        self.text = ""
        self.holes: list[tuple[int, int]] = []
        self.unset: list[str] = []

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
            out.hole(found.group())
        else:
            end = _closing(text, at)
            if found[4] in ("-", ":-"):
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
