"""The scopes of what comes through dependencies.

Source: ``JavaScopeDeriver`` and ``JavaScopeSelector`` of Maven 3.8: a package has the widest of the scopes that its
ways give it, a direct one its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from linter.systems.maven.pom import Key

_WIDEST = ("compile", "runtime", "provided", "test")


class Scopes:
    """The ways by which the packages of one module come."""

    __slots__ = ("_direct", "_ways")

    def __init__(self, direct: Iterable[tuple[Key, str]]) -> None:
        self._direct = dict(direct)
        self._ways: dict[Key, list[tuple[Key, str, bool]]] = {}

    def add(self, by: Key, key: Key, scope: str, fixed: bool) -> None:
        """``by`` has ``key`` as a dependency with ``scope``, which is ``fixed`` where the module manages it."""
        self._ways.setdefault(key, []).append((by, scope, fixed))

    def of(self, key: Key) -> str:
        """The scope of a package; each way is taken once, so a circle ends."""
        pending = [(key, "")]
        found: set[str] = set()
        seen: set[tuple[Key, str]] = set()
        while pending:
            at, below = pending.pop()
            direct = self._direct.get(at)
            if direct is not None:
                found.add(_derived(direct, below) if below else direct)
                continue
            for by, scope, fixed in self._ways.get(at, ()):
                so_far = _derived(scope, below) if below else scope
                if fixed:
                    found.add(so_far)
                elif (by, so_far) not in seen:
                    seen.add((by, so_far))
                    pending.append((by, so_far))
        return next((scope for scope in _WIDEST if scope in found), "compile")


def _derived(parent: str, child: str) -> str:
    if child in ("system", "test"):
        return child
    if child in ("", "compile"):
        return parent
    if parent in ("test", "runtime"):
        return parent
    return "provided" if parent in ("system", "provided") else "runtime"
