"""What one Dockerfile says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from linter.facts.tree import Key, Map, Seq, Text, Tree
from linter.syntax.document import Document, Place
from linter.syntax.node import Scalar
from linter.system import Fragment
from linter.systems.dockerfile.stages import Argument, Base, Copy, Stage, stages

SYSTEM = "dockerfile"


def local(document: Document[Scalar]) -> Iterator[Fragment]:
    """A fragment ``image`` for each stage: its ``base`` as written, ``copies``, ``args``, ``files`` and its ``stage``.

    ``arguments`` has the defaults of the build arguments that the base may use, ``bare`` those without one.
    ``last`` is empty for a stage that becomes an image only where a build names it, ``index`` its number. None for a
    stage from scratch, or one that copies nothing.
    """
    if document.ref.syntax != "text":
        return
    found = stages(document.root.text)
    for index, stage in enumerate(found):
        last = index == len(found) - 1
        if stage.base is not None and stage.copies and (last or stage.name):
            yield _image(document, stage, stage.base, index, last=last)


def _image(document: Document[Scalar], stage: Stage, base: Base, index: int, *, last: bool) -> Fragment:
    ref = document.ref
    span = document.view.span(base.start, base.end)
    data: dict[str, Tree | str] = {
        "base": Text(ref, span.start, span.end, base.raw),
        "arguments": _arguments(document, base.arguments),
        "bare": "\n".join(name for name, value in base.arguments.items() if value is None),
        "copies": Seq(ref, span.start, span.end, tuple(_copy(document, one) for one in stage.copies)),
        "args": "\n".join((*stage.entrypoint, *stage.command)),
        "files": "\n".join(stage.files),
        "stage": stage.name,
        "index": str(index),
        "last": "yes" if last else "",
    }
    return Fragment(SYSTEM, "image", Place(ref, span.start, span.end), data, aside=not last)


def _arguments(document: Document[Scalar], arguments: Mapping[str, Argument | None]) -> Map:
    """The defaults by name, each at its place."""
    entries = []
    for name, value in arguments.items():
        if value is not None and value.at is not None:
            span = document.view.span(value.at, value.at + len(value.text))
            entries.append(Key(name, span.start, span.end, Text(document.ref, span.start, span.end, value.text)))
    return Map(document.ref, 0, 0, tuple(entries))


def _copy(document: Document[Scalar], one: Copy) -> Tree:
    ref = document.ref
    span = document.view.span(one.start, one.end)
    fixed = {name: value.text for name, value in one.arguments.items() if value is not None and value.at is None}
    words = {"source": one.source, "target": one.target, "names": "\n".join(one.arguments)}
    entries = [Key(key, span.start, span.end, Text(ref, span.start, span.end, word)) for key, word in words.items()]
    set_ = [Key(key, span.start, span.end, Text(ref, span.start, span.end, word)) for key, word in fixed.items()]
    entries.append(Key("defaults", span.start, span.end, _arguments(document, one.arguments)))
    entries.append(Key("set", span.start, span.end, Map(ref, span.start, span.end, tuple(set_))))
    return Map(ref, span.start, span.end, tuple(entries))
