"""What one Dockerfile says."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.image import split
from linter.facts.tree import Key, Map, Seq, Text, Tree
from linter.syntax.document import Document, Place
from linter.syntax.node import Scalar
from linter.system import Fragment
from linter.systems.dockerfile.stages import Base, Copy, last_stage

SYSTEM = "dockerfile"


def local(document: Document[Scalar]) -> Iterator[Fragment]:
    """One fragment ``image``: its ``base`` and the ``tag`` of that, ``copies`` (pairs), ``args`` and ``files``.

    What is not known of the base stands beside it.

    Nothing for an image from scratch, or one that copies nothing.
    """
    if document.ref.syntax != "text":
        return
    stage = last_stage(document.root.text)
    if stage is None or stage.base is None or not stage.copies:
        return
    ref = document.ref
    base = stage.base
    span = document.view.span(base.start, base.end)
    holes = tuple(Text(ref, start, end, "") for start, end in base.holes)
    data: dict[str, Tree | str] = {
        "base": Text(ref, span.start, span.end, base.text),
        "tag": _tag(document, base),
        "holes": Seq(ref, span.start, span.end, holes),
        "unset": "\n".join(base.unset),
        "copies": Seq(ref, span.start, span.end, tuple(_copy(document, one) for one in stage.copies)),
        "args": "\n".join((*stage.entrypoint, *stage.command)),
        "files": "\n".join(stage.files),
    }
    yield Fragment(SYSTEM, "image", Place(ref, span.start, span.end), data)


def _tag(document: Document[Scalar], base: Base) -> Tree | str:
    """The tag where it is written in one piece; a text says why there is none that could be changed."""
    parts = None if base.holes else split(base.text)
    if parts is None or parts.tag is None:
        return "the image reference holds a placeholder" if base.holes else "the image has no tag to be changed"
    if parts.digest is not None:
        return "the image is pinned by its digest, which a new tag would not change"
    at = base.written(parts.tag_start, parts.tag_start + len(parts.tag))
    if at is None:
        return "the image reference is put together from several places"
    span = document.view.span(at, at + len(parts.tag))
    return Text(document.ref, span.start, span.end, parts.tag)


def _copy(document: Document[Scalar], one: Copy) -> Tree:
    ref = document.ref
    span = document.view.span(one.start, one.end)
    words = (("source", one.source), ("target", one.target))
    entries = tuple(Key(key, span.start, span.end, Text(ref, span.start, span.end, word)) for key, word in words)
    return Map(ref, span.start, span.end, entries)
