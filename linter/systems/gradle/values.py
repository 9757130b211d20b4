"""What the expressions of one project stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from linter.facts.tree import Seq, Text, Tree
from linter.facts.value import Evidence, Unknown
from linter.pattern import pattern
from linter.record import replace
from linter.systems.gradle.answer import Answer, literal, locked
from linter.systems.gradle.lexer import flat, inside, is_name, is_op, is_string, split
from linter.systems.gradle.script import Words

Lookup: TypeAlias = "Callable[[str], Answer | None]"
"""The value of a name, as ``a.b``; ``None`` where nothing defines it."""

_HOLE = pattern(r"\$\{([^{}]*)\}|\$([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")
_ASKED = pattern(
    r"(?:[\w.]*\.)?(?:property|findProperty|gradleProperty|getProperty|get|getAt|extra|ext|properties)"
    r"[(\[]\s*[\"']([\w.-]+)[\"']\s*[)\]]"
)
_INDEX = pattern(r"\[\s*[\"']([\w.-]+)[\"']\s*\]")
_CHAIN = pattern(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*")
_SUFFIX = pattern(r"(?:\.(?:get|toString|trim)\(\)|!!|\s+as\s+\w+|\?:?.*$)+$")
_OWNER = pattern(r"^(?:(?:project|rootProject|this|parent|ext|extra|gradle)\.)+")
_LONGEST = 500
_LISTS = ("listOf", "arrayOf", "setOf", "mutableListOf", "arrayListOf")


def written(tree: Tree) -> str:
    """Words as text again, to be named and matched."""
    if is_string(tree) and isinstance(tree, Text):
        return f"{tree.style}{tree.text}{tree.style}"
    if isinstance(tree, Text):
        return tree.text
    if isinstance(tree, Seq):
        return "".join(map(written, tree.items))
    content = inside(tree) or ()
    opening = tree.entries[0].key if tree.entries else "("
    return opening + "".join(map(written, content)) + {"(": ")", "[": "]", "{": "}"}.get(opening, "")


def key_of(expression: str) -> str | None:
    """The name that an expression asks for: ``versions.x`` for ``rootProject.ext.versions["x"]``."""
    text = _SUFFIX.sub("", expression.strip()).strip()
    asked = _ASKED.fullmatch(text)
    if asked is not None:
        return asked[1]
    text = _OWNER.sub("", _INDEX.sub(r".\1", text))
    return text.lstrip(".") if _CHAIN.fullmatch(text.lstrip(".")) else None


def elements(words: Words) -> list[Words] | None:
    """The pieces of a list that is written out: ``[a, b]``, ``listOf(a, b)``; ``None`` for anything else."""
    if len(words) == 2 and is_name(words[0], *_LISTS) and inside(words[1], "(") is not None:
        return list(split(flat(words[1])))
    if len(words) != 1 or inside(words[0], "[") is None:
        return None
    inner = flat(words[0])
    return None if any(is_op(word, ":") for word in inner) else list(split(inner))


class Values:
    """Evaluates words with a project's names."""

    __slots__ = ("_lookup",)

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    def read(self, words: Words) -> Answer:
        """The text that ``words`` stand for."""
        return joined(self.pieces(words))

    def pieces(self, words: Words) -> list[Answer]:
        """The same in pieces, each with its own place: ``"g:a:$v"`` has two."""
        if len(words) == 1 and inside(words[0], "(") is not None:
            inner = inside(words[0], "(") or ()
            words = tuple(word for one in inner for word in (one.items if isinstance(one, Seq) else (one,)))
        found: list[Answer] = []
        for operand in split(words, "+"):
            first = operand[0]
            if is_string(first) and isinstance(first, Text) and _plain_end(operand):
                found += self._string(first)
            else:
                found += self._expression("".join(map(written, operand)))
        return found

    def _string(self, text: Text) -> list[Answer]:
        if text.style == "'" or "$" not in text.text:
            return [literal(text.doc, text.start, text.end, text.text)]
        found: list[Answer] = []
        at = 0
        for hole in _HOLE.finditer(text.text):
            if hole.start() > at:
                piece = text.text[at : hole.start()]
                found.append(literal(text.doc, text.start + at, text.start + hole.start(), piece))
            found += self._expression(hole[1] or hole[2])
            at = hole.end()
        if at < len(text.text):
            found.append(literal(text.doc, text.start + at, text.end, text.text[at:]))
        return found

    def _expression(self, expression: str) -> Sequence[Answer]:
        if expression[:1] in ("'", '"') and expression[:1] == expression[-1:] and len(expression) > 1:
            return (Answer(expression[1:-1]),)
        key = key_of(expression)
        if key is None:
            return (Answer(Unknown(f"`{expression[:60]}` is code, which is not run")),)
        found = self._lookup(key)
        if found is None:
            return (Answer(Unknown(f"`{key}` is set in none of the files")),)
        return found.pieces or (found,)


def _plain_end(operand: Words) -> bool:
    return len(operand) == 1 or (is_op(operand[1], ".") and len(operand) <= 4)


def joined(pieces: Sequence[Answer]) -> Answer:
    """Several pieces as one text; no single place decides it unless there is one piece."""
    if len(pieces) == 1:
        return pieces[0]
    texts: list[str] = []
    evidence: list[Evidence] = []
    for piece in pieces:
        if isinstance(piece.text, Unknown):
            return replace(piece, slot=None)
        texts.append(piece.text)
        evidence += piece.evidence
    slot = next((piece.slot for piece in pieces if piece.slot is not None), None)
    if slot is not None:
        slot = replace(slot, locked="it is put together from several places")
    text = "".join(texts)
    if len(text) > _LONGEST or not texts:
        return Answer(Unknown("nothing is written" if not texts else "it is longer than any name"))
    return Answer(text, slot, tuple(evidence), "substituted", tuple(pieces))


def parted(pieces: Sequence[Answer], by: str = ":") -> list[list[Answer]]:
    """Pieces parted at a character of their texts: a notation's group, name and version."""
    parts: list[list[Answer]] = [[]]
    for piece in pieces:
        if isinstance(piece.text, Unknown) or by not in piece.text:
            if piece.text != "":
                parts[-1].append(piece)
            continue
        at = 0
        for index, one in enumerate(piece.text.split(by)):
            if index:
                parts.append([])
            if one:
                parts[-1].append(_part(piece, at, one))
            at += len(one) + len(by)
    return parts


def _part(piece: Answer, at: int, text: str) -> Answer:
    """``text``, which stands ``at`` that many characters into a piece."""
    slot = piece.slot
    if slot is None or not isinstance(piece.text, str):
        return replace(piece, text=text)
    place = slot.place
    if len(slot.route) != 2 or place.end - place.start != len(piece.text):
        return replace(locked(piece, "it is a part of a longer text"), text=text)
    start = place.start + at
    found = literal(place.doc, start, start + len(text), text)
    return replace(piece, text=text, slot=replace(found.slot, locked=slot.locked) if found.slot is not None else None)
