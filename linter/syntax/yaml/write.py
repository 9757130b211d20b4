"""Changes of a document as edits of its file that touch nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence

from linter.record import replace
from linter.syntax.change import TreeChange
from linter.syntax.document import Document
from linter.syntax.node import Node
from linter.syntax.yaml.write_check import check_file, check_inner
from linter.syntax.yaml.write_job import Job, Seat
from linter.syntax.yaml.write_plan import plan
from linter.syntax.yaml.write_shape import intended, literal
from linter.syntax.yaml.write_style import is_json
from linter.syntax.yaml.write_text import Layout, Refusal, Splice, Splices, applied, whole_lines
from linter.syntax.yaml.write_value import edit_node
from linter.text.edit import Edit, overlaps


def write(document: Document[Node], changes: Sequence[TreeChange]) -> tuple[Edit, ...] | str:
    """The edits that make ``changes`` in ``document`` as one operation, or the reason why it can't be done.

    The new text is read again here: it holds the wanted tree, and the file around it is as it was. No edits means
    that nothing is left to change. A mapping that loses its last entry becomes ``{}``, a sequence ``[]``; comments
    above a removed entry stay. A plain text is quoted where the file is JSON.
    """
    try:
        return _write(document, changes)
    except Refusal as why:
        return str(why)


def _write(document: Document[Node], changes: Sequence[TreeChange]) -> tuple[Edit, ...]:
    view = document.view
    layout = Layout(view)
    job = Job(layout, Splices(layout), document.root, is_json(view.text))
    checked = [_rendered(change, job.json) for change in changes]
    todo = plan(document.root, checked)
    wanted = intended(document.root, todo)
    edit_node(job, document.root, todo, Seat("root"))
    splices = job.splices.settled()
    if not splices:
        return ()
    new = applied(view.text, splices)
    check_inner(document, new, wanted)
    if job.json and not is_json(new):
        raise Refusal("the file would no longer be JSON")
    if view.identity:
        return _edits(document, splices)
    try:
        found = _edits(document, splices)
    except Refusal:
        # an embedding text may take whole lines only, or two of the changes share a line
        found = _edits(document, whole_lines(view.text, splices))
    check_file(document, found, new)
    return found


def _edits(document: Document[Node], splices: list[Splice]) -> tuple[Edit, ...]:
    edits: list[Edit] = []
    for start, end, text in splices:
        edit = document.view.edit(start, end, text)
        if isinstance(edit, str):
            raise Refusal(edit)
        if edits and overlaps(edits[-1], edit):
            raise Refusal("two of the changes meet in one place")
        edits.append(edit)
    return tuple(edits)


def _rendered(change: TreeChange, json_text: bool) -> TreeChange:
    """``change`` with its text checked; in JSON a plain text gets its quotes."""
    if change.verb not in ("set", "insert"):
        return change
    value = literal(change.to)
    if not json_text:
        return change
    try:
        json.loads(change.to)
    except ValueError:
        if value[0] != "scalar" or value[3]:
            raise Refusal(f"{change.to} is no JSON") from None
        return replace(change, to=json.dumps(change.to, ensure_ascii=False))
    return change
