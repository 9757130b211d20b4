"""The comments of a YAML text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linter.pattern import pattern
from linter.syntax.yaml.block import header
from linter.syntax.yaml.build import after_properties
from linter.syntax.yaml.events import events, resumes
from linter.text.view import View

_COMMENT = pattern(r"#([^\r\n\x85\u2028\u2029]*)")


def comments(view: View) -> Iterator[tuple[int, int, str]]:
    """Start, end and text without ``#`` of every comment, in order.

    Of a text that can't be read to its end, those before the last thing that could be. Outside scalars a ``#`` starts a
    comment wherever a token may start, as libyaml has it.
    """
    text = view.text
    at = 0
    for start, end in _taken(text):
        while found := _COMMENT.search(text, at, start):
            yield found.start(), found.end(), found.group(1)
            at = found.end()
        at = max(at, end)


def _taken(text: str) -> Iterator[tuple[int, int]]:
    """What holds no comments, in order: scalars and aliases, and last the end of what could be read."""
    skip: int | None = len(text) - len(text.lstrip("\ufeff"))
    while skip is not None:
        skip = yield from _stream(text, skip)


def _stream(text: str, skip: int) -> Iterator[tuple[int, int]] | Any:
    source = events("\n" * skip + text[skip:] if skip else text)
    after = limit = skip
    try:
        while True:
            event = source.get()
            kind = event.__class__
            if kind is source.stream_end:
                yield len(text), len(text)
                return None
            limit = max(limit, event.end_mark.index)
            if kind is source.scalar or kind is source.alias:
                yield _leaf(text, event), event.end_mark.index
            elif kind is source.document_end:
                after = limit if event.explicit else 0
            elif kind is source.document:
                after = 0
    except source.errors as error:
        if after > skip and resumes(error):
            return after
        yield limit, limit
        return None


def _leaf(text: str, event: Any) -> int:
    """Where a leaf's text starts: behind anchor and tag, and behind a block scalar's header."""
    start = after_properties(text, event.start_mark.index, event.end_mark.index)
    head = header(text, start) if getattr(event, "style", None) in ("|", ">") else None
    return start if head is None else min(head.end, event.end_mark.index)
