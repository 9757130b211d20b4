"""Text that is being parsed, and its way back to the file it stands in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Protocol, TypeAlias

from linter.pattern import pattern
from linter.record import NamedTuple
from linter.text.edit import Edit
from linter.text.source import Source, Span

_BREAK = pattern(r"\r\n|\n|\r")

Replacement: TypeAlias = "tuple[int, int, str]"
"""Start, end and new text."""


class Run(NamedTuple):
    """A stretch of a view's text and where the text around it keeps it.

    ``start`` and ``size`` count code points of the view, ``at`` and ``width`` of the surrounding text. ``size ==
    width`` maps one to one; otherwise the run is one piece, such as an escape.
    """

    start: int
    size: int
    at: int
    width: int


class Form(Protocol):
    """How the surrounding text writes a view's text down."""

    def rewrite(self, view: View, start: int, end: int, new: str) -> Replacement | str:
        """The replacement in the surrounding text that makes ``start..end`` of ``view`` read ``new``, or why none."""
        ...


class View:
    """A text with an exact way back to its file; immutable.

    ``View.of`` is a file's whole text. ``derive`` gives the text inside a part of it, to any depth.
    """

    __slots__ = ("_form", "_outer", "_runs", "_starts", "identity", "locked", "source", "text")

    def __init__(
        self,
        source: Source,
        text: str,
        outer: View | None = None,
        runs: Sequence[Run] = (),
        form: Form | None = None,
        locked: str = "",
    ) -> None:
        self.source = source
        self.locked: str = locked or (outer.locked if outer is not None else "")
        self.text = text
        self.identity = outer is None
        self._outer = outer
        self._form = form
        self._runs = runs
        self._starts = [run.start for run in runs]

    @classmethod
    def of(cls, source: Source) -> View:
        """The whole file."""
        return cls(source, source.text)

    def derive(self, text: str, runs: Sequence[Run], form: Form | None = None, locked: str = "") -> View:
        """A view of ``text``, which ``runs`` place in this view.

        Runs are in order, touch each other in ``text`` and cover it; one of size 0 may end them and says where the
        text ends. Raises ``ValueError`` if they don't. Without a ``form`` only verbatim text can be edited, within a
        line. ``locked`` says why nothing in it may be; views of its parts inherit that.
        """
        at = 0
        for run in runs:
            if run.start != at:
                raise ValueError("runs leave a gap")
            at += run.size
        if at != len(text) or not runs:
            raise ValueError("runs do not cover the text")
        return View(self.source, text, self, runs, form, locked)

    @property
    def around(self) -> View:
        """The view this one was derived from; itself for a whole file."""
        return self if self._outer is None else self._outer

    def local(self, start: int, end: int) -> tuple[int, int]:
        """``start..end`` as offsets of the view around this one.

        An empty range lies before the character that follows it, so past any indentation.
        """
        if self._outer is None:
            return start, end
        run = self._runs[bisect_right(self._starts, start) - 1]
        if start < end <= run.start + run.size and run.size == run.width:
            # within one line, as nearly all ranges are
            shift = run.at - run.start
            return start + shift, end + shift
        first = run.at + min(start - run.start, run.size) if run.size == run.width else run.at
        if end <= start:
            return first, first
        run = self._runs[bisect_left(self._starts, end) - 1]
        return first, run.at + (min(end - run.start, run.size) if run.size == run.width else run.width)

    def outer(self, start: int, end: int) -> tuple[int, int]:
        """``start..end`` as offsets of the file."""
        view = self
        while view._outer is not None:
            start, end = view.local(start, end)
            view = view._outer
        return start, end

    def span(self, start: int, end: int) -> Span:
        """``start..end`` as a span of the file."""
        return Span(self.source, *self.outer(start, end))

    def verbatim(self, start: int, end: int) -> bool:
        """Whether ``start..end`` stands in the surrounding text character for character, on one line."""
        first, last = self.local(start, end)
        written = self.around.text[first:last]
        return written == self.text[start:end] and not _BREAK.search(written)

    def edit(self, start: int, end: int, new: str) -> Edit | str:
        """The edit of the file that makes ``start..end`` read ``new``, or the reason why there is none.

        Line ends in ``new`` become the file's.
        """
        if self.locked:
            return self.locked
        view = self
        while view._outer is not None:
            change = view._rewrite(start, end, new)
            if isinstance(change, str):
                return change
            start, end, new = change
            view = view._outer
        if "\n" in new or "\r" in new:
            new = _BREAK.sub(self.source.eol, new)
        return Edit(self.source.path, start, end, new)

    def _rewrite(self, start: int, end: int, new: str) -> Replacement | str:
        if self._form is not None:
            return self._form.rewrite(self, start, end, new)
        if _BREAK.search(new) or not self.verbatim(start, end):
            return "only text within one line can be edited here"
        return (*self.local(start, end), new)
