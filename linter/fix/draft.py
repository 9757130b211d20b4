"""Each fix on its own: its changes as edits of text, or why they can't be made."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any

from linter.finding import Change, Finding, Fix, Patch
from linter.fix.locate import Locator, Opener
from linter.fix.part import quoted, whole
from linter.record import dataclass, replace
from linter.syntax import formats
from linter.syntax.change import TreeChange
from linter.syntax.document import DocRef, Document
from linter.syntax.together import Written
from linter.text.edit import Edit, overlaps


@dataclass(frozen=True, slots=True)
class Operation:
    """What one fix changes in one document, as a single change of its tree.

    A change inside a mapping that is handed on as a document is one of the document that owns the text.
    """

    doc: DocRef
    changes: tuple[TreeChange, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A patch with the tree operations that its edits stand for; ``policy`` is whose finding it is for."""

    patch: Patch
    operations: tuple[Operation, ...] = ()
    policy: str = ""


def draft(findings: Iterable[Finding], open_source: Opener) -> tuple[Draft, ...]:
    """A draft for every fix of every finding, in their order and as if each were the only one.

    All that concerns one document is written at once, since a proof that edits do what they should reads the whole.
    """
    desk = _Desk(Locator(open_source))
    planned = [(finding, fix, _operations(fix, desk.locator)) for finding in findings for fix in finding.fixes]
    desk.write(made for _, _, made in planned if not isinstance(made, str))
    return tuple(_draft(finding, fix, made, desk) for finding, fix, made in planned)


def patches(findings: Iterable[Finding], open_source: Opener) -> tuple[Patch, ...]:
    """What reports show: the edits of every fix, or the reason why it has none."""
    return tuple(drafted.patch for drafted in draft(findings, open_source))


class _Desk:
    """Documents, what was written in them, and the comments that stand there."""

    def __init__(self, locator: Locator) -> None:
        self.locator = locator
        self.written: dict[Operation, Written] = {}
        self._comments: dict[DocRef, list[tuple[int, int, str]]] = {}

    def write(self, operations: Iterable[tuple[Operation, ...]]) -> None:
        """Makes all ``operations``, those of one document together."""
        by_doc: dict[DocRef, dict[Operation, None]] = {}
        for made in operations:
            for operation in made:
                by_doc.setdefault(operation.doc, {})[operation] = None
        for doc, own in by_doc.items():
            document = self.locator.document(doc)
            if isinstance(document, str):
                self.written.update(dict.fromkeys(own, document))
            else:
                edits = formats.write_each(document, [operation.changes for operation in own])
                self.written.update(zip(own, edits, strict=True))

    def lost(self, doc: DocRef, edits: Iterable[Edit]) -> str:
        """Why the edits can't be made because they take a comment with them, or ``""``."""
        source, document = self.locator.source(doc.path), self.locator.document(doc)
        if doc.syntax != "yaml" or source is None or isinstance(document, str):
            return ""
        for edit in edits:
            if "#" not in source.text[edit.start : edit.end]:
                continue
            found = self._found(document)
            at = bisect_left(found, edit.start, key=lambda comment: comment[1])
            while at < len(found) and found[at][0] < edit.end:
                _, last, text = found[at]
                if edit.start < last and text.strip() not in edit.new:
                    return f"the comment `#{text.rstrip()}` would be lost"
                at += 1
        return ""

    def _found(self, document: Document[Any]) -> list[tuple[int, int, str]]:
        """The document's comments with their places in the file."""
        from linter.syntax.yaml.comments import comments

        if document.ref not in self._comments:
            view = document.view
            self._comments[document.ref] = [(*view.outer(start, end), text) for start, end, text in comments(view)]
        return self._comments[document.ref]


def _draft(finding: Finding, fix: Fix, made: tuple[Operation, ...] | str, desk: _Desk) -> Draft:
    if isinstance(made, str):
        return _refused(finding, fix, made)
    edits: list[Edit] = []
    for operation in made:
        written = desk.written[operation]
        if isinstance(written, str):
            return _refused(finding, fix, written)
        lost = desk.lost(operation.doc, written)
        if lost:
            return _refused(finding, fix, lost)
        edits.extend(edit for edit in written if edit not in edits)
    if not edits:
        return _refused(finding, fix, "the file already says so")
    reason = _conflict(edits) or _encoding(edits, desk.locator)
    if reason:
        return _refused(finding, fix, reason)
    return Draft(Patch(finding.fingerprint, fix, tuple(edits)), made, finding.policy)


def _refused(finding: Finding, fix: Fix, reason: str) -> Draft:
    return Draft(Patch(finding.fingerprint, fix, refusal=reason), policy=finding.policy)


def _operations(fix: Fix, locator: Locator) -> tuple[Operation, ...] | str:
    """The fix's changes by document, in the order in which the documents are first named."""
    if not fix.changes:
        return "it has to be made by hand"
    by_doc: dict[DocRef, list[TreeChange]] = {}
    for change in fix.changes:
        translated = _translated(change, locator)
        if isinstance(translated, str):
            return translated
        doc, route = locator.outermost(change.slot.place.doc, translated.route)
        by_doc.setdefault(doc, []).append(replace(translated, route=route))
    return tuple(Operation(doc, tuple(changes)) for doc, changes in by_doc.items())


def _translated(change: Change, locator: Locator) -> TreeChange | str:
    slot = change.slot
    if slot.locked:
        return slot.locked
    if not slot.route:
        return "the whole document would have to be replaced"
    if not slot.part:
        return TreeChange(change.verb, slot.route, _as_quoted(change, locator))
    if change.verb != "set":
        return f"the {slot.part} of a value can only be set"
    document = locator.document(slot.place.doc)
    if isinstance(document, str):
        return document
    text, reason = whole(locator.node(document, slot.route), slot.part, change.to)
    return reason or TreeChange("set", slot.route, text)


def _as_quoted(change: Change, locator: Locator) -> str:
    """What ``change`` writes, in the quotes that are there now."""
    if change.verb != "set":
        return change.to
    document = locator.document(change.slot.place.doc)
    if isinstance(document, str) or document.ref.syntax != "yaml":
        return change.to
    return quoted(locator.node(document, change.slot.route), change.to)


def _conflict(edits: list[Edit]) -> str:
    for index, edit in enumerate(edits):
        if any(overlaps(edit, other) for other in edits[:index]):
            return "its own changes overlap"
    return ""


def _encoding(edits: list[Edit], locator: Locator) -> str:
    for edit in edits:
        source = locator.source(edit.path)
        if source is None:
            return "the file can't be read any more"
        try:
            source.encode(edit.new)
        except UnicodeEncodeError:
            return f"the new text can't be written in the file's encoding ({source.encoding})"
    return ""
