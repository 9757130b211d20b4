"""What one Dockerfile says."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Map, Seq, Text, Tree
from linter.syntax.document import Document, Place
from linter.syntax.node import Scalar
from linter.system import Fragment
from linter.systems.dockerfile.stages import Base, Copy, last_stage

SYSTEM = "dockerfile"


def local(document: Document[Scalar]) -> Iterator[Fragment]:
    """One fragment ``image``: its ``base`` as written, ``copies`` (pairs), ``args``, ``files`` and its ``stage``.

    ``arguments`` has the defaults of the build arguments that the base may use, ``bare`` those without one.
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
    data: dict[str, Tree | str] = {
        "base": Text(ref, span.start, span.end, base.raw),
        "arguments": _arguments(document, base),
        "bare": "\n".join(name for name, value in base.arguments.items() if value is None),
        "copies": Seq(ref, span.start, span.end, tuple(_copy(document, one) for one in stage.copies)),
        "args": "\n".join((*stage.entrypoint, *stage.command)),
        "files": "\n".join(stage.files),
        "stage": stage.name,
    }
    yield Fragment(SYSTEM, "image", Place(ref, span.start, span.end), data)


def _arguments(document: Document[Scalar], base: Base) -> Map:
    """The defaults by name, each at its place."""
    entries = []
    for name, value in base.arguments.items():
        if value is not None and value.at is not None:
            span = document.view.span(value.at, value.at + len(value.text))
            entries.append(Key(name, span.start, span.end, Text(document.ref, span.start, span.end, value.text)))
    return Map(document.ref, 0, 0, tuple(entries))


def _copy(document: Document[Scalar], one: Copy) -> Tree:
    ref = document.ref
    span = document.view.span(one.start, one.end)
    words = (("source", one.source), ("target", one.target))
    entries = tuple(Key(key, span.start, span.end, Text(ref, span.start, span.end, word)) for key, word in words)
    return Map(ref, span.start, span.end, entries)
