"""What one Dockerfile says."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Map, Seq, Text, Tree
from linter.syntax.document import Document, Place
from linter.syntax.node import Scalar
from linter.system import Fragment
from linter.systems.dockerfile.stages import Copy, last_stage

SYSTEM = "dockerfile"


def local(document: Document[Scalar]) -> Iterator[Fragment]:
    """One fragment ``image``: its ``base``, ``copies`` (pairs of texts), ``args`` and what is not known of the base.

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
        "holes": Seq(ref, span.start, span.end, holes),
        "unset": "\n".join(base.unset),
        "copies": Seq(ref, span.start, span.end, tuple(_copy(document, one) for one in stage.copies)),
        "args": "\n".join((*stage.entrypoint, *stage.command)),
    }
    yield Fragment(SYSTEM, "image", Place(ref, span.start, span.end), data)


def _copy(document: Document[Scalar], one: Copy) -> Tree:
    ref = document.ref
    span = document.view.span(one.start, one.end)
    words = (("source", one.source), ("target", one.target))
    entries = tuple(Key(key, span.start, span.end, Text(ref, span.start, span.end, word)) for key, word in words)
    return Map(ref, span.start, span.end, entries)
