"""Globs over paths, as settings hold them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re

_WILD = {"*": ".*?", "/": "(?:|.*?/)", "": ""}
"""What comes before a piece, by the last sign of what is written for it: any text, any folders, nothing."""


def covers(glob: str, path: str) -> bool:
    """Whether ``glob`` fits ``path``, or a folder that holds it.

    ``*`` crosses slashes, and ``**/`` is any folders or none, so that ``**/a`` fits ``a`` too. A slash at the end says
    nothing.
    """
    return glob == "*" or _compiled(glob).fullmatch(path) is not None


@lru_cache(maxsize=256)
def _compiled(glob: str) -> re.Pattern[str]:
    import re
    from fnmatch import translate

    # each piece ends with the end of the text, spelt as the release of Python spells it
    end = translate("").rpartition(")")[2]
    words = re.split(r"((?:^|(?<=/))(?:\*\*/)+|\*+)", "" if not glob else glob.rstrip("/") or "/")
    pieces = [
        _WILD[wild[-1:]] + translate(piece).removesuffix(end)
        for wild, piece in zip(["", *words[1::2]], words[::2], strict=True)
    ]
    # A piece stands where it first fits: what may follow it there is all that may follow it later. So there is nothing
    # to go back to, as in ``fnmatch``, and a glob of many stars takes no longer.
    fixed = [f"(?=(?P<g{at}>{piece}))(?P=g{at})" for at, piece in enumerate(pieces[:-1])]
    return re.compile("".join((*fixed, pieces[-1], "(?:/.*)?")), re.DOTALL)
