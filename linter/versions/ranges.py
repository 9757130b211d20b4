"""Which versions are meant: bounds as OSV states them, and ranges as policies write them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping

from linter.pattern import pattern
from linter.record import dataclass
from linter.versions.version import Scheme, Version, parse

_TERM = pattern(r"\s*(>=|<=|==|!=|>|<)?\s*([^\s,|<>=!]*)\s*")
_OPERATORS: Mapping[str, Callable[[Version, Version], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}


class RangeError(ValueError):
    """A range or a bound that can't be read; ``start..end`` are offsets of its text."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class Term:
    """One comparison with a fixed version, such as ``>=0.95.0``."""

    operator: str
    version: Version


@dataclass(frozen=True, slots=True)
class Range:
    """A set of versions: it holds a version if all terms of one of its alternatives do."""

    text: str
    alternatives: tuple[tuple[Term, ...], ...]

    @classmethod
    def parse(cls, scheme: Scheme, text: str) -> Range:
        """Reads ``>=a,<b`` (a comma is "and"), ``==a``, ``!=a`` and `` || `` ("or"); raises ``RangeError``.

        Every term has an operator: a bare version could mean "exactly" or "at least".
        """
        alternatives: list[tuple[Term, ...]] = []
        at = 0
        for part in text.split("||"):
            alternatives.append(tuple(_terms(scheme, text, at, at + len(part))))
            at += len(part) + 2
        return cls(text, tuple(alternatives))

    def contains(self, version: Version) -> bool:
        """Whether ``version`` is meant; a version of another scheme is a ``TypeError``."""
        return any(
            all(_OPERATORS[term.operator](version, term.version) for term in terms) for terms in self.alternatives
        )


def _terms(scheme: Scheme, text: str, start: int, end: int) -> Iterator[Term]:
    at = start
    while True:
        stop = text.find(",", at, end)
        stop = end if stop < 0 else stop
        yield _term(scheme, text, at, stop)
        if stop == end:
            return
        at = stop + 1


def _term(scheme: Scheme, text: str, start: int, end: int) -> Term:
    found = _TERM.fullmatch(text, start, end)
    if found is None:
        raise RangeError(f"`{text[start:end].strip()}` is no comparison with a version", start, end)
    sign, written = found.groups()
    if not written:
        raise RangeError("a version is missing here", start, end)
    if sign is None:
        raise RangeError(f"an operator is missing: write `=={written}` or `>={written}`", *found.span(2))
    version = parse(scheme, written)
    if version is None:
        raise RangeError(f"`{written}` is no version ({scheme})", *found.span(2))
    return Term(sign, version)


def affects(
    version: Version,
    introduced: str | None = None,
    fixed: str | None = None,
    last_affected: str | None = None,
    versions: Collection[str] = (),
    except_: Collection[str] = (),
) -> bool:
    """Whether ``version`` lies within the bounds or is one of ``versions``, and is not one of ``except_``.

    The words are OSV's (https://ossf.github.io/osv-schema/): ``introduced`` is inclusive and ``"0"`` comes before every
    version, as does an ``introduced`` that is left out beside another bound; ``fixed`` is exclusive and
    ``last_affected`` inclusive. Without any bound only ``versions`` count. All bounds are of the version's scheme, else
    ``RangeError``.
    """
    listed = _listed(version, versions)
    excluded = _listed(version, except_)
    lower = None if introduced in (None, "0") else _bound(version.scheme, introduced)
    upper = None if fixed is None else _bound(version.scheme, fixed)
    last = None if last_affected is None else _bound(version.scheme, last_affected)
    inside = (
        (introduced, fixed, last_affected) != (None, None, None)
        and (lower is None or version >= lower)
        and (upper is None or version < upper)
        and (last is None or version <= last)
    )
    return (inside or listed) and not excluded


def _listed(version: Version, texts: Collection[str]) -> bool:
    return version in [_bound(version.scheme, text) for text in texts]


def _bound(scheme: Scheme, text: str) -> Version:
    found = parse(scheme, text)
    if found is None:
        raise RangeError(f"`{text}` is no version ({scheme})", 0, len(text))
    return found
