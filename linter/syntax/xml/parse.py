"""XML text to elements with exact places.

expat decides what is well-formed and what a text means; the places are read off the text at the offsets it reports.
Entity declarations are refused, so that neither a bomb nor an external file can be reached; a DOCTYPE without them is
fine and nothing it names is fetched.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from linter.pattern import pattern
from linter.syntax.document import UNREAD, DocRef, Document, Place, Problem
from linter.syntax.xml.element import WHITE, Attribute, Element

if TYPE_CHECKING:
    from linter.text.view import View

DEPTH = 256
"""How deep elements may be nested; real files stay below 30."""

_XML = "http://www.w3.org/XML/1998/namespace"
_ATTRIBUTE = pattern(r"""[ \t\r\n]+([^ \t\r\n=]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')""")
_NAMED = pattern(r"&([^#&;\s][^&;\s]*);")
_PIECE = pattern(r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>|[^<]+", re.DOTALL)
_PREDEFINED = frozenset(("amp", "lt", "gt", "quot", "apos"))


def parse(view: View, ref: DocRef) -> Document[Element] | Problem:
    """The document in ``view``, or why and where it is no XML that is safe to read."""
    builder = _Builder(view.text)
    try:
        root = builder.run()
    except _Refused as refused:
        start = min(refused.start, len(view.text))
        span = view.span(start, min(max(refused.end, start), len(view.text)))
        return Problem(Place(ref, span.start, span.end), refused.message, refused.kind)
    return Document(ref, view, root)


class _Refused(Exception):
    """The text can't be taken: inner offsets and the reason."""

    def __init__(self, start: int, end: int, message: str, kind: str = "syntax") -> None:
        super().__init__(message)
        self.start = start
        self.end = end
        self.message = message
        self.kind = kind


class _Builder:
    """One run of expat over one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        # Surrogates can come from escapes of a host's format; expat then refuses them at their place.
        self._data = text.encode("utf-8", "surrogatepass")
        self._byte = 0
        self._point = 0
        self._wide = not text.isascii()
        self._doctype = False
        self._root: Element | None = None
        self._open: list[Element] = []
        self._chunks: list[list[str]] = []
        self._scopes: list[dict[str, str]] = [{"xml": _XML, "": ""}]

    def run(self) -> Element:
        # An encoding given here wins over the one that the text declares: it was decoded already.
        parser = self._parser = expat.ParserCreate("utf-8")
        parser.ordered_attributes = True
        parser.specified_attributes = True
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._doctype_seen
        parser.EntityDeclHandler = self._entity_declared
        parser.SkippedEntityHandler = self._entity_skipped
        try:
            parser.Parse(self._data, True)
        except expat.ExpatError as error:
            self._malformed(error)
        if self._root is None:
            raise _Refused(0, 0, "there is no element")
        return self._root

    def _offset(self, byte: int) -> int:
        """The code point at ``byte``; linear over a run, because expat's offsets only grow."""
        if not self._wide:
            return byte
        if byte < self._byte:
            return len(self._data[:byte].decode("utf-8", "surrogatepass"))
        self._point += len(self._data[self._byte : byte].decode("utf-8", "surrogatepass"))
        self._byte = byte
        return self._point

    def _here(self) -> int:
        return self._offset(self._parser.CurrentByteIndex)

    def _start(self, qualified: str, specified: list[str]) -> None:
        start = self._here()
        if len(self._open) >= DEPTH:
            raise _Refused(start, start + 1 + len(qualified), f"elements are nested more than {DEPTH} deep")
        at = start + 1 + len(qualified)
        raw: list[Attribute] = []
        if specified:
            raw, at = self._attributes(at, specified)
        open_end = self._text.index(">", at) + 1
        scope = self._scopes[-1]
        self._scopes.append(scope)
        if raw:
            raw = self._bind(raw, scope)
            scope = self._scopes[-1]
        prefix, _, name = qualified.rpartition(":")
        element = Element(start, prefix, name, scope.get(prefix, ""), raw, open_end)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)
        self._chunks.append([])

    def _attributes(self, at: int, specified: list[str]) -> tuple[list[Attribute], int]:
        """The attributes that follow ``at``, not yet bound to namespaces, and where the last one ends."""
        found: list[Attribute] = []
        for value in specified[1::2]:
            match = _ATTRIBUTE.match(self._text, at)
            if match is None:
                raise _Refused(at, at, "an attribute can't be located")
            group = 2 if match[2] is not None else 3
            at = match.end()
            if self._doctype:
                self._check_references(match.start(group), match[group])
            prefix, _, name = match[1].rpartition(":")
            places = (match.start(1), at, match.end(1), match.start(group), match.end(group))
            found.append(Attribute(*places, name, prefix, "", value))
        return found, at

    def _check_references(self, start: int, raw: str) -> None:
        """With an outside DTD expat drops references that only that DTD could resolve; a value must not lose them."""
        for reference in _NAMED.finditer(raw):
            if reference[1] not in _PREDEFINED:
                self._unresolved(start + reference.start(), reference[1])

    def _bind(self, raw: list[Attribute], scope: dict[str, str]) -> list[Attribute]:
        """Takes in namespace declarations and gives prefixed attributes their namespace."""
        declared = {}
        for attribute in raw:
            if attribute.prefix == "xmlns":
                declared[attribute.name] = attribute.value
            elif attribute.name == "xmlns" and not attribute.prefix:
                declared[""] = attribute.value
        if declared:
            scope = self._scopes[-1] = {**scope, **declared}
        return [
            attribute._replace(uri=scope.get(attribute.prefix, "")) if attribute.prefix else attribute
            for attribute in raw
        ]

    def _end(self, _qualified: str) -> None:
        element = self._open.pop()
        self._scopes.pop()
        chunks = self._chunks.pop()
        if chunks:
            element.text = "".join(chunks)
        if self._text.startswith("/>", element.open_end - 2):
            return
        element.close_start = self._here()
        element.end = self._text.index(">", element.close_start) + 1
        if not element.children:
            _locate_text(self._text, element)

    def _characters(self, chunk: str) -> None:
        self._chunks[-1].append(chunk)

    def _doctype_seen(self, *_: object) -> None:
        self._doctype = True

    def _entity_declared(self, name: str, *_: object) -> None:
        # expat stands somewhere within the declaration, which may be its value.
        at = self._here()
        start = max(self._text.rfind("<!ENTITY", 0, at + len("<!ENTITY")), 0)
        end = self._text.find(">", at)
        line = self._text.count("\n", 0, start) + 1
        why = f"declares the entity `{name}` (line {line}), and what such a text expands to is not read: write it out"
        raise _Refused(start, end + 1 if end >= 0 else start, why, UNREAD)

    def _entity_skipped(self, name: str, _is_parameter: int) -> None:
        self._unresolved(self._here(), name)

    def _unresolved(self, start: int, name: str) -> NoReturn:
        raise _Refused(start, start + len(name) + 2, f"`&{name};` is declared nowhere in this text")

    def _malformed(self, error: expat.ExpatError) -> NoReturn:
        """The refusal of expat with the place that has to be mended."""
        start = self._offset(max(self._parser.ErrorByteIndex, 0))
        message = expat.errors.messages.get(error.code, "not well-formed")
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH] and self._open:
            start = self._text.rfind("</", 0, start)
            end = self._text.find(">", start) + 1
            wrong = self._text[start + 2 : end - 1].strip(WHITE)
            raise _Refused(start, end, f"`</{wrong}>` stands where `</{self._open[-1].qualified}>` must")
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS] or start >= len(self._text):
            if self._open:
                last = self._open[-1]
                raise _Refused(last.start, last.open_end, f"`<{last.qualified}>` is never closed")
            if self._root is None:
                why = "there is no element" if self._text.strip(WHITE) else "the text is empty"
                raise _Refused(len(self._text), len(self._text), why)
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]:
            for reference in _NAMED.finditer(self._text, start):
                if reference[1] not in _PREDEFINED:
                    self._unresolved(reference.start(), reference[1])
        raise _Refused(start, start + 1, message)


def _locate_text(text: str, element: Element) -> None:
    """Sets where the text of ``element``, which has no children, is written, if it is written in one piece."""
    start, end = element.open_end, element.close_start
    content = text[start:end]
    if "<" in content:
        pieces = [piece for piece in _PIECE.finditer(content) if piece[1] is not None or not _ignorable(piece[0])]
        if len(pieces) != 1:
            return
        element.cdata = pieces[0][1] is not None
        start, end = (start + offset for offset in pieces[0].span(1 if element.cdata else 0))
    if not element.cdata:
        piece_text = text[start:end]
        core = piece_text.strip(WHITE)
        if core:
            start += len(piece_text) - len(piece_text.lstrip(WHITE))
            end = start + len(core)
    element.text_start, element.text_end = start, end


def _ignorable(piece: str) -> bool:
    return piece.startswith("<") or not piece.strip(WHITE)


def unbound(document: Document[Element]) -> list[Problem]:
    """Prefixes that nothing binds to a namespace: Maven's reader takes them, Spring's refuses the file."""
    found = []
    stack = [document.root]
    while stack:
        element = stack.pop()
        names = [(element.prefix, element.uri, element.name_start, element.name_end)]
        names += [(one.prefix, one.uri, one.start, one.name_end) for one in element.attributes if one.prefix != "xmlns"]
        for prefix, uri, start, end in names:
            if prefix and not uri:
                found.append(
                    Problem(
                        document.place(start, end), f"nothing binds the prefix `{prefix}`: `xmlns:{prefix}` is missing"
                    )
                )
        stack.extend(reversed(element.children))
    return found
