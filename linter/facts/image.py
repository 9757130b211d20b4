"""References to container images, taken apart: ``registry:5000/path/name:tag@sha256:…``.

Grammar: github.com/distribution/reference, reference.go.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from linter.facts.holes import filled_in
from linter.facts.value import Evidence, Origin, Slot, Unknown, Value
from linter.pattern import pattern
from linter.record import NamedTuple, dataclass, replace
from linter.syntax.document import Place

_REPOSITORY = pattern(r"[A-Za-z0-9\[][\w.\-\[\]:]*(?:/[A-Za-z0-9][\w.\-]*)*", re.ASCII)
_TAG = pattern(r"\w[\w.-]{0,127}", re.ASCII)
_DIGEST = pattern(r"[\w+.:-]+", re.ASCII)


class Reference(NamedTuple):
    """The parts of a reference; ``tag`` and ``digest`` are ``None`` where there is none."""

    repository: str
    tag: str | None
    digest: str | None

    @property
    def tag_start(self) -> int:
        """Where the tag stands in the text, or would be put (after its ``:``)."""
        return len(self.repository) + (self.tag is not None)


def split(text: str) -> Reference | None:
    """``text`` taken apart, or ``None`` where it is no image reference."""
    name, at, digest = text.partition("@")
    colon = name.rfind(":")
    tagged = colon > name.rfind("/")
    repository, tag = (name[:colon], name[colon + 1 :]) if tagged else (name, None)
    if not _REPOSITORY.fullmatch(repository) or (tag is not None and not _TAG.fullmatch(tag)):
        return None
    if at and not _DIGEST.fullmatch(digest):
        return None
    return Reference(repository, tag, digest if at else None)


@dataclass(frozen=True, slots=True)
class Written:
    """An image reference as a file states it.

    ``holes`` are the spans of ``text`` that can't be known. ``token`` is the span of the written scalar in the file if
    its characters are those of ``text`` one by one, else ``None``.
    """

    text: str
    slot: Slot
    holes: Sequence[tuple[int, int]] = ()
    token: tuple[int, int] | None = None
    origin: Origin = "written"
    evidence: tuple[Evidence, ...] = ()


def image_fields(written: Written) -> Mapping[str, Value]:
    """The fields ``reference``, ``repository``, ``tag`` and ``digest`` of a ``deploy.image``."""
    text, holes = written.text, written.holes
    parts = split(_masked(text, holes))
    unknown = filled_in(text[slice(*holes[0])]) if holes else None
    if parts is None:
        bad = unknown or Unknown(f"`{text}` is not an image reference")
        return {
            "reference": _value(written, bad if unknown else text),
            "repository": _value(written, bad),
            "tag": replace(_value(written, bad), slot=_tag_slot(written, None)),
            "digest": _value(written, bad),
        }
    # A placeholder at the end may bring the parts that are not written after it.
    open_end = unknown if holes and holes[-1][1] == len(text) else None
    size = len(parts.repository)
    tag_end = parts.tag_start + len(parts.tag or "")
    tag = _part(text, holes, parts.tag_start, tag_end) if parts.tag is not None else None
    if tag is None and parts.digest is None:
        tag = open_end
    digest = _part(text, holes, tag_end + 1, len(text)) if parts.digest is not None else open_end
    return {
        "reference": _value(written, unknown or text),
        "repository": _value(written, _part(text, holes, 0, size)),
        "tag": replace(_value(written, tag), slot=_tag_slot(written, parts)),
        "digest": _value(written, digest),
    }


def _part(text: str, holes: Sequence[tuple[int, int]], start: int, end: int) -> str | Unknown:
    for first, last in holes:
        if first < end and start < last:
            return filled_in(text[first:last])
    return text[start:end]


def _value(written: Written, data: str | Unknown | None) -> Value:
    origin = "default" if data is None else written.origin
    return Value(data, origin, written.slot, written.evidence)


def _masked(text: str, holes: Sequence[tuple[int, int]]) -> str:
    for start, end in holes:
        text = text[:start] + "x" * (end - start) + text[end:]
    return text


def _tag_slot(written: Written, parts: Reference | None) -> Slot:
    """The slot of the tag; shown by the tag's own characters where these can be told."""
    slot = replace(written.slot, part="tag")
    if written.holes or written.origin == "substituted":
        return replace(slot, locked=slot.locked or "the image reference holds a placeholder")
    if parts is None:
        return replace(slot, locked=slot.locked or "the text is not an image reference")
    if written.token is None or parts.tag is None:
        return slot
    start = written.token[0] + parts.tag_start
    return replace(slot, place=Place(slot.place.doc, start, start + len(parts.tag)))
