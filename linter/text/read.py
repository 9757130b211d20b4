"""Bytes to text, in a way that gives the same bytes back."""

from __future__ import annotations

import codecs

from linter.pattern import pattern
from linter.record import dataclass
from linter.text.source import Source

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BARE = ((b"<\0?\0", "utf-16-le"), (b"\0<\0?", "utf-16-be"))
"""How an XML declaration starts in UTF-16 without a mark (XML 1.0, appendix F); other formats need the mark."""
_FALLBACK = "gb18030"
_XML_ENCODING = pattern(rb"^\s*<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_CONTROL = pattern(r"[\x00-\x08\x0b\x0e-\x1f]")
_UNICODE = ("utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_NO_CHARSETS = ("idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined", "utf-7")


@dataclass(frozen=True, slots=True)
class Undecodable:
    """A file that is no text, or none in a known encoding: the byte offset that shows it, and why.

    ``lead`` is the text before that byte, as far as it is one, for showing the place.
    """

    offset: int
    why: str
    lead: str = ""


def declared_encoding(data: bytes) -> str | None:
    """The encoding an XML declaration at the start of ``data`` names."""
    declared = _XML_ENCODING.match(data) if b"<?xml" in data[:200] else None
    return None if declared is None else declared[1].decode("ascii")


def decode(path: str, data: bytes, declared: str | None = None) -> Source | Undecodable:
    """The text of ``data``, from a byte order mark, the ``declared`` encoding, UTF-8 or GB 18030, in this order.

    ``declared`` is what the file says of itself (XML's declaration). GB 18030, a superset of GBK and GB 2312, is tried
    last, and only for bytes without control characters. A source always encodes back to the same bytes.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _checked(path, data, encoding, mark)
    for start, encoding in _BARE:
        if data.startswith(start):
            return _checked(path, data, encoding)
    zero = data.find(0)
    if zero >= 0:
        lead = data[:zero].decode("utf-8", "replace")
        return Undecodable(zero, "a zero byte: this is no text, or UTF-16 without a byte order mark", lead)
    if declared is not None and declared.lower() not in ("utf-8", "utf8"):
        name = _charset(declared)
        if name is None:
            return Undecodable(0, f"the encoding {declared} that the file declares is not known")
        return _checked(path, data, name)
    found = _checked(path, data, "utf-8")
    if isinstance(found, Source) or declared is not None:
        return found
    other = _checked(path, data, _FALLBACK)
    if isinstance(other, Undecodable) or _CONTROL.search(other.text):
        return Undecodable(found.offset, "neither UTF-8 nor GB 18030", found.lead)
    return other


def _charset(declared: str) -> str | None:
    """Python's name for an encoding that a file declares; UTF-16 and UTF-32 would have had a mark."""
    try:
        name = codecs.lookup(declared).name
        " ".encode(name)
    except (LookupError, UnicodeError, ValueError):
        return None
    name = name.replace("_", "-")
    if name in _NO_CHARSETS:
        return None
    # bytes that read as ASCII contradict a declaration of wide characters; XML readers then take UTF-8
    return "utf-8" if name in _UNICODE else name


def _checked(path: str, data: bytes, encoding: str, mark: bytes = b"") -> Source | Undecodable:
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        lead = data[len(mark) : len(mark) + error.start].decode(encoding, "replace")
        return Undecodable(len(mark) + error.start, f"not valid {encoding.upper()}: {error.reason}", lead)
    zero = text.find("\0")
    if zero >= 0:
        lead = text[:zero]
        return Undecodable(len(mark) + len(lead.encode(encoding)), "a zero character: this is no text", lead)
    source = Source(path, text, encoding, mark)
    return source if encoding == "utf-8" else _round_trip(source, data)


def _round_trip(source: Source, data: bytes) -> Source | Undecodable:
    """Several byte sequences may stand for one character in old encodings; UTF-8 has only one."""
    try:
        back = source.encode(source.text)
    except UnicodeEncodeError:
        back = b""
    if back == data:
        return source
    at = next((i for i, (a, b) in enumerate(zip(back, data, strict=False)) if a != b), min(len(back), len(data)))
    lead = data[len(source.bom) : at].decode(source.encoding, "replace")
    return Undecodable(at, f"could not be written back as it is in {source.encoding.upper()}", lead)
