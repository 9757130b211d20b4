"""Each fix on its own: its changes as edits of text, or why they can't be made."""

from __future__ import annotations

from collections.abc import Iterable

from linter.finding import Change, Finding, Fix, Patch
from linter.fix.locate import Locator, Opener
from linter.fix.part import quoted, whole
from linter.record import dataclass, replace
from linter.syntax import formats
from linter.syntax.change import TreeChange
from linter.syntax.document import DocRef
from linter.text.edit import Edit, apply, overlaps


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
    """A draft for every fix of every finding, in their order and as if each were the only one."""
    locator = Locator(open_source)
    return tuple(_draft(finding, fix, locator) for finding in findings for fix in finding.fixes)


def patches(findings: Iterable[Finding], open_source: Opener) -> tuple[Patch, ...]:
    """What reports show: the edits of every fix, or the reason why it has none."""
    return tuple(drafted.patch for drafted in draft(findings, open_source))


def _draft(finding: Finding, fix: Fix, locator: Locator) -> Draft:
    made = _operations(fix, locator)
    if isinstance(made, str):
        return _refused(finding, fix, made)
    edits: list[Edit] = []
    for operation in made:
        written = _edits(operation, locator)
        if isinstance(written, str):
            return _refused(finding, fix, written)
        lost = _comment(operation.doc, written, locator)
        if lost:
            return _refused(finding, fix, lost)
        edits.extend(edit for edit in written if edit not in edits)
    if not edits:
        return _refused(finding, fix, "the file already says so")
    reason = _conflict(edits) or _encoding(edits, locator)
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
    text, reason = whole(document, slot.route, slot.part, change.to)
    return reason or TreeChange("set", slot.route, text)


def _as_quoted(change: Change, locator: Locator) -> str:
    """What ``change`` writes, in the quotes that are there now."""
    if change.verb != "set":
        return change.to
    document = locator.document(change.slot.place.doc)
    return change.to if isinstance(document, str) else quoted(document, change.slot.route, change.to)


def _edits(operation: Operation, locator: Locator) -> tuple[Edit, ...] | str:
    document = locator.document(operation.doc)
    return document if isinstance(document, str) else formats.write(document, operation.changes)


def _comment(doc: DocRef, edits: Iterable[Edit], locator: Locator) -> str:
    """Why the edits can't be made because they take a comment with them, or ``""``."""
    source, document = locator.source(doc.path), locator.document(doc)
    if doc.syntax != "yaml" or source is None or isinstance(document, str):
        return ""
    noted = [edit for edit in edits if "#" in source.text[edit.start : edit.end]]
    if not noted:
        return ""
    from linter.syntax.yaml.comments import comments

    for start, end, text in comments(document.view):
        first, last = document.view.outer(start, end)
        if any(edit.start < last and edit.end > first and text.strip() not in edit.new for edit in noted):
            return f"the comment `#{text.rstrip()}` would be lost"
    return ""


def _conflict(edits: list[Edit]) -> str:
    for index, edit in enumerate(edits):
        if any(overlaps(edit, other) for other in edits[:index]):
            return "its own changes overlap"
    return ""


def _encoding(edits: list[Edit], locator: Locator) -> str:
    for path in {edit.path: None for edit in edits}:
        source = locator.source(path)
        if source is None:
            return "the file can't be read any more"
        try:
            source.encode(apply(source.text, (edit for edit in edits if edit.path == path)))
        except UnicodeEncodeError:
            return f"the new text can't be written in the file's encoding ({source.encoding})"
    return ""
