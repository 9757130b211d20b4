"""Changes of an XML document as edits of its file: texts and attribute values are set in place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from linter.syntax.document import DocRef, Document
from linter.syntax.xml.element import Attribute, Element, find
from linter.syntax.xml.parse import parse
from linter.text.edit import Edit, apply
from linter.text.source import Source
from linter.text.view import View

if TYPE_CHECKING:
    from linter.syntax.change import TreeChange

_ASIDE = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_BREAK = re.compile(r"\r\n?")
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPECIAL = re.compile("[&<\r]|(?<=]])>")
_QUOTED = {'"': re.compile('[&<\t\r\n"]'), "'": re.compile("[&<\t\r\n']")}
_NAMES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}

Meaning: TypeAlias = "tuple[str, list[tuple[str, str]], str, list[Meaning]]"
"""An element without its places: name, attributes, text, children."""


class _Splice(NamedTuple):
    """``new`` in place of ``start..end`` of the view's text, and what the changed text or value then is."""

    start: int
    end: int
    new: str
    meaning: str


def write(document: Document[Element], changes: Sequence[TreeChange]) -> tuple[Edit, ...] | str:
    """The edits that make all ``changes`` of ``document``, or why they can't be made.

    ``set`` takes plain text and escapes it: for an element (``…, "version[0]"``) its text, keeping the white space
    around it, for ``…, "@async"`` the value of a written attribute. Other verbs are refused. The result is parsed
    again, and must differ from the document in nothing else.
    """
    splices: dict[int, _Splice] = {}
    for change in changes:
        target = find(document.root, change.route)
        splice = _splice(document, target, change)
        if isinstance(splice, str):
            return splice
        if splices.setdefault(id(target), splice) != splice:
            return f"`{change.route[-1]}` is to be set to two values at once"
    edits: list[Edit] = []
    for splice in splices.values():
        edit = document.view.edit(splice.start, splice.end, splice.new)
        if isinstance(edit, str):
            return edit
        edits.append(edit)
    return _check(document, splices) or tuple(edits)


def _splice(document: Document[Element], target: Element | Attribute | None, change: TreeChange) -> _Splice | str:
    if change.verb != "set":
        return f"an XML file can't be changed by `{change.verb}` yet"
    if target is None:
        return f"`{change.route[-1] if change.route else ''}` is not written, and XML is not added to yet"
    if _FORBIDDEN.search(change.to):
        return "the value holds a character that XML forbids"
    if isinstance(target, Attribute):
        quote = document.view.text[target.value_end]
        new = _encodable(_QUOTED[quote].sub(_reference, change.to), document.view.source)
        return _Splice(target.value_start, target.value_end, new, change.to)
    return _set_text(document, target, change.to)


def _set_text(document: Document[Element], element: Element, to: str) -> _Splice | str:
    text, source = document.view.text, document.view.source
    if element.closed:
        bare = len(text[: element.open_end - 2].rstrip(" \t\r\n"))
        new = _encodable(_SPECIAL.sub(_reference, to), source)
        return _Splice(bare, element.open_end, f">{new}</{element.qualified}>", to)
    if element.text_start < 0:
        return f"the text of `{element.qualified}` is interrupted by other elements or comments"
    if element.cdata:
        if "]]>" in to or "\r" in to or _encodable(to, source) != to:
            return f"`{to}` can't be written in a CDATA section here"
        before = text[element.open_end : element.text_start - len("<![CDATA[")]
        after = text[element.text_end + len("]]>") : element.close_start]
        return _Splice(element.text_start, element.text_end, to, _spaces(before) + to + _spaces(after))
    new = _encodable(_SPECIAL.sub(_reference, to), source)
    before = text[element.open_end : element.text_start]
    after = text[element.text_end : element.close_start]
    return _Splice(element.text_start, element.text_end, new, _spaces(before) + to + _spaces(after))


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


def _check(document: Document[Element], splices: Mapping[int, _Splice]) -> str:
    """Why the edited text would not mean what was asked for, or ``""``."""
    text = apply(document.view.text, (Edit("", each.start, each.end, each.new) for each in splices.values()))
    result = parse(View.of(Source("", text)), DocRef("", "xml"))
    if isinstance(result, Document):
        intended = _meaning(document.root, {target: splice.meaning for target, splice in splices.items()})
        if _meaning(result.root, {}) == intended:
            return ""
    return "the edited text would not read as intended"


def _meaning(element: Element, changed: Mapping[int, str]) -> Meaning:
    return (
        element.qualified,
        [(each.qualified, changed.get(id(each), each.value)) for each in element.attributes],
        changed.get(id(element), element.text),
        [_meaning(child, changed) for child in element.children],
    )
