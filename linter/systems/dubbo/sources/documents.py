"""Rules that sources hold as texts: in blocks, and in strings that are joined."""

from __future__ import annotations

from collections.abc import Iterator

from linter.syntax.document import UNREAD, DocRef, Document, Problem
from linter.syntax.formats import parse
from linter.syntax.jvm.joined import joined
from linter.syntax.jvm.unit import Expr, Literal, Unit
from linter.system import Fragment
from linter.systems.dubbo.claim import governs
from linter.systems.dubbo.local import rule
from linter.systems.dubbo.names import RULES


def documents(document: Document[Unit], literal: Literal) -> Iterator[Fragment | Problem]:
    """A fragment ``rule`` for each rule in the string; its places are those in the source."""
    value = literal.value
    if "key" not in value.text or not any(name in value.text for name in RULES):
        return
    start, end = _quoted(document.view.text, value)
    found = joined(document.view.text, start, end, document.ref.syntax == "kotlin")
    if found is None or not governs(found.text.encode("utf-8", "replace")):
        return
    view = document.view.derive(found.text, found.runs)
    ref = DocRef(document.ref.path, "yaml", 0, document.ref, (f"string at {value.start}",))
    for parsed in parse(view, ref):
        if isinstance(parsed, Document):
            yield from rule(parsed)
        else:
            line = document.view.text.count("\n", 0, value.start) + 1
            why = f"read in part only: the rule in the text from line {line} on can't be parsed: {parsed.message}"
            yield Problem(document.place(value.start, value.end), why, UNREAD)


def _quoted(text: str, value: Expr) -> tuple[int, int]:
    """Where a string is written, with its quotes."""
    quotes = next((size for size in (3, 1) if text[value.start - size : value.start] == '"' * size), 0)
    inner = text[value.start : value.start + 1] != '"' or text[value.end : value.end + 1] == '"'
    return (value.start - quotes, value.end + quotes) if quotes and inner else (value.start, value.end)
