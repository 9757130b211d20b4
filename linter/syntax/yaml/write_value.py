"""Values: replaced by another, and empty ones that get entries; and the walk over a whole tree of todos."""

from __future__ import annotations

from linter.pattern import pattern
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.write_block import edit_block
from linter.syntax.yaml.write_entries import Entry, column, entries, reach
from linter.syntax.yaml.write_flow import edit_flow, is_dense
from linter.syntax.yaml.write_job import Job, Seat
from linter.syntax.yaml.write_plan import Todo, child
from linter.syntax.yaml.write_style import block_lines, flow_text, key_style, key_text, step_beside
from linter.syntax.yaml.write_text import Refusal

_HEADER = pattern(r"[|>][-+0-9]*")


def edit_node(job: Job, node: Node, todo: Todo, seat: Seat) -> None:
    """Writes everything that ``todo`` wants of ``node``; what lies deeper comes first."""
    if todo.to is not None:
        _replace(job, node, seat, todo.to)
    elif isinstance(node, Mapping | Sequence):
        _edit_collection(job, node, todo, seat)
    elif todo.grows:
        _grow_null(job, node, todo, seat)


def _edit_collection(job: Job, node: Mapping | Sequence, todo: Todo, seat: Seat) -> None:
    if not todo.below and not todo.grows:
        return
    if isinstance(node, Mapping) and not node.entries and _fits_block(job, node, seat):
        _open_block(job, node, todo, seat)
        return
    found = entries(job.layout, node)
    for position, below in sorted(todo.below.items()):
        if isinstance(node, Mapping) and below.name is not None:
            key = node.entries[position][0]
            job.splices.put(key.start, key.end, key_text(below.name, key.style if isinstance(key, Scalar) else ""))
        edit_node(job, child(node, position), below, _seat(job, node, found, position))
    if node.flow:
        edit_flow(job, node, todo, seat, found)
    else:
        edit_block(job, node, todo, seat, found)


def _seat(job: Job, node: Mapping | Sequence, found: list[Entry], position: int) -> Seat:
    entry = found[position]
    at = 0 if node.flow else column(job.layout, found)
    dense = node.flow and is_dense(node, found)
    if isinstance(node, Mapping):
        return Seat("key", entry.mark, at, node.flow, node, node.entries[position][0].end, dense)
    return Seat("item", entry.mark, at, node.flow, dense=dense)


def _fits_block(job: Job, node: Node, seat: Seat) -> bool:
    """Whether an empty value can make room for lines below its key."""
    layout = job.layout
    if seat.kind != "key" or seat.flow or not layout.one_line(seat.mark, node.end):
        return False
    if isinstance(node, Mapping) and layout.text[node.start + 1 : node.end - 1].strip():
        return False
    return layout.closes(max(node.end, layout.properties_end(seat.mark)))


def _open_block(job: Job, node: Node, todo: Todo, seat: Seat) -> None:
    """Takes the empty value away and puts the new entries on lines below its key."""
    layout = job.layout
    step = step_beside(layout, seat.around, job.root)
    lines = block_lines(todo.keys, seat.column + step, step)
    start = layout.properties_end(seat.mark)
    job.splices.put(start, max(start, node.end), "")
    at = layout.after_comments(layout.next_line(start), seat.column + 1, level=True)
    job.splices.put(at, at, "".join(line + layout.eol for line in lines))


def _grow_null(job: Job, node: Node, todo: Todo, seat: Seat) -> None:
    if todo.keys and _fits_block(job, node, seat):
        _open_block(job, node, todo, seat)
        return
    items = [text for position in sorted(todo.items) for text in todo.items[position]]
    style = key_style(seat.around, job.json) if seat.flow else ""
    _replace(job, node, seat, flow_text(todo.keys or items, style))


def _replace(job: Job, node: Node, seat: Seat, to: str) -> None:
    layout = job.layout
    if layout.text[node.start : node.end] == to:
        return
    if isinstance(node, Scalar) and node.start >= node.end:
        _fill_in(job, seat, to)
    elif isinstance(node, Scalar) and node.style in ("|", ">"):
        header = _HEADER.match(layout.text, node.start)
        job.splices.put(node.start, node.start if header is None else header.end(), to)
        job.splices.put(layout.next_line(node.start), layout.next_line(reach(layout, node, seat.mark)), "")
    elif isinstance(node, Scalar | Alias) or node.flow:
        if not layout.one_line(node.start, node.end) and layout.noted(node.start, node.end):
            raise Refusal("comments would be lost")
        job.splices.put(node.start, node.end, to)
    else:
        _replace_block(job, node, seat, to)


def _fill_in(job: Job, seat: Seat, to: str) -> None:
    """Writes a value where none was written."""
    layout = job.layout
    if seat.mark < 0:
        if seat.key_end < 0:
            raise Refusal("the value has no place of its own")
        job.splices.put(seat.key_end, seat.key_end, ": " + to)
        return
    at = layout.properties_end(seat.mark)
    end = layout.line_end(at)
    blank = not layout.text[at:end].strip(" ")
    job.splices.put(at, end if blank else at, " " + to)


def _replace_block(job: Job, node: Mapping | Sequence, seat: Seat, to: str) -> None:
    layout = job.layout
    end = reach(layout, node, node.end)
    first = layout.line_start(node.start)
    mark = layout.properties_end(seat.mark)
    if first <= mark:
        if layout.noted(node.start, end):
            raise Refusal("comments would be lost")
        job.splices.put(node.start, end, to)
        return
    below = layout.next_line(mark)
    if layout.noted(below, layout.next_line(end)):
        raise Refusal("comments would be lost")
    job.splices.put(mark, mark, " " + to)
    job.splices.put(below, layout.next_line(end), "")
