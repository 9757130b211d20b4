"""Texts and attribute values set in place."""

from __future__ import annotations

import re

from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.xml.element import WHITE, Attribute, Element
from linter.text.source import Source
from linter.text.view import View

FORBIDDEN = pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NAME = pattern(r"[^\W\d][\w.\-]*")
"""A name without a prefix: fewer than XML allows."""
_ASIDE = pattern(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_BREAK = pattern(r"\r\n?")
_SPECIAL = pattern("[&<\r]|(?<=]])>")
_QUOTED = {'"': pattern('[&<\t\r\n"]'), "'": pattern("[&<\t\r\n']")}
_NAMES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}


class Splice(NamedTuple):
    """``new`` in place of ``start..end`` of the view's text."""

    start: int
    end: int
    new: str


class SetText(NamedTuple):
    """A splice, and what the element's text then is."""

    splice: Splice
    meaning: str


def set_attribute(view: View, target: Attribute, to: str) -> Splice:
    quote = view.text[target.value_end]
    return Splice(target.value_start, target.value_end, quoted(to, quote, view.source))


def set_text(view: View, element: Element, to: str) -> SetText | str:
    text, source = view.text, view.source
    if element.closed:
        bare = len(text[: element.open_end - 2].rstrip(WHITE))
        return SetText(Splice(bare, element.open_end, f">{escaped(to, source)}</{element.qualified}>"), to)
    if element.text_start < 0:
        return f"the text of `{element.qualified}` is interrupted by other elements or comments"
    if element.cdata:
        if "]]>" in to or "\r" in to or _encodable(to, source) != to:
            return f"`{to}` can't be written in a CDATA section here"
        before = text[element.open_end : element.text_start - len("<![CDATA[")]
        after = text[element.text_end + len("]]>") : element.close_start]
        new = to
    else:
        before = text[element.open_end : element.text_start]
        after = text[element.text_end : element.close_start]
        new = escaped(to, source)
    return SetText(Splice(element.text_start, element.text_end, new), _spaces(before) + to + _spaces(after))


def escaped(to: str, source: Source) -> str:
    """``to`` as the text of an element."""
    return _encodable(_SPECIAL.sub(_reference, to), source)


def quoted(to: str, quote: str, source: Source) -> str:
    """``to`` as the value of an attribute between ``quote``s."""
    return _encodable(_QUOTED[quote].sub(_reference, to), source)


def _spaces(content: str) -> str:
    """The white space around a text as parsers give it: without comments, every line end a line feed."""
    return _BREAK.sub("\n", _ASIDE.sub("", content))


def _reference(found: re.Match[str]) -> str:
    return _NAMES.get(found[0]) or f"&#{ord(found[0])};"


def _encodable(text: str, source: Source) -> str:
    """``text`` with references for characters that the file's encoding lacks."""
    try:
        text.encode(source.encoding)
    except UnicodeEncodeError:
        return text.encode(source.encoding, "xmlcharrefreplace").decode(source.encoding)
    return text
