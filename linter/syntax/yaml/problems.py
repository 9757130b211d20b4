"""The parsers' complaints in the words of somebody who wants to mend the text."""

from __future__ import annotations

import re
from collections.abc import Callable

from linter.syntax.yaml.build import DEPTH, Unreadable
from linter.syntax.yaml.runs import BREAK

_TAB = "a tab stands where indentation is needed; YAML indents with spaces only"
_RESERVED = "a plain value can't start with {char}; put it in quotes"
_AFTER = "text after the end of the document; is its indentation right, or a line with --- missing?"
# compiled only when a text is refused: that takes 7 ms
_FORBIDDEN = r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


def unreadable(text: str, error: Exception, bracket: int | None) -> Unreadable:
    """What ``error`` of either parser says about ``text``, and where.

    ``bracket`` is where the innermost flow collection starts that was being read.
    """
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return _undecodable(text, error)
    opened = getattr(error, "context_mark", None)
    said = str(getattr(error, "problem", None) or "")
    context = str(getattr(error, "context", None) or "")
    at = min(mark.index, len(text))
    if bracket is not None and at >= len(text.rstrip()):
        return _at(bracket, "this bracket is never closed")
    for needle, explain in _RULES:
        if needle in said or needle in context:
            return explain(_Case(text, at, at if opened is None else min(opened.index, at)))
    return _at(at, f"{context}: {said}" if context else said)


def _undecodable(text: str, error: Exception) -> Unreadable:
    """A complaint without a mark: about a character that YAML forbids, or of ruamel.yaml in a rare construct."""
    found = re.search(_FORBIDDEN, text)
    if found is None:
        return _at(0, f"the text can't be read: {error}")
    return _at(found.start(), f"the character U+{ord(found.group()):04X} is not allowed in YAML")


def _at(at: int, message: str, opened: int | None = None) -> Unreadable:
    return Unreadable(at, at + 1, message, opened)


class _Case:
    """One complaint: the text, where it was noticed, and where the construct began."""

    __slots__ = ("at", "opened", "text")

    def __init__(self, text: str, at: int, opened: int) -> None:
        self.text = text
        self.at = at
        self.opened = opened

    @property
    def char(self) -> str:
        return self.text[self.at : self.at + 1]

    @property
    def starts_line(self) -> bool:
        before = self.text[: self.at].rstrip(" \t")
        return not before or bool(BREAK.match(before[-1]))


def _token(case: _Case) -> Unreadable:
    if case.char == "\t":
        return _at(case.at, _TAB)
    return _at(case.at, _RESERVED.format(char=case.char))


def _tab(case: _Case) -> Unreadable:
    """The marks point near the tab: at it, or behind the blanks it is among."""
    line = max((found.end() for found in BREAK.finditer(case.text, 0, case.at)), default=0)
    tab = case.text.find("\t", line, case.at + 1)
    return _at(case.at if tab < 0 else tab, _TAB)


def _quote(case: _Case) -> Unreadable:
    return _at(case.opened, "this quote is never closed")


def _collection(case: _Case) -> Unreadable:
    if case.char == "{" and case.text[case.at - 1 : case.at] == "$":
        return _at(case.at, "a value with braces inside a flow collection, such as ${…}, needs quotes")
    return _at(case.at, "expected a comma or the closing bracket of the flow collection opened at {line}", case.opened)


def _entry(case: _Case) -> Unreadable:
    if not case.starts_line:
        return _at(case.at, "text after a complete value; put the whole value in quotes, or start a new line")
    if case.char == "-":
        return _at(case.at, "a list item among the keys of the mapping that starts at {line}", case.opened)
    return _at(case.at, "this line fits neither the block that starts at {line} nor one around it", case.opened)


def _colon(case: _Case) -> Unreadable:
    return _at(
        case.at,
        "a colon can't make a key here; check the indentation of this line and the one above, or quote the value",
    )


def _key(case: _Case) -> Unreadable:
    return _at(case.opened, "this is neither a key, as a colon with a space is missing, nor part of a value")


def _plainly(message: str) -> Callable[[_Case], Unreadable]:
    return lambda case: _at(case.at, message)


_RULES: tuple[tuple[str, Callable[[_Case], Unreadable]], ...] = (
    ("that cannot start any token", _token),
    ("found a tab character", _tab),
    ("found unexpected end of stream", _quote),
    ("found unexpected document", _quote),
    ("',' or ']'", _collection),
    ("',' or '}'", _collection),
    ("mapping values are not allowed", _colon),
    ("could not find expected ':'", _key),
    ("did not find expected key", _entry),
    ("did not find expected '-'", _entry),
    ("expected <block end>", _entry),
    ("expected node content", _plainly("expected a value")),
    ("expected the node content", _plainly("expected a value")),
    ("expected <document start>", _plainly(_AFTER)),
    ("expected '<document start>'", _plainly(_AFTER)),
    ("sequence entries are not allowed", _plainly("a list item can't start here; put it on a line of its own")),
    ("mapping keys are not allowed", _plainly("a ? key can't start here")),
    ("maximum nesting depth", _plainly(f"nested deeper than {DEPTH} levels")),
    ("unknown escape character", _plainly("YAML has no such escape; double the backslash or use single quotes")),
    ("hexdecimal", _plainly("expected hexadecimal digits")),
    ("invalid Unicode character escape", _plainly("this escape is no character; YAML knows no surrogate pairs")),
    ("undefined tag handle", _plainly("this tag's prefix is not declared")),
    ("tag handle", _plainly("this tag's prefix is not declared")),
    ("expected comment or line break", _plainly("only an indentation digit, + or - and a comment may follow | or >")),
    ("chomping or indentation", _plainly("only an indentation digit, + or - and a comment may follow | or >")),
    ("incompatible YAML document", _plainly("only YAML 1 can be read")),
    ("indentation indicator", _plainly("the indentation indicator of a block scalar is a digit from 1 to 9")),
    ("while scanning an alias", _plainly("expected an anchor's name after *")),
    ("while scanning an anchor", _plainly("expected a name after &")),
)
