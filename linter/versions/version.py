"""A version of a package, ordered within its scheme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Any, Literal, TypeAlias, get_args

from linter.versions import maven, semver

Scheme: TypeAlias = Literal["semver", "maven"]

_KEYS: Mapping[str, Callable[[str], Any]] = {"semver": semver.key, "maven": maven.key}


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Version:
    """A version as written (without a leading ``v`` in ``semver``) and its scheme; ``ValueError`` if it is none.

    Equal means equal in the scheme's order, not in spelling: ``1.0`` and ``1.0.0`` in ``maven``, builds of one release
    in ``semver``. Versions of two schemes are not equal and have no order: ``<`` raises ``TypeError``.
    """

    scheme: Scheme
    text: str
    _key: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        key = _KEYS[self.scheme](self.text)
        if key is None:
            raise ValueError(f"`{self.text}` is no version ({self.scheme})")
        object.__setattr__(self, "_key", key)
        if self.scheme == "semver":
            object.__setattr__(self, "text", self.text.removeprefix("v"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Version):
            return NotImplemented
        return self.scheme == other.scheme and bool(self._key == other._key)

    def __hash__(self) -> int:
        return hash((self.scheme, self._key))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Version) or self.scheme != other.scheme:
            return NotImplemented
        return bool(self._key < other._key)

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[Version], tuple[Scheme, str]]:
        return Version, (self.scheme, self.text)


def parse(scheme: Scheme, text: str) -> Version | None:
    """The version that ``text`` writes, or ``None`` where it is none in ``scheme``."""
    return None if _KEYS[scheme](text) is None else Version(scheme, text)


def scheme_called(name: str) -> Scheme | None:
    """The scheme called ``name``, as kinds of entities declare it."""
    return next((scheme for scheme in get_args(Scheme) if scheme == name), None)
