"""Groovy, Kotlin and TOML texts as nested statements; tolerant, since a script may hold anything.

A statement is a ``Seq`` of words. A word is a ``Text`` whose style says what it is: ``name``, ``number``, ``op`` or
the quote of a string, whose place lies between its quotes. Brackets are a ``Map`` with one entry: its key is the
opening bracket, its value the ``Seq`` of statements in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.facts.tree import Key, Map, Seq, Text, Tree
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import DocRef, Document
from linter.syntax.node import Scalar

_STRINGS = r"""
  (?P<q3>\"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\"|'''(?:[^'\\]|\\.|'(?!''))*''')
| (?P<q1>"(?:\$\{[^{}\n]*\}|\$(?!\{[^{}\n]*\})|[^"\\\n$]|\\.)*"|'(?:[^'\\\n]|\\.)*')
"""
_SCRIPT = pattern(
    rf"""(?P<skip>[ \t\r\f]+|\\\r?\n|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/|\#![^\n]*)
| (?P<end>[\n;])
| {_STRINGS}
| (?P<regex>(?:(?<=[=(,~:\[])|(?<=[=(,~:\[]\ ))/(?![/*])(?:[^/\\\n]|\\.)+/|\$/(?:[^/$]|\$[$/]|/(?!\$)|\$)*?/\$)
| (?P<name>[^\W\d][\w]*|\$\w+)
| (?P<number>\d[\w.]*)
| (?P<op>\?\.|==|!=|<=|>=|&&|\|\||->|.)
""",
    re.VERBOSE | re.DOTALL,
)
_TOML = pattern(
    rf"""(?P<skip>[ \t\r\f]+|\#[^\n]*)
| (?P<end>\n)
| {_STRINGS}
| (?P<name>[\w-]+)
| (?P<number>(?!))
| (?P<op>.)
""",
    re.VERBOSE | re.DOTALL,
)
_OPEN = {"(": ")", "[": "]", "{": "}"}
_GOES_ON = frozenset((".", "?.", ",", "=", "+", ":", "->", "&&", "||"))
_DEEPEST = 60


class _Token(NamedTuple):
    kind: str
    start: int
    end: int


class Read(NamedTuple):
    """The statements of a text; ``open`` is the offset of the first bracket that nothing closes, or below 0."""

    statements: Seq
    open: int


def statements(document: Document[Scalar], toml: bool = False) -> Read:
    """The statements of a whole text."""
    text = document.root.text
    tokens = [_Token(found.lastgroup or "", *found.span()) for found in (_TOML if toml else _SCRIPT).finditer(text)]
    parser = _Parser(document, [token for token in tokens if token.kind != "skip"])
    return Read(parser.run(), parser.open)


class _Parser:
    def __init__(self, document: Document[Scalar], tokens: list[_Token]) -> None:
        self._ref: DocRef = document.ref
        self._outer = document.view.outer
        self._text = document.root.text
        self._tokens = tokens
        self._at = 0
        self.open = -1

    def run(self) -> Seq:
        found = []
        while self._at < len(self._tokens):
            found += self._block("", 0)
            self._at += 1  # past a closing bracket that nothing opened
        return Seq(self._ref, *self._outer(0, len(self._text)), tuple(found))

    def _block(self, closing: str, depth: int) -> list[Tree]:
        """Statements up to ``closing``, which is not taken."""
        found: list[Tree] = []
        words: list[Tree] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            text = self._text[token.start : token.end]
            if text in (")", "]", "}"):
                if text == closing or not closing:
                    break
                self._at += 1
                continue
            if token.kind == "end":
                if words and closing not in (")", "]") and not self._continued(words, text):
                    found.append(self._statement(words))
                    words = []
                self._at += 1
                continue
            words.append(self._word(token, text, depth))
        if words:
            found.append(self._statement(words))
        return found

    def _continued(self, words: list[Tree], end: str) -> bool:
        """Whether a statement goes on behind the end of the line."""
        last = words[-1]
        if end == ";":
            return False
        if isinstance(last, Text) and last.style == "op" and last.text in _GOES_ON:
            return True
        for token in self._tokens[self._at + 1 : self._at + 20]:
            if token.kind != "end":
                return self._text[token.start : token.end] in (".", "?.")
        return False

    def _word(self, token: _Token, text: str, depth: int) -> Tree:
        self._at += 1
        if text in _OPEN and depth < _DEEPEST:
            inner = tuple(self._block(_OPEN[text], depth + 1))
            closed = self._at < len(self._tokens)
            self.open = self.open if closed else token.start
            end = self._tokens[self._at].end if closed else len(self._text)
            self._at += 1
            span = self._outer(token.start, end)
            return Map(self._ref, *span, (Key(text, *span, Seq(self._ref, *span, inner)),))
        width = {"q3": 3, "q1": 1}.get(token.kind, 0)
        start, end = self._outer(token.start + width, token.end - width)
        content = self._text[token.start + width : token.end - width]
        return Text(self._ref, start, end, content, text[:1] if width else token.kind)

    def _statement(self, words: list[Tree]) -> Seq:
        return Seq(self._ref, words[0].start, words[-1].end, tuple(words))


def inside(tree: Tree, opening: str = "") -> tuple[Tree, ...] | None:
    """The statements between brackets, ``None`` for what is no bracket, or not that one."""
    if isinstance(tree, Map) and tree.entries and (not opening or tree.entries[0].key == opening):
        found = tree.entries[0].value
        return tuple(found.items) if isinstance(found, Seq) else ()
    return None


def words(statement: Tree) -> tuple[Tree, ...]:
    return tuple(statement.items) if isinstance(statement, Seq) else (statement,)


def is_op(tree: Tree, text: str) -> bool:
    return isinstance(tree, Text) and tree.style == "op" and tree.text == text


def is_name(tree: Tree, *texts: str) -> bool:
    return isinstance(tree, Text) and tree.style == "name" and (not texts or tree.text in texts)


def is_string(tree: Tree) -> bool:
    return isinstance(tree, Text) and tree.style in ("'", '"')


def split(items: tuple[Tree, ...], by: str = ",") -> Iterator[tuple[Tree, ...]]:
    """The words between separators, empty pieces left out."""
    piece: list[Tree] = []
    for item in items:
        if is_op(item, by):
            if piece:
                yield tuple(piece)
            piece = []
        else:
            piece.append(item)
    if piece:
        yield tuple(piece)


def flat(bracket: Tree) -> tuple[Tree, ...]:
    """All words between brackets, whatever the lines."""
    return tuple(word for statement in inside(bracket) or () for word in words(statement))


def strings(items: tuple[Tree, ...] | list[Tree]) -> list[Text]:
    """All strings in ``items``, in order."""
    found: list[Text] = []
    pending = list(items)
    while pending:
        item = pending.pop(0)
        if is_string(item) and isinstance(item, Text):
            found.append(item)
        content = inside(item) if not isinstance(item, Seq) else item.items
        if content:
            pending = [*content, *pending]
    return found
