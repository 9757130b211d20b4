"""Go templates of YAML, read with everything set aside that is filled in later.

What an action writes becomes a placeholder of the same length, so that every offset stays what it is. What stands in a
conditional is not read at all: a placeholder says that something may be there. Where it can't be told what an action
touches there is no reading. Sources: pkg.go.dev/text/template, helm.sh/docs/chart_template_guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.template_lines import Lines
from linter.text.view import Run, View

LOCKED = "the file is a template"
"""Why nothing in a template is edited."""

_ACTION = pattern(
    r"\{\{-?\s*/\*.*?\*/\s*-?\}\}"  # a comment
    r'|\{\{(?:[^"`{}]|"(?:\\.|[^"\\\n])*"|`[^`]*`|[{}](?![{}]))*\}\}',
    re.DOTALL,
)
_WORD = pattern(r"\{\{-?\s*(/\*|\$\w*\s*:?=|[A-Za-z]\w*|)")
_INDENT = pattern(r"\bn?indent\s+(\d{1,3})\s*-?\}\}$")
_OPENERS = ("if", "with", "range", "define", "block")
_BOUNDARY = pattern(r"(?m)^---(?=\s|$)")


class Action(NamedTuple):
    """One action, or a block with all that it holds; ``inner`` are the actions in it, ``body`` its own text."""

    start: int
    end: int
    word: str
    inner: tuple[Action, ...] = ()
    body: tuple[int, int] = (0, 0)
    forked: bool = False

    @property
    def silent(self) -> bool:
        """Whether it writes nothing."""
        return self.word in ("/*", "define", "=")


def masked(view: View) -> View | None:
    """``view`` with placeholders in place of its actions; ``None`` where it can't be said what they touch."""
    text = view.text
    if "{{" not in text or "{%" in text or "<%" in text:
        return None
    actions = _actions(text)
    if actions is None:
        return None
    found = _Masking(text).run(actions)
    return None if found is None else view.derive(found, (Run(0, len(found), 0, len(text)),), locked=LOCKED)


def _actions(text: str) -> tuple[Action, ...] | None:
    """The outermost actions in order; ``None`` where their blocks don't fit each other."""
    levels: list[list[Action]] = [[]]
    opened: list[tuple[int, int, str, bool]] = []
    for found in _ACTION.finditer(text):
        word = _word(found[0])
        if word in _OPENERS:
            opened.append((found.start(), found.end(), word, False))
            levels.append([])
        elif word == "else" and opened:
            opened[-1] = (*opened[-1][:3], True)
        elif word == "end" and opened:
            start, after, name, forked = opened.pop()
            inner = tuple(levels.pop())
            levels[-1].append(Action(start, found.end(), name, inner, (after, found.start()), forked))
        elif word in ("end", "else"):
            return None
        else:
            levels[-1].append(Action(found.start(), found.end(), word))
    rest = _ACTION.sub("", text)
    return None if opened or "{{" in rest else tuple(levels[0])


def _word(action: str) -> str:
    found = _WORD.match(action)
    word = found[1] if found is not None else ""
    return "=" if word.startswith("$") else word


class _Masking:
    """The text while it is being masked; all changes keep its length."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)

    def run(self, actions: Sequence[Action]) -> str | None:
        """The masked text; ``None`` where an action can't be placed."""
        return self.lines.settle() if self._mask(actions) else None

    def _mask(self, actions: Sequence[Action]) -> bool:
        for action in actions:
            if action.silent:
                self.lines.blank(action.start, action.end)
            elif action.inner or action.body != (0, 0):
                if not self._block(action):
                    return False
            elif not self._value(action):
                return False
        return True

    def _block(self, action: Action) -> bool:
        if not action.forked and (self._around_document(action) or self._only_actions(action)):
            first, last = action.body
            self.lines.blank(action.start, first)
            self.lines.blank(last, action.end)
            return self._mask(action.inner)
        shape = self._content(action)
        if shape is None and self.lines.alone(action.start, action.end):
            self.lines.blank(action.start, action.end)
            return True
        return self.lines.hide(action.start, action.end, shape)

    def _value(self, action: Action) -> bool:
        indent = _INDENT.search(self.text, action.start, action.end)
        column = int(indent[1]) if indent is not None else None
        if column is None and self.lines.alone(action.start, action.end):
            return False
        return self.lines.hide(action.start, action.end, None if column is None else (column, None))

    def _content(self, action: Action) -> tuple[int, bool | None] | None:
        """The column of what a block writes, and whether that is items of a list; ``None`` where it writes nothing."""
        columns: list[tuple[int, bool | None]] = []
        first, last = action.body
        covered = list(_spans(action))
        for start, line in _numbered(self.text, first, last):
            rest = _without(line, start, covered).split("#", 1)[0]
            if rest.strip():
                content = rest.lstrip()
                columns.append((len(rest) - len(content), content.startswith(("- ", "-\r")) or content == "-"))
        columns += _indented(self.text, action)
        if not columns:
            return None
        column, item = columns[0]
        if any(other < column for other, _ in columns):
            return -1, None
        return column, item

    def _only_actions(self, action: Action) -> bool:
        """Whether the block, which fills its lines, holds nothing but other blocks and actions of whole lines."""
        first, last = action.body
        ends = (self.lines.alone(action.start, first), self.lines.alone(last, action.end))
        inner = all(self.lines.alone(one.start, one.end) for one in action.inner)
        covered = [(one.start, one.end) for one in action.inner]
        rest = "".join(self.text[a:b] for a, b in _between(first, last, covered))
        return bool(action.inner) and all(ends) and inner and not rest.strip()

    def _around_document(self, action: Action) -> bool:
        """Whether there is nothing but the block between the ends of its document, or it holds whole documents."""
        before = self.lines.text[: action.start]
        after = self.text[action.end :]
        starts = [found.end() for found in _BOUNDARY.finditer(before)]
        following = _BOUNDARY.search(after)
        head = before[starts[-1] if starts else 0 :]
        tail = _ACTION.sub("", after[: following.start() if following else len(after)])
        return _blank(head) and _blank(tail)


def _between(start: int, end: int, covered: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The parts of ``start..end`` that are not covered."""
    for first, last in covered:
        yield start, first
        start = last
    yield start, end


def _blank(text: str) -> bool:
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.split("\n"))


def _spans(action: Action) -> Iterator[tuple[int, int]]:
    for inner in action.inner:
        yield inner.start, inner.end if inner.body == (0, 0) or inner.silent else inner.body[0]
        if inner.body != (0, 0) and not inner.silent:
            yield from _spans(inner)
            yield inner.body[1], inner.end


def _numbered(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The lines between two offsets with where each starts; the first is the rest of its line."""
    at = start
    for line in text[start:end].split("\n"):
        yield at, line
        at += len(line) + 1


def _without(line: str, start: int, covered: Sequence[tuple[int, int]]) -> str:
    """``line`` with what actions cover cut out; text that follows one on its line counts as if it stood there."""
    for first, last in covered:
        lower, upper = max(first - start, 0), min(last - start, len(line))
        if lower < upper:
            line = line[:lower] + "\0" * (upper - lower) + line[upper:]
    plain = _ACTION.sub("", line)
    return "" if not plain.replace("\0", "").strip() else plain.replace("\0", "x")


def _indented(text: str, action: Action) -> Iterator[tuple[int, bool | None]]:
    for inner in action.inner:
        found = _INDENT.search(text, inner.start, inner.end) if inner.body == (0, 0) else None
        if found is not None:
            yield int(found[1]), None
        yield from _indented(text, inner)
