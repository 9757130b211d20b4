"""File-name patterns without sets."""

from __future__ import annotations


def matches(text: str, pattern: str) -> bool:
    """Whether all of ``text`` fits ``pattern``: ``*`` is any text, ``?`` any one code point, all else itself.

    Case counts. Takes at most about ``len(text) * len(pattern)`` steps.
    """
    at = place = 0
    star, resume = -1, 0
    while at < len(text):
        if place < len(pattern) and pattern[place] == "*":
            star, resume = place, at
            place += 1
        elif place < len(pattern) and pattern[place] in ("?", text[at]):
            at += 1
            place += 1
        elif star >= 0:
            # The last star takes one more; earlier ones never need to.
            resume += 1
            at, place = resume, star + 1
        else:
            return False
    return pattern.count("*", place) == len(pattern) - place
