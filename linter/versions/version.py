"""A version of a package, ordered within its scheme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import total_ordering
from typing import Any, Literal, TypeAlias, get_args

from linter.versions import maven, semver

Scheme: TypeAlias = Literal["semver", "maven"]

_KEYS: Mapping[str, Callable[[str], Any]] = {"semver": semver.key, "maven": maven.key}


@total_ordering
class Version:
    """A version as written (without a leading ``v`` in ``semver``) and its scheme; ``ValueError`` if it is none.

    Equal means equal in the scheme's order, not in spelling: ``1.0`` and ``1.0.0`` in ``maven``, builds of one release
    in ``semver``. Versions of two schemes are not equal and have no order: ``<`` raises ``TypeError``.
    """

    __slots__ = ("_key", "scheme", "text")

    scheme: Scheme
    text: str
    _key: Any

    def __init__(self, scheme: Scheme, text: str) -> None:
        key = _KEYS[scheme](text)
        if key is None:
            raise ValueError(f"`{text}` is no version ({scheme})")
        put = object.__setattr__
        put(self, "scheme", scheme)
        put(self, "text", text.removeprefix("v") if scheme == "semver" else text)
        put(self, "_key", key)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a version is frozen")

    def __repr__(self) -> str:
        return f"Version({self.scheme!r}, {self.text!r})"

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
