"""Names that are almost those of others: one slip of the hand, or other capitals and signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.pattern import pattern
from linter.record import NamedTuple

_TOKEN = pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SIGNS = pattern(r"[\W_]")
_DIGITS = pattern(r"\d")
_SHORTEST = 4
"""Letters of a word in which one slip is told from another word."""

_LONGEST = 200
"""Characters up to which a name is looked at letter by letter."""


class Similar(NamedTuple):
    """A known name; ``spelling`` is whether only capitals and signs differ."""

    name: str
    spelling: bool


class Namesakes:
    """Known names, found again by what they look like; asking takes as long as the name is."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)
        self._plain: dict[str, str] = {}
        self._cut: dict[str, list[str]] = {}
        for name in sorted(self._names):
            self._plain.setdefault(_plain(name), name)
            for cut in _cuts(name):
                self._cut.setdefault(cut, []).append(name)

    def to(self, name: str) -> Similar | None:
        """The known name that ``name`` may stand for; ``None`` where it is known itself, or like none."""
        if name in self._names or not name:
            return None
        spelled = self._plain.get(_plain(name))
        if spelled is not None:
            return Similar(spelled, True)
        for cut in _cuts(name):
            for known in self._cut.get(cut, ()):
                if _slip(name, known):
                    return Similar(known, False)
        return None


def _plain(name: str) -> str:
    return _SIGNS.sub("", name).lower()


def _cuts(name: str) -> Iterator[str]:
    """The name, and the name without each one of its characters."""
    yield name
    for index in range(len(name) if len(name) <= _LONGEST else 0):
        yield name[:index] + name[index + 1 :]


def _slip(one: str, other: str) -> bool:
    """Whether two names that differ in one place may be one: words of some length, no numbers, no plural."""
    if _DIGITS.sub("", one) == _DIGITS.sub("", other):
        return False
    left, right = _TOKEN.findall(one), _TOKEN.findall(other)
    if len(left) != len(right):
        return False
    differing = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    if len(differing) != 1:
        return False
    first, second = differing[0]
    plural = any(long in (f"{short}s", f"{short}es") for short, long in ((first, second), (second, first)))
    return (
        min(len(first), len(second)) >= _SHORTEST and not plural and str(first)[:1].lower() == str(second)[:1].lower()
    )
