"""Keys and values as a properties file must spell them."""

from __future__ import annotations

from linter.text.source import Source

_NAMED = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f"}


class Alphabet:
    r"""Which characters the file spells out and which it needs as ``\uXXXX``.

    ``Properties.load`` reads a stream as ISO-8859-1, other readers take UTF-8. So everything outside ASCII is escaped,
    which all of them read alike, unless the file itself already holds such characters in a Unicode encoding.
    """

    __slots__ = ("_spelled",)

    def __init__(self, source: Source) -> None:
        self._spelled = source.encoding.startswith("utf") and not source.text.isascii()

    def spell(self, character: str) -> str:
        if character in _NAMED:
            return _NAMED[character]
        if " " <= character <= "~" or (self._spelled and character.isprintable()):
            return character
        units = character.encode("utf-16-be", "surrogatepass")
        return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def escape_key(key: str, alphabet: Alphabet) -> str:
    """``key`` with its separators and comment signs escaped."""
    spelled = "".join(f"\\{one}" if one in " =:" else alphabet.spell(one) for one in key)
    return f"\\{spelled}" if spelled.startswith(("#", "!")) else spelled


def escape_value(value: str, alphabet: Alphabet, bare: bool = False) -> str:
    """``value`` with its first blank escaped; ``bare`` if white space alone separates it from its key."""
    spelled = "".join(map(alphabet.spell, value))
    return f"\\{spelled}" if spelled.startswith((" ", "=", ":") if bare else " ") else spelled
