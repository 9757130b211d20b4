"""Entries of flow mappings and sequences: taken out and added, on one line or several."""

from __future__ import annotations

from itertools import pairwise

from linter.syntax.node import Mapping, Scalar, Sequence
from linter.syntax.yaml.write_entries import Entry
from linter.syntax.yaml.write_job import Job, Seat
from linter.syntax.yaml.write_plan import Todo
from linter.syntax.yaml.write_style import flow_pairs, key_style, step_beside
from linter.syntax.yaml.write_text import Refusal


def edit_flow(job: Job, node: Mapping | Sequence, todo: Todo, seat: Seat, found: list[Entry]) -> None:
    """Writes what ``todo`` takes from ``node`` and adds to it, not what it changes further below."""
    gone = {position for position, below in todo.below.items() if below.removed}
    dense = is_dense(node, found) if found else seat.dense
    colon, comma = (":", ",") if dense else (": ", ", ")
    style = key_style(node if found or seat.around is None or not seat.flow else seat.around, job.json)
    fresh = flow_pairs(todo.keys, style, colon, comma)
    if len(gone) == len(found):
        for position in sorted(todo.items):
            fresh += todo.items[position]
        _fill(job, node, fresh, comma)
        return
    fresh += todo.items.get(len(found), [])
    kept = max(position for position in range(len(found)) if position not in gone)
    lines = bool(fresh) and _is_lines(job, node, found[kept])
    _take(job, node, found, gone, keep_comma=lines)
    for position in sorted(todo.items):
        if position < len(found):
            _insert(job, found, position, todo.items[position], comma)
    if lines:
        _append_lines(job, found, kept, fresh)
    elif fresh:
        at = found[kept].end
        bare = " " if job.layout.text[at - 1] == ":" else ""
        job.splices.put(at, at, bare + comma + comma.join(fresh))


def is_dense(node: Mapping | Sequence, found: list[Entry]) -> bool:
    """Whether keys are quoted and values follow their colon at once, as programs write JSON."""
    if isinstance(node, Sequence):
        return len(found) > 1 and all(entry.comma + 1 == after.head for entry, after in pairwise(found))
    quoted = all(isinstance(key, Scalar) and key.style for key, _ in node.entries)
    return quoted and all(
        value.start == entry.mark for entry, (_, value) in zip(found, node.entries, strict=True) if entry.mark >= 0
    )


def _is_lines(job: Job, node: Mapping | Sequence, last: Entry) -> bool:
    """Whether ``last`` starts a line and the bracket closes on a later one."""
    layout = job.layout
    return layout.leads(last.head) and not layout.one_line(last.end, node.end)


def _fill(job: Job, node: Mapping | Sequence, fresh: list[str], comma: str) -> None:
    """Puts ``fresh`` in place of everything between the brackets."""
    layout = job.layout
    start, end = node.start + 1, node.end - 1
    inner = layout.text[start:end]
    if layout.noted(start, end):
        raise Refusal("comments would be lost")
    if not fresh:
        job.splices.put(start, end, "")
    elif layout.one_line(start, end):
        pad = " " if inner.startswith(" ") else ""
        job.splices.put(start, end, pad + comma.join(fresh) + pad)
    else:
        margin = layout.margin(node.start)
        body = inner.lstrip()
        deep = layout.margin(end - len(body)) if body else ""
        if len(deep) <= len(margin):
            deep = margin + " " * step_beside(layout, None, job.root)
        between = f",{layout.eol}{deep}"
        job.splices.put(start, end, f"{layout.eol}{deep}{between.join(fresh)}{layout.eol}{margin}")


def _append_lines(job: Job, found: list[Entry], kept: int, fresh: list[str]) -> None:
    layout = job.layout
    entry = found[kept]
    if entry.comma < 0:
        job.splices.put(entry.end, entry.end, ",")
    margin = layout.margin(entry.head)
    at = layout.next_line(max(entry.end, entry.comma))
    last = "," if found[-1].comma >= 0 else ""
    text = f",{layout.eol}".join(margin + each for each in fresh)
    job.splices.put(at, at, text + last + layout.eol)


def _insert(job: Job, found: list[Entry], position: int, texts: list[str], comma: str) -> None:
    layout = job.layout
    head = found[position].head
    if layout.leads(head):
        margin = layout.margin(head)
        at = layout.line_start(head)
        job.splices.put(at, at, "".join(f"{margin}{text},{layout.eol}" for text in texts))
    else:
        job.splices.put(head, head, "".join(text + comma for text in texts))


def _take(job: Job, node: Mapping | Sequence, found: list[Entry], gone: set[int], keep_comma: bool) -> None:
    """Deletes the entries ``gone``, some of which are kept, in stretches of neighbours."""
    position = 0
    while position < len(found):
        first = position
        while position in gone:
            position += 1
        if position > first:
            _take_stretch(job, node, found, first, position - 1, keep_comma)
        position += 1


def _take_stretch(
    job: Job, node: Mapping | Sequence, found: list[Entry], first: int, last: int, keep_comma: bool
) -> None:
    layout = job.layout
    head, tail = found[first], found[last]
    after = found[last + 1].head if last + 1 < len(found) else node.end - 1
    past = max(tail.end, tail.comma + 1)
    if layout.leads(head.head) and not layout.one_line(past, after):
        job.splices.put(layout.line_start(head.head), layout.next_line(past), "")
        if tail.comma < 0 and not keep_comma:
            job.splices.put(found[first - 1].comma, found[first - 1].comma + 1, "")
        return
    start, end = (found[first - 1].end, tail.end) if first else (head.head, after)
    if layout.noted(start, end):
        raise Refusal("comments would be lost")
    job.splices.put(start, end, "")
