"""Messages with expressions in them."""

from __future__ import annotations

from collections.abc import Mapping

from linter.expr.compile import compile  # noqa: A004
from linter.expr.error import ExprError
from linter.expr.program import Program
from linter.expr.render import text_of
from linter.expr.scope import Scope
from linter.expr.types import ExprType
from linter.facts.kinds import Kind
from linter.record import NamedTuple


class Hole(NamedTuple):
    """An expression in a template; ``start..end`` are the offsets of its text, without the braces."""

    program: Program
    start: int
    end: int


class Template:
    """A checked message; ``holes`` are its expressions in order."""

    __slots__ = ("_parts", "holes")

    def __init__(self, parts: tuple[str | Hole, ...]) -> None:
        self._parts = parts
        self.holes = tuple(part for part in parts if isinstance(part, Hole))

    def render(self, scope: Scope) -> str:
        """The message; ``text_of`` says how values look. Total, as ``Program.evaluate`` is."""
        return "".join(part if isinstance(part, str) else _shown(part.program, scope) for part in self._parts)


def _shown(program: Program, scope: Scope) -> str:
    found = program.evaluate(scope)
    return "set" if program.type.base == "block" and found is True else text_of(found)


def compile_template(text: str, names: Mapping[str, ExprType], kinds: Mapping[str, Kind]) -> Template:
    """Reads ``text`` with holes ``{expression}``; ``{{`` and ``}}`` are braces.

    Raises ``ExprError`` with offsets of ``text``.
    """
    parts: list[str | Hole] = []
    plain = ""
    at = 0
    while at < len(text):
        character = text[at]
        if character not in "{}":
            end = min((found for found in (text.find("{", at), text.find("}", at)) if found >= 0), default=len(text))
            plain += text[at:end]
            at = end
        elif text[at + 1 : at + 2] == character:
            plain += character
            at += 2
        elif character == "}":
            raise ExprError("a `}` without `{`: write `}}` for the character", at, at + 1)
        else:
            hole = _hole(text, at + 1, names, kinds)
            parts += (plain, hole)
            plain = ""
            at = hole.end + 1
    parts.append(plain)
    return Template(tuple(part for part in parts if part != ""))


def _hole(text: str, start: int, names: Mapping[str, ExprType], kinds: Mapping[str, Kind]) -> Hole:
    end = _closing(text, start)
    try:
        program = compile(text[start:end], names, kinds)
    except ExprError as error:
        raise ExprError(error.message, start + error.start, start + error.end) from error
    return Hole(program, start, end)


def _closing(text: str, start: int) -> int:
    """The offset of the ``}`` that ends the hole; braces within strings don't count."""
    at = start
    quote = ""
    while at < len(text):
        character = text[at]
        if quote:
            at += character == "\\"
            quote = "" if character == quote else quote
        elif character == "}":
            return at
        elif character in "'\"":
            quote = character
        at += 1
    raise ExprError("a `{` without `}`: write `{{` for the character", start - 1, start)
