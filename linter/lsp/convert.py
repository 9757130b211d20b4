"""Findings, faults and fixes as the protocol's diagnostics and code actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from lsprotocol import types

from linter.faults import Fault
from linter.finding import Finding, Patch, Severity
from linter.fix.diff import edits
from linter.fix.draft import patches
from linter.lsp.positions import Text
from linter.lsp.session import Judged
from linter.syntax.document import Place
from linter.text.edit import Edit
from linter.text.source import Source

Uri: TypeAlias = Callable[[str], str]
"""The URI of the file that reports call so."""

SOURCE = "deadpeer"
FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"
FAULT = "fault"
_RELATED = 50
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


class Converter:
    """Speaks of one judgement in the units and URIs of one client."""

    def __init__(self, judged: Judged, unit: str, uri: Uri, versions: Mapping[str, int | None]) -> None:
        self._judged = judged
        self._unit = unit
        self._uri = uri
        self._versions = versions

    def diagnostics(self) -> dict[str, list[types.Diagnostic]]:
        """What was found, by path."""
        found: dict[str, list[types.Diagnostic]] = {}
        for finding in self._judged.result.findings:
            found.setdefault(finding.place.path, []).append(self.diagnostic(finding))
        return found

    def diagnostic(self, finding: Finding) -> types.Diagnostic:
        return types.Diagnostic(
            range=self.range(finding.place.path, finding.place.start, finding.place.end),
            message=_well_formed(finding.message),
            severity=_SEVERITIES[finding.severity],
            code=finding.policy,
            source=SOURCE,
            related_information=[
                types.DiagnosticRelatedInformation(self._location(one.place), _well_formed(one.label or "related"))
                for one in finding.related[:_RELATED]
            ]
            or None,
            data=finding.fingerprint,
        )

    def range(self, path: str, start: int, end: int) -> types.Range:
        """An empty one at the start where the file is gone."""
        text = self._judged.text(path, self._unit)
        if text is None:
            return types.Range(types.Position(0, 0), types.Position(0, 0))
        return types.Range(types.Position(*text.spot(start)), types.Position(*text.spot(end)))

    def actions(self, path: str, wanted: types.Range) -> Iterator[types.CodeAction]:
        """The fixes of what is found within the range, the safe ones preferred; each as if it were the only one."""
        text = self._judged.text(path, self._unit)
        if text is None:
            return
        first = text.offset(wanted.start.line, wanted.start.character)
        last = text.offset(wanted.end.line, wanted.end.character)
        found = [
            one
            for one in self._judged.result.findings
            if one.place.path == path and one.place.start <= last and first <= one.place.end and one.fixes
        ]
        diagnostics = [diagnostic for one in found for diagnostic in [self.diagnostic(one)] * len(one.fixes)]
        for diagnostic, patch in zip(diagnostics, patches(found, self._judged.open_source), strict=True):
            if patch.edits and not patch.refusal and patch.fix.safety != "show":
                yield self._action(patch, diagnostic)

    def all(self, new: Source) -> types.CodeAction | None:
        """What makes a file ``new``."""
        old = self._judged.open_source(new.path)
        if old is None or old.text == new.text:
            return None
        return types.CodeAction(
            title="Make all safe fixes of this file", kind=FIX_ALL, edit=self._edit(edits(new.path, old.text, new.text))
        )

    def _action(self, patch: Patch, diagnostic: types.Diagnostic) -> types.CodeAction:
        safe = patch.fix.safety == "safe"
        return types.CodeAction(
            title=_well_formed(patch.fix.title if safe else f"{patch.fix.title} (unsafe)"),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=safe,
            edit=self._edit(patch.edits),
        )

    def _edit(self, edits: tuple[Edit, ...]) -> types.WorkspaceEdit:
        """Edits of texts in the versions that were judged: an editor refuses them for another."""
        by_path: dict[str, list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit]] = {}
        for edit in edits:
            made = types.TextEdit(self.range(edit.path, edit.start, edit.end), edit.new)
            by_path.setdefault(edit.path, []).append(made)
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(
                    types.OptionalVersionedTextDocumentIdentifier(self._uri(path), self._versions.get(path)), made
                )
                for path, made in by_path.items()
            ]
        )

    def _location(self, place: Place) -> types.Location:
        return types.Location(self._uri(place.path), self.range(place.path, place.start, place.end))


def of_fault(fault: Fault, text: str, unit: str) -> types.Diagnostic:
    """A fault of the settings, of a policy or of a comment; its line is marked from its column on."""
    counted = Text(text, unit)
    start = counted.offset(max(fault.line - 1, 0), 0)
    end = counted.offset(max(fault.line - 1, 0), 1 << 30)
    at = min(start + max(fault.column - 1, 0), end)
    return types.Diagnostic(
        range=types.Range(types.Position(*counted.spot(at)), types.Position(*counted.spot(end))),
        message=_well_formed(fault.message),
        severity=types.DiagnosticSeverity.Error,
        code=FAULT,
        source=SOURCE,
    )


def _well_formed(text: str) -> str:
    """What can be sent: half of a character can't."""
    return text.encode("utf-8", "backslashreplace").decode()
