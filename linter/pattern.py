"""Regular expressions that are compiled when they are first used.

Compiling them took a quarter of a short run, and one file needs few of the hundreds that the modules name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # to the type checker these are the standard ones
    from re import compile as pattern

    __all__ = ["pattern"]
else:

    class _Pattern:
        """Has the attributes of the compiled pattern, each from its first use on."""

        __slots__ = ("_given", "finditer", "fullmatch", "match", "search", "sub")

        def __init__(self, text: str | bytes, flags: int = 0) -> None:
            self._given = (text, flags)

        def __getattr__(self, name: str) -> Any:
            from re import compile as compiled

            found = getattr(compiled(*self._given), name)
            if name in _Pattern.__slots__:
                setattr(self, name, found)
            return found

    def pattern(text, flags=0):
        """``re.compile``, later."""
        return _Pattern(text, flags)
