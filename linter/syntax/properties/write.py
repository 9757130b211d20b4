"""Changes of a properties document as edits of its file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from linter.pattern import pattern
from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.node import Mapping, Node, Scalar
from linter.syntax.properties.escape import Alphabet, escape_key, escape_value
from linter.syntax.properties.parse import parse
from linter.text.edit import Edit, apply
from linter.text.source import Source
from linter.text.view import View

if TYPE_CHECKING:
    from linter.syntax.change import TreeChange

_BREAK = pattern(r"\r\n|\n|\r")
_PLAIN_SEPARATOR = pattern(r"[ \t]*[=:][ \t]*|[ \t]+")

Pair: TypeAlias = "tuple[Scalar, Scalar]"


def write(document: Document[Node], changes: Sequence[TreeChange]) -> tuple[Edit, ...] | str:
    """The edits that make all ``changes`` of ``document``, or why they can't be made.

    Routes have one step, the key. ``set`` changes the entry that counts, the last one, or adds one at the end in the
    style of the entry before it; ``insert`` adds a key that must not exist; ``remove`` and ``rename`` concern every
    entry of the key. ``to`` is plain text and is escaped. The result is parsed again, and must say what was asked for
    and nothing else.
    """
    writer = _Writer(document)
    for change in dict.fromkeys(changes):
        reason = writer.add(change)
        if reason:
            return reason
    return writer.edits()


class _Writer:
    """The splices of one operation, and the pairs that the text must then hold."""

    def __init__(self, document: Document[Node]) -> None:
        self._view = document.view
        self._text = document.view.text
        self._alphabet = Alphabet(document.view.source)
        self._pairs = _pairs(document.root)
        self._splices: list[tuple[int, int, str]] = []
        self._changed: set[str] = set()
        self._wanted = [(key.text, value.text) for key, value in self._pairs]
        self._removed: set[int] = set()
        self._added: list[tuple[str, str]] = []

    def add(self, change: TreeChange) -> str:
        """Takes in one change; the reason for refusing it, or ``""``."""
        if len(change.route) != 1:
            return "a properties file has keys only, nothing below them"
        key = str(change.route[0])
        if key in self._changed:
            return f"`{key}` is to be changed in two ways at once"
        self._changed.add(key)
        own = [index for index, (name, _) in enumerate(self._pairs) if name.text == key]
        if change.verb in ("remove", "rename") and not own:
            return f"there is no `{key}`"
        if change.verb == "insert" and own:
            return f"`{key}` exists"
        if change.verb == "rename":
            return self._rename(own, change.to)
        if change.verb == "remove":
            self._remove(own)
        elif own:
            self._set(own[-1], change.to)
        else:
            self._added.append((key, change.to))
        return ""

    def _set(self, index: int, to: str) -> None:
        key, value = self._pairs[index]
        separator = self._text[key.end : value.start]
        new = escape_value(to, self._alphabet, bare=not ("=" in separator or ":" in separator))
        self._splices.append((value.start, value.end, new if separator or not new else f"={new}"))
        self._wanted[index] = (key.text, to)

    def _rename(self, own: list[int], to: str) -> str:
        if any(name.text == to for name, _ in self._pairs) or to in self._changed:
            return f"`{to}` exists"
        self._changed.add(to)
        for index in own:
            key, value = self._pairs[index]
            self._splices.append((key.start, key.end, escape_key(to, self._alphabet)))
            self._wanted[index] = (to, value.text)
        return ""

    def _remove(self, own: list[int]) -> None:
        for index in own:
            key, value = self._pairs[index]
            self._splices.append((*_lines(self._text, key.start, value.end), ""))
            self._removed.add(index)

    def _append(self) -> None:
        """The new entries behind everything else, as one splice."""
        found = _BREAK.search(self._text)
        eol = found.group() if found else (self._view.source.eol if self._view.identity else "\n")
        separator = self._separator()
        lines = [self._entry(key, value, separator) for key, value in self._added]
        end = len(self._text)
        complete = not self._text or self._text.endswith(("\n", "\r"))
        new = eol.join((*lines, "") if complete else ("", *lines))
        # A value that is not written may end the file too: two insertions at one place have no order.
        before = next((splice for splice in self._splices if splice[0] == end), None)
        if before is not None:
            self._splices.remove(before)
            new = before[2] + new
        self._splices.append((end, end, new))

    def _entry(self, key: str, value: str, separator: str) -> str:
        bare = not separator.strip(" \t")
        if bare and not key:
            # White space before a value alone would be an indentation.
            separator, bare = "=", False
        return f"{escape_key(key, self._alphabet)}{separator}{escape_value(value, self._alphabet, bare=bare)}"

    def _separator(self) -> str:
        if self._pairs:
            key, value = self._pairs[-1]
            separator = self._text[key.end : value.start]
            if value.text and _PLAIN_SEPARATOR.fullmatch(separator):
                return separator
        return "="

    def edits(self) -> tuple[Edit, ...] | str:
        if self._added:
            self._append()
        reason = self._check()
        if reason:
            return reason
        made = []
        for splice in self._splices if self._view.identity else _whole_lines(self._text, self._splices):
            edit = self._view.edit(*splice)
            if isinstance(edit, str):
                return edit
            made.append(edit)
        return tuple(made)

    def _check(self) -> str:
        """Why the edited text would not read as asked for, or ``""``."""
        result = parse(View.of(Source("", _spliced(self._text, self._splices))), DocRef("", "properties"))
        if isinstance(result, Problem):
            return f"the edited text could not be read: {result.message}"
        wanted = [pair for index, pair in enumerate(self._wanted) if index not in self._removed] + self._added
        if [(key.text, value.text) for key, value in _pairs(result.root)] != wanted:
            return "the edited text would not read as intended"
        return ""


def _pairs(root: Node) -> list[Pair]:
    entries = root.entries if isinstance(root, Mapping) else []
    return [(key, value) for key, value in entries if isinstance(key, Scalar) and isinstance(value, Scalar)]


def _lines(text: str, start: int, end: int) -> tuple[int, int]:
    """``start..end`` widened to whole lines."""
    first = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    found = _BREAK.search(text, end)
    return first, len(text) if found is None else found.end()


def _spliced(text: str, splices: Iterable[tuple[int, int, str]]) -> str:
    return apply(text, (Edit("", *splice) for splice in splices))


def _whole_lines(text: str, splices: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The same change with every splice that holds a line break widened to whole lines; those that then meet join.

    A view of text inside other text takes edits within a line, or of whole lines.
    """
    groups: list[tuple[int, int, list[tuple[int, int, str]]]] = []
    for start, end, new in sorted(splices):
        first, last = start, end
        if _BREAK.search(new) or _BREAK.search(text, start, end):
            first, last = _lines(text, start, end)
            if start == first and (start == end or text[end - 1] in "\r\n"):
                last = end
        members = [(start, end, new)]
        if groups and first < groups[-1][1]:
            before = groups.pop()
            first, last, members = min(first, before[0]), max(last, before[1]), before[2] + members
        groups.append((first, last, members))
    return [
        (first, last, _spliced(text[first:last], ((start - first, end - first, new) for start, end, new in members)))
        for first, last, members in groups
    ]
