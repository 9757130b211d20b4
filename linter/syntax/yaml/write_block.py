"""Entries of block mappings and sequences: taken out and added, line by line."""

from __future__ import annotations

from itertools import pairwise

from linter.syntax.node import Mapping, Sequence
from linter.syntax.yaml.write_entries import Entry, column
from linter.syntax.yaml.write_job import Job, Seat
from linter.syntax.yaml.write_plan import Todo
from linter.syntax.yaml.write_style import block_lines, key_style, step_beside
from linter.syntax.yaml.write_text import Refusal


def edit_block(job: Job, node: Mapping | Sequence, todo: Todo, seat: Seat, found: list[Entry]) -> None:
    """Writes what ``todo`` takes from ``node`` and adds to it, not what it changes further below."""
    gone = {position for position, below in todo.below.items() if below.removed}
    if len(gone) == len(found):
        _replace_all(job, node, todo, seat, found)
        return
    if gone:
        _take(job, found, gone)
    if todo.keys:
        _append(job, found, _new_keys(job, node, todo, column(job.layout, found)))
    for position in sorted(todo.items):
        _insert(job, found, position, _new_items(todo.items[position], column(job.layout, found)))


def _new_keys(job: Job, node: Mapping | Sequence, todo: Todo, at: int) -> list[str]:
    beside = node if isinstance(node, Mapping) else None
    return block_lines(todo.keys, at, step_beside(job.layout, beside, job.root), key_style(node, job.json))


def _new_items(texts: list[str], at: int) -> list[str]:
    return [f"{' ' * at}- {text}" for text in texts]


def _append(job: Job, found: list[Entry], lines: list[str]) -> None:
    layout = job.layout
    at = layout.after_comments(layout.next_line(found[-1].end), column(layout, found), level=True)
    job.splices.put(at, at, "".join(line + layout.eol for line in lines))


def _insert(job: Job, found: list[Entry], position: int, lines: list[str]) -> None:
    layout = job.layout
    if position == len(found):
        _append(job, found, lines)
        return
    if position:
        at = layout.after_comments(layout.next_line(found[position - 1].end), column(layout, found), level=False)
    elif layout.leads(found[0].head):
        at = layout.line_start(found[0].head)
    else:
        raise Refusal("the first item does not start its line")
    job.splices.put(at, at, "".join(line + layout.eol for line in lines))


def _take(job: Job, found: list[Entry], gone: set[int]) -> None:
    layout = job.layout
    at = column(layout, found)
    first = 0
    if not layout.leads(found[0].head):
        while first in gone:
            first += 1
        if first:
            _pull_up(job, found[0], found[first - 1], found[first])
    for position in sorted(gone):
        if position >= first:
            _drop(job, found[position], at)


def _drop(job: Job, entry: Entry, at: int) -> None:
    """Deletes an entry's lines, and the comments right below it that are deeper than its column ``at``."""
    layout = job.layout
    end = layout.after_comments(layout.next_line(entry.end), at + 1, level=True, blanks=False)
    job.splices.put(layout.line_start(entry.head), end, "")


def _pull_up(job: Job, head: Entry, last: Entry, kept: Entry) -> None:
    """Deletes ``head`` to ``last``, which share their first line with a ``-``, and lets ``kept`` take that place."""
    layout = job.layout
    if layout.next_line(last.end) == layout.line_start(kept.head):
        job.splices.put(head.head, kept.head, "")
        return
    # comments stand between: they stay on their lines, and so does the entry below them
    start = head.head
    while layout.text[start - 1] == " ":
        start -= 1
    job.splices.put(start, layout.line_end(last.end), "")


def _replace_all(job: Job, node: Mapping | Sequence, todo: Todo, seat: Seat, found: list[Entry]) -> None:
    layout = job.layout
    at = column(layout, found)
    fresh = _new_keys(job, node, todo, at) if isinstance(node, Mapping) else []
    for position in sorted(todo.items):
        fresh += _new_items(todo.items[position], at)
    empty = "{}" if isinstance(node, Mapping) else "[]"
    if not layout.leads(found[0].head):
        end = layout.line_end(found[-1].end)
        if any(
            layout.next_line(one.end) != layout.line_start(after.head)
            and layout.noted(layout.next_line(one.end), after.head)
            for one, after in pairwise(found)
        ):
            raise Refusal("comments would be lost")
        job.splices.put(found[0].head, end, layout.eol.join(fresh).lstrip(" ") if fresh else empty)
        return
    rest = found
    if fresh:
        _append(job, found, fresh)
    elif seat.kind == "root":
        job.splices.put(found[0].head, layout.line_end(found[0].end), empty)
        rest = found[1:]
    else:
        mark = layout.properties_end(seat.mark)
        job.splices.put(mark, mark, " " + empty)
    for entry in rest:
        _drop(job, entry, at)
