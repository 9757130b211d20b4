"""YAML text as documents with exact places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.node import Node, Scalar
from linter.syntax.yaml.build import Builder, Unreadable
from linter.syntax.yaml.events import Events, events, resumes
from linter.syntax.yaml.everyday import everyday
from linter.syntax.yaml.runs import SEPARATOR
from linter.text.source import Lines
from linter.text.view import View


def parse(view: View, ref: DocRef, pure: bool = False) -> Iterator[Document[Node] | Problem]:
    """The documents of a stream in order; a ``Problem`` ends it.

    ``ref`` is given to each with its index; empty documents are counted but not given. ``pure`` reads with
    ruamel.yaml instead of libyaml. A last problem of kind ``line-separator`` tells of a character that makes the text
    read otherwise than an editor shows it; the documents are as the Collector and Kubernetes read them.
    """
    text = view.text
    read = None if pure else everyday(text)
    if read is not None:
        for index, (root, unique) in enumerate(read):
            if root is not None:
                yield Document(_numbered(ref, index), view, root, unique)
        return
    separator = None if text.isascii() else SEPARATOR.search(text)
    if separator is not None:
        yield from _separated(view, ref, pure, separator.start())
        return
    index = 0
    try:
        for root in _roots(text, pure):
            if root is not None:
                yield Document(_numbered(ref, index), view, root)
            index += 1
    except Unreadable as why:
        yield _problem(view, _numbered(ref, index), why)


def _numbered(ref: DocRef, index: int) -> DocRef:
    return ref if ref.index == index else DocRef(ref.path, ref.syntax, index, ref.host, ref.route)


def _separated(view: View, ref: DocRef, pure: bool, at: int) -> Iterator[Document[Node] | Problem]:
    """As ``parse``, for a text with a line separator at ``at``."""
    from linter.syntax.yaml.separators import broken, same, shown

    text = view.text
    roots, why = _read(text, pure)
    other, fault = _read(broken(text) if pure else shown(text), pure)
    alike = same(roots, other) and (why is None) == (fault is None)
    if alike or not pure:
        # ruamel.yaml takes U+2028 for text: what it reads is right only where that changes nothing
        yield from (Document(_numbered(ref, i), view, root) for i, root in enumerate(roots) if root is not None)
    if alike and why is not None:
        yield _problem(view, _numbered(ref, len(roots)), why)
    elif not alike:
        message = f"U+{ord(text[at]):04X} ends a line for YAML readers, though editors don't show it: remove it"
        yield _problem(view, _numbered(ref, len(roots)), Unreadable(at, at + 1, message), "line-separator")


def _read(text: str, pure: bool) -> tuple[list[Node | None], Unreadable | None]:
    roots: list[Node | None] = []
    try:
        for root in _roots(text, pure):
            roots.append(root)  # noqa: PERF402 keeps what was read before a fault
    except Unreadable as why:
        return roots, why
    return roots, None


def _problem(view: View, ref: DocRef, why: Unreadable, kind: str = "syntax") -> Problem:
    """The problem's place, kept off the empty end of a text, which would lie in the lines after an embedded one."""
    last = len(view.text.rstrip())
    start = min(why.start, last)
    end = max(start, min(why.end, last))
    message = why.message
    if why.opened is not None:
        line = Lines(view.source.text).position(view.outer(why.opened, why.opened)[0]).line
        message = message.replace("{line}", f"line {line}")
    return Problem(Document(ref, view, None).place(start, end), message, kind)


def _roots(text: str, pure: bool) -> Iterator[Node | None]:
    """The documents' roots, ``None`` for an empty one; raises ``Unreadable``."""
    skip: int | None = len(text) - len(text.lstrip("\ufeff"))
    while skip is not None:
        # line breaks in place of what was read keep the offsets
        skip = yield from _stream(text, skip, events("\n" * skip + text[skip:] if skip else text, pure))


def _stream(text: str, skip: int, source: Events) -> Iterator[Node | None] | Any:
    """The roots from ``skip`` on; returns where reading goes on, for a document after ``...`` without ``---``."""
    get = source.get
    after = 0
    builder = None
    try:
        while True:
            kind = get().__class__
            if kind is source.stream_end:
                return None
            if kind is source.document:
                after = 0
                builder = Builder(text)
                root, end = builder.root(source)
                after = end.end_mark.index if end.explicit else 0
                yield None if _empty(root) else root
    except source.errors as error:
        if after > skip and resumes(error):
            return after
        from linter.syntax.yaml.problems import unreadable

        raise unreadable(text, error, None if builder is None else builder.bracket) from error


def _empty(root: Node) -> bool:
    return isinstance(root, Scalar) and not root.text and not root.style and root.tag is None and root.anchor is None
