"""Blocks of dependencies, and those of the plugin for dependency management."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linter.facts.tree import Text, Tree
from linter.systems.gradle.lexer import flat, inside, is_name, is_op, is_string, split, words
from linter.systems.gradle.loops import runs, statement_of, taken_apart
from linter.systems.gradle.script import OWN, Declared, Script, Words

_PLATFORMS = {"platform": "platform", "enforcedPlatform": "enforced"}
_OTHER = ("modules", "components", "artifactTypes", "attributesSchema", "println", "exclude", "because")
_CONDITIONS = ("if", "else", "try", "catch", "finally")


class Dependencies:
    """Takes blocks apart into ``script.declared``."""

    def __init__(self, script: Script, assigned: Callable[[Words, Words, str, str], None]) -> None:
        self._script = script
        self._assigned = assigned

    def block(self, body: Words, target: str, doubt: str) -> None:
        self._block(body, "dependency", target, doubt)

    def _block(self, body: Words, how: str, target: str, doubt: str) -> None:
        for statement in body:
            items = words(statement)
            content = inside(items[-1], "{")
            head = items[0]
            if is_name(head, "constraints") and content is not None:
                self._block(content, "constraint", target, doubt)
            elif is_name(head, *_CONDITIONS):
                self._conditional(items, content, how, target, doubt)
            elif content is not None and runs(items):
                for inner, sure in taken_apart(items, content):
                    why = "" if sure else f"code decides, in {self._script.path}"
                    self._block((inner,), how, target, doubt or why)
            elif is_name(head) and any(is_op(item, "=") for item in items):
                equals = next(at for at, item in enumerate(items) if is_op(item, "="))
                self._assigned(items[:equals], items[equals + 1 :], target, doubt)
            elif is_name(head, *_OTHER) or len(items) < 2:
                continue
            else:
                self._line(items, content, how, target, doubt)

    def _conditional(self, items: Words, content: Words | None, how: str, target: str, doubt: str) -> None:
        """``if (x) { … }``, and the same with one statement and no brackets."""
        rest = items[2:] if is_name(items[0], "if") else items[1:]
        if content is None and len(rest) > 1:
            content = (statement_of(rest),)
        self._block(content or (), how, target, doubt or f"a condition decides, in {self._script.path}")

    def _line(self, items: Words, content: Words | None, how: str, target: str, doubt: str) -> None:
        head = items[0]
        rest = items[1:-1] if content is not None else items[1:]
        if not isinstance(head, Text) or not (is_name(head) or is_string(head)):
            return
        if rest and (is_op(rest[0], "=") or is_op(rest[0], ".")):
            return
        if len(rest) == 1 and inside(rest[0], "(") is not None:
            rest = flat(rest[0])
        configuration = head.text
        pieces = list(split(rest))
        if configuration == "add" and len(pieces) > 1 and isinstance(pieces[0][0], Text):
            configuration, rest = pieces[0][0].text, rest[2:]
            pieces = pieces[1:]
        if len(pieces) > 1 and (all(map(_is_field, pieces)) or _is_positional(pieces)):
            pieces = [rest]
        for piece in pieces:
            self._one(configuration, piece, content or (), how, target, doubt)

    def _one(self, configuration: str, piece: Words, block: Words, how: str, target: str, doubt: str) -> None:
        if inside(piece[0], "[") is not None:
            inner = flat(piece[0])
            if not any(is_op(word, ":") for word in inner):
                for one in split(inner):
                    self._one(configuration, one, block, how, target, doubt)
                return
            piece = inner
        while is_name(piece[0]) and isinstance(piece[0], Text) and piece[0].text in _PLATFORMS and len(piece) > 1:
            how = _PLATFORMS[piece[0].text]
            piece = flat(piece[1]) if inside(piece[1], "(") is not None else piece[1:]
            if not piece:
                return
        if len(piece) > 3 and is_name(piece[-2], "create") and is_name(piece[-4], "dependencies"):
            piece = flat(piece[-1]) or piece
        inner = flat(piece[1]) if len(piece) > 1 and is_name(piece[0], "project") else ()
        at = next((word for word in (*inner, *piece) if is_string(word)), piece[0])
        self._script.declared.append(Declared(how, configuration, piece, block, at.place, target, doubt))

    def forced(self, rest: Words, target: str = OWN) -> None:
        """``force 'g:a:v', 'h:b:w'``."""
        if len(rest) == 1 and inside(rest[0], "(") is not None:
            rest = flat(rest[0])
        for piece in split(tuple(word for word in rest if not is_op(word, "="))):
            self._one("", piece, (), "force", target, "")

    def plugin(self, body: Words, target: str, doubt: str) -> None:
        """``imports { mavenBom … }`` and ``dependencies { dependency … }``."""
        for statement in body:
            items = words(statement)
            content = inside(items[-1], "{")
            if content is None or not is_name(items[0]):
                continue
            if is_name(items[0], "imports"):
                self._managed(content, ("mavenBom",), "bom", target, doubt)
            elif is_name(items[0], "dependencies"):
                self._managed(content, ("dependency",), "managed", target, doubt)

    def _managed(self, body: Words, names: Sequence[str], how: str, target: str, doubt: str) -> None:
        for statement in body:
            items = words(statement)
            content = inside(items[-1], "{")
            rest = items[1:-1] if content is not None else items[1:]
            if is_name(items[0], *names) and rest:
                piece = flat(rest[0]) if inside(rest[0], "(") is not None else rest
                if piece:
                    self._one("", piece, content or (), how, target, doubt)


def _is_field(piece: Words) -> bool:
    """``group: 'g'`` or ``group = "g"``."""
    return len(piece) > 2 and is_name(piece[0]) and (is_op(piece[1], ":") or is_op(piece[1], "="))


def _is_positional(pieces: Sequence[Words]) -> bool:
    """Kotlin's group, name and version."""
    return all(len(piece) == 1 and isinstance(piece[0], Text) and ":" not in piece[0].text for piece in pieces)


def argument(block: Sequence[Tree], *names: str) -> Words | None:
    """What a closure says after one of ``names``: ``strictly '1.0'``, ``strictly("1.0")``, ``strictly = '1.0'``."""
    pending = [words(one) for one in block]
    while pending:
        items = pending.pop(0)
        for at, item in enumerate(items):
            if is_name(item, *names):
                rest = tuple(one for one in items[at + 1 :] if not is_op(one, "="))
                if rest and inside(rest[0], "(") is not None:
                    rest = flat(rest[0])
                if rest:
                    return rest
        pending += [words(one) for item in items for one in inside(item, "{") or ()]
    return None


def exclusion(items: Sequence[Tree]) -> tuple[str, str]:
    """``exclude group: 'g', module: 'a'`` in any form; ``*`` for what it doesn't name."""
    words_ = list(items)
    for item in items:
        if inside(item, "(") is not None or inside(item, "[") is not None:
            words_ += flat(item)
    said: dict[str, str] = {}
    plain: list[str] = []
    for at, item in enumerate(words_):
        if isinstance(item, Text) and is_string(item):
            before = words_[at - 2] if at >= 2 and (is_op(words_[at - 1], ":") or is_op(words_[at - 1], "=")) else None
            if isinstance(before, Text):
                said[before.text] = item.text
            else:
                plain.append(item.text)
    plain += ["*", "*"]
    return said.get("group", plain[0] if not said else "*"), said.get("module", plain[1] if not said else "*")
