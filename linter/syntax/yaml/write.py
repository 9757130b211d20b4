"""Changes of a document as edits of its file that touch nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise

from linter.record import NamedTuple, replace
from linter.syntax.change import TreeChange
from linter.syntax.document import Document
from linter.syntax.node import Node
from linter.syntax.together import Written, proven
from linter.syntax.yaml.write_check import check_file, check_inner
from linter.syntax.yaml.write_job import Job, Seat
from linter.syntax.yaml.write_plan import Planner
from linter.syntax.yaml.write_shape import check_names, intended, literal
from linter.syntax.yaml.write_style import is_json
from linter.syntax.yaml.write_text import Layout, Refusal, Splice, Splices, applied, whole_lines
from linter.syntax.yaml.write_value import edit_node
from linter.text.edit import Edit, overlaps

_MEET = "two of the changes meet in one place"


def write_each(document: Document[Node], groups: Sequence[Sequence[TreeChange]]) -> tuple[Written, ...]:
    """The edits that make each of ``groups`` in ``document`` as one operation, or the reason why it can't be done.

    The new text is read again here: it holds the wanted tree, and the file around it is as it was. No edits means
    that nothing is left to change. A mapping that loses its last entry becomes ``{}``, a sequence ``[]``; comments
    above a removed entry stay. A plain text is quoted where the file is JSON.
    """
    writer = _Writer(document)
    return proven([writer.draw(changes) for changes in groups], writer.prove)


def write(document: Document[Node], changes: Sequence[TreeChange]) -> Written:
    """``write_each`` for one operation."""
    return write_each(document, (changes,))[0]


class _Drawn(NamedTuple):
    """One operation: what it is to change in the tree, and how it does so in the view's text and in the file's."""

    changes: list[TreeChange]
    splices: list[Splice]
    edits: tuple[Edit, ...]


class _Writer:
    """What all operations on one document share."""

    def __init__(self, document: Document[Node]) -> None:
        self._document = document
        self._layout = Layout(document.view)
        self._json = is_json(document.view.text)
        self._planner = Planner(document.root)

    def draw(self, changes: Sequence[TreeChange]) -> _Drawn | str:
        """The operation on its own, not yet proven."""
        document, view = self._document, self._document.view
        job = Job(self._layout, Splices(self._layout), document.root, self._json)
        try:
            checked = [_rendered(change, self._json) for change in changes]
            todo = self._planner.plan(checked)
            check_names(document.root, todo)
            edit_node(job, document.root, todo, Seat("root"))
            splices = job.splices.settled()
            try:
                return _Drawn(checked, splices, self._edits(splices))
            except Refusal:
                if view.identity:
                    raise
            # an embedding text may take whole lines only, or two of the changes share a line
            return _Drawn(checked, splices, self._edits(whole_lines(view.text, splices)))
        except Refusal as why:
            return str(why)

    def prove(self, drawn: Sequence[_Drawn]) -> str:
        """Why the operations would not do what they are meant to, or nothing."""
        document, view = self._document, self._document.view
        splices = sorted({splice for one in drawn for splice in one.splices})
        if not splices:
            return ""
        try:
            if any(first.end > second.start for first, second in pairwise(splices)):
                raise Refusal(_MEET)
            todo = self._planner.plan(change for one in drawn for change in one.changes)
            check_names(document.root, todo)
            wanted = intended(document.root, todo)
            new = applied(view.text, splices)
            check_inner(document, new, wanted)
            if self._json and not is_json(new):
                raise Refusal("the file would no longer be JSON")
            if not view.identity:
                check_file(document, tuple(edit for one in drawn for edit in one.edits), new)
        except Refusal as why:
            return str(why)
        return ""

    def _edits(self, splices: list[Splice]) -> tuple[Edit, ...]:
        edits: list[Edit] = []
        for start, end, text in splices:
            edit = self._document.view.edit(start, end, text)
            if isinstance(edit, str):
                raise Refusal(edit)
            if edits and overlaps(edits[-1], edit):
                raise Refusal(_MEET)
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
