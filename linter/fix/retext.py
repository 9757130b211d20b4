"""The texts that some fixes make, each compared with what it was meant to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from linter.fix.draft import Draft
from linter.fix.locate import Locator, Opener
from linter.fix.second.differs import differs
from linter.record import replace
from linter.syntax.change import TreeChange
from linter.syntax.document import DocRef
from linter.text.edit import Edit, apply
from linter.text.source import Source

Checked: TypeAlias = dict[tuple[Edit, ...], str]
"""What was found out about the edits of one file: the reason why they are wrong, or nothing."""


def retext(drafts: Sequence[Draft], open_source: Opener, known: Checked) -> dict[str, Source] | str:
    """The changed files with their new texts, or the reason why one of them would be wrong.

    ``known`` remembers the comparisons with the same texts, for batches that are tried in parts.
    """
    changes = _changes(drafts)
    texts: dict[str, Source] = {}
    for path, edits in _edits(drafts).items():
        source = open_source(path)
        if source is None:
            return f"{path} can't be read any more"
        try:
            new = replace(source, text=apply(source.text, edits))
        except ValueError:
            return "its edits overlap those of another fix"
        name = tuple(edits)
        if name not in known:
            known[name] = _wrong(source, new, changes[path])
        if known[name]:
            return f"{path}: {known[name]}"
        texts[path] = new
    return texts


def _wrong(old: Source, new: Source, changes: Mapping[DocRef, Sequence[TreeChange]]) -> str:
    """Why ``new`` is not ``old`` with ``changes`` made, or nothing if it is."""
    for syntax in sorted({_file(ref).syntax for ref in changes}):
        own = {ref: made for ref, made in changes.items() if _file(ref).syntax == syntax}
        reason = differs(old.path, syntax, old.text, new.text, own) or _unlocated(new, own)
        if reason:
            return reason
    return ""


def _changes(drafts: Sequence[Draft]) -> dict[str, dict[DocRef, list[TreeChange]]]:
    """The changes of each document, by its file."""
    found: dict[DocRef, dict[TreeChange, None]] = {}
    for drafted in drafts:
        for operation in drafted.operations:
            found.setdefault(operation.doc, {}).update(dict.fromkeys(operation.changes))
    by_path: dict[str, dict[DocRef, list[TreeChange]]] = {}
    for ref, made in found.items():
        by_path.setdefault(ref.path, {})[ref] = list(made)
    return by_path


def _edits(drafts: Sequence[Draft]) -> dict[str, list[Edit]]:
    found: dict[str, list[Edit]] = {}
    for drafted in drafts:
        for edit in drafted.patch.edits:
            found.setdefault(edit.path, []).append(edit)
    return found


def _file(ref: DocRef) -> DocRef:
    while ref.host is not None:
        ref = ref.host
    return ref


def _unlocated(source: Source, changes: Iterable[DocRef]) -> str:
    """Why a changed document can't be read by our own parser, or ``""`` if all can."""
    locator = Locator(lambda path: source if path == source.path else None)
    for ref in changes:
        document = locator.document(ref)
        if isinstance(document, str):
            return document
    return ""
