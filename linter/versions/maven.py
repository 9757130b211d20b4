"""Maven's version order.

A re-implementation, in our own words, of the algorithm of Maven's ``ComparableVersion`` (Apache License 2.0) as Maven
3.9 has it. ``tests/oracle/maven-versions.tsv`` holds Maven's own verdicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, total_ordering
from itertools import zip_longest
from typing import TypeAlias

from linter.pattern import pattern

# A numeral, a word, or a separator; the order's grammar knows nothing else.
_TOKEN = pattern(r"[0-9]+|[^0-9.\-]+|[.\-]")
_FORBIDDEN = pattern(r"[^!-~]|[\\/:\"<>|?*()\[\]{},$]")
_LONGEST = 200
_NO_VERSION = frozenset({"latest", "release"})

_QUALIFIERS = ("alpha", "beta", "milestone", "rc", "snapshot", "", "sp")
_RANKS = {word: str(rank) for rank, word in enumerate(_QUALIFIERS)}
_RELEASE = _RANKS[""]
_ALIASES = {"ga": "", "final": "", "release": "", "cr": "rc"}
_SORTS: Mapping[type, int] = {str: 0, tuple: 1, int: 2}
_SHORT = {"a": "alpha", "b": "beta", "m": "milestone"}

Item: TypeAlias = "int | str | tuple[Item, ...]"
"""A number, a word's rank, or a sublist."""


@total_ordering
class Key:
    """A version as Maven compares it.

    Hashable. The order is Maven's, also where Maven's has a cycle (``1-alpha`` < ``1`` < ``1.sp.1`` < ``1-alpha``);
    that needs a qualifier in the middle, and no released Dubbo version has one there.
    """

    __slots__ = ("items",)

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items

    def __eq__(self, other: object) -> bool:
        return self.items == other.items if isinstance(other, Key) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.items)

    def __lt__(self, other: Key) -> bool:
        return _compare(self.items, other.items) < 0


@lru_cache(maxsize=4096)
def key(text: str) -> Key | None:
    """The order key of ``text``, or ``None`` where it can't be one version.

    Maven orders any text. None here are: an expression (``${revision}``), a range (``[1,2)``), the words ``LATEST``
    and ``RELEASE`` (they stand for whatever is newest), characters that Maven refuses in a version
    (``DefaultModelValidator``), Gradle's ``2.7.+``, and texts that are empty, not ASCII or longer than 200.
    """
    if not text or len(text) > _LONGEST or _FORBIDDEN.search(text) or text.endswith("+"):
        return None
    lower = text.lower()
    return None if lower in _NO_VERSION else Key(_parse(lower))


def _parse(text: str) -> tuple[Item, ...]:
    """The nested list of ``text``: a dash, and a change between word and number, opens a sublist at the end."""
    open_lists: list[list[int | str]] = [[]]
    pieces = _TOKEN.findall(text)
    empty = True
    for piece, following in zip_longest(pieces, pieces[1:], fillvalue=""):
        if piece in ".-":
            if empty:
                open_lists[-1].append(0)
            if piece == "-":
                open_lists.append([])
            empty = True
            continue
        empty = False
        if piece.isdigit():
            open_lists[-1].append(int(piece))
            if following and following not in ".-":
                open_lists.append([])
            continue
        # A word at the end or before a number counts as if a dash stood before it: `1.0.x` is `1.0-x`.
        if open_lists[-1] and (not following or following.isdigit()):
            open_lists.append([])
        open_lists[-1].append(_rank(piece, before_number=following.isdigit()))
        if following.isdigit():
            open_lists.append([])
    result: tuple[Item, ...] = ()
    for part in reversed(open_lists):
        result = _normal(part, result)
    return result


def _normal(items: list[int | str], rest: tuple[Item, ...]) -> tuple[Item, ...]:
    """``items`` and the sublist ``rest``, without what means nothing at the end: zeros, releases, an empty list."""
    size = len(items)
    while size and items[size - 1] in (0, _RELEASE):
        size -= 1
    return (*items[:size], rest) if rest else tuple(items[:size])


def _rank(word: str, *, before_number: bool) -> str:
    """What words are compared by: known ones by their place in the list, unknown ones after them by letters."""
    if before_number:
        word = _SHORT.get(word, word)
    word = _ALIASES.get(word, word)
    return _RANKS.get(word) or f"{len(_QUALIFIERS)}-{word}"


def _compare(one: Item | None, other: Item | None) -> int:
    """Negative, zero or positive; ``None`` is the end of a list."""
    if one is None:
        return 0 if other is None else -_against_end(other)
    if other is None:
        return _against_end(one)
    if isinstance(one, tuple) and isinstance(other, tuple):
        for left, right in zip_longest(one, other):
            if found := _compare(left, right):
                return found
        return 0
    if isinstance(one, int) and isinstance(other, int):
        return (one > other) - (one < other)
    if isinstance(one, str) and isinstance(other, str):
        return (one > other) - (one < other)
    return _SORTS[type(one)] - _SORTS[type(other)]


def _against_end(item: Item) -> int:
    """How ``item`` compares with a version that ends here: ``1-rc`` comes before ``1``, ``1-sp`` after it."""
    if isinstance(item, tuple):
        return next((found for part in item if (found := _against_end(part))), 0)
    if isinstance(item, int):
        return int(item > 0)
    return (item > _RELEASE) - (item < _RELEASE)
