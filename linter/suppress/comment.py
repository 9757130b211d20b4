"""A comment that asks for findings to be ignored."""

from __future__ import annotations

import re

from linter.pattern import pattern
from linter.record import dataclass
from linter.settings.ignores import is_day
from linter.system import Directive

HOW = "as in `deadpeer: ignore[ID] reason`"
_WORDS = ("ignore", "ignore-file")
_HEAD = pattern(r"([A-Za-z][\w-]*)\s*(\[)?")
_WHOLE = pattern(r"[\w-]+\s*\[([^\]]*)\]\s*(.*)", re.DOTALL)
# taken for a part of the reason, it would make an ignore hold for ever that somebody wanted to end
_MEANT_AS_UNTIL = pattern(r"(?i)\b(?:until|expires?)=|\buntil\s*[=:]?\s*\d{4}-\d")


@dataclass(frozen=True, slots=True)
class Comment:
    """``policies`` are ids or globs; ``until`` is a day as ``2027-01-31``, or empty."""

    whole_file: bool
    policies: tuple[str, ...]
    reason: str
    until: str


def read(directive: Directive) -> Comment | str | None:
    """The ignore that ``directive`` asks for, what is wrong with it, or ``None`` where it is about something else."""
    head = _HEAD.match(directive.text)
    if head is None:
        return None
    word, opened = head[1], head[2] is not None
    if word not in _WORDS:
        return _unknown(word) if opened else None
    whole = _WHOLE.fullmatch(directive.text)
    if whole is None:
        return f"`{word}` has to say which policies, {HOW}"
    ids = tuple(part.strip() for part in whole[1].split(","))
    if not all(ids):
        return f"`{word}[{whole[1]}]` names no policy, {HOW}"
    words = whole[2].split()
    given = [one for one in words if one.startswith("until=")]
    until = given[0].partition("=")[2] if given else ""
    if len(given) > 1 or (given and not is_day(until)):
        return "`until` is one day, as in `until=2027-01-31`"
    reason = " ".join(one for one in words if one not in given)
    if _MEANT_AS_UNTIL.search(reason):
        return "the last day is written as `until=2027-01-31`, without blanks"
    if not reason:
        return f"the comment has to say why {', '.join(ids)} is ignored, {HOW}"
    return Comment(word == "ignore-file", ids, reason, until)


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, _WORDS, n=1)
    return f"no comment is called `{word}[…]`" + (f" (did you mean `{near[0]}`?)" if near else f"; {HOW}")
