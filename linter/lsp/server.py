"""The server itself: the protocol's messages to desks and back, over standard input and output."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from linter._version import VERSION
from linter.lsp.convert import FIX_ALL
from linter.lsp.desk import Desk, Open
from linter.lsp.hover import hover
from linter.lsp.session import Session, inside
from linter.options import Flags
from linter.settings.find import NAME, PROJECT
from linter.system import load_all

TYPING, AT_ONCE, FILES = 0.25, 0.0, 0.5
"""Seconds from a change to the judgement: while somebody types, after what is done once, when files change."""


class Server:
    """Keeps the open texts and a desk for each folder."""

    def __init__(self, flags: Callable[[], Flags]) -> None:
        # whole texts: pygls takes U+2028, form feeds and the like for line ends when it applies a part of one
        self.pygls = LanguageServer("deadpeer", VERSION, types.TextDocumentSyncKind.Full)
        self._flags = flags
        self._open: dict[str, Open] = {}
        self._folders: list[str] = []
        self._desks: dict[str, Desk] = {}
        self._hear_of_folders()
        self._hear_of_texts()
        self._answer()

    # what desks need

    @property
    def unit(self) -> str:
        return str(self.pygls.workspace.position_encoding or "utf-16")

    def uri(self, file: str) -> str:
        return from_fs_path(file) or ""

    def opened(self, session: Session) -> Mapping[str, Open]:
        found = {}
        for file, one in self._open.items():
            path = session.path(file)
            if path is not None and self._desk(file).session is session:
                found[path] = one
        return found

    def publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.pygls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def log(self, message: str) -> None:
        self.pygls.window_log_message(types.LogMessageParams(types.MessageType.Error, message))

    # what the client says

    def opens(self, uri: str, version: int | None, text: str, delay: float) -> None:
        file = _file(uri)
        if file is not None:
            self._open[file] = Open(uri, version, text)
            self._desk(file).changed(delay)

    def closes(self, uri: str) -> None:
        file = _file(uri)
        if file is not None and self._open.pop(file, None) is not None:
            self.touches(file, AT_ONCE)

    def touches(self, file: str, delay: float) -> None:
        """A file has changed on disk."""
        desk = self._desk(file)
        path = desk.session.path(file)
        if path is not None:
            desk.session.touch(path)
            desk.changed(delay)

    def works_in(self, folders: list[str]) -> None:
        """The folders of the workspace; what was told of others is taken back."""
        self._folders = folders
        for folder in [folder for folder in self._desks if folder not in folders]:
            self._desks.pop(folder).close()
        for file in self._open:
            self._desk(file).changed(AT_ONCE)

    async def actions(self, uri: str, wanted: types.Range) -> list[types.CodeAction]:
        file = _file(uri)
        desk = None if file is None or file not in self._open else self._desk(file)
        converter = None if desk is None else await desk.current()
        path = None if desk is None or file is None else desk.session.path(file)
        return [] if converter is None or path is None else list(converter.actions(path, wanted))

    async def mended(self, uri: str) -> list[types.CodeAction]:
        file = _file(uri)
        desk = None if file is None or file not in self._open else self._desk(file)
        path = None if desk is None or file is None else desk.session.path(file)
        action = None if desk is None or path is None else await desk.mended(path)
        return [] if action is None else [action]

    async def hover(self, uri: str, at: types.Position) -> types.Hover | None:
        file = _file(uri)
        desk = None if file is None or file not in self._open else self._desk(file)
        converter = None if desk is None else await desk.current()
        judged = None if desk is None else desk.judged
        path = None if desk is None or file is None else desk.session.path(file)
        text = None if judged is None or path is None else judged.text(path, self.unit)
        if converter is None or judged is None or path is None or text is None:
            return None
        told, place = hover(judged, path, text.offset(at.line, at.character))
        if not told:
            return None
        where = None if place is None else converter.range(path, place.start, place.end)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, told), where)

    def _desk(self, file: str) -> Desk:
        """The desk of the innermost folder of the workspace; a file in none of them is alone with its neighbours."""
        folder = inside(file, self._folders)
        key = folder or os.path.dirname(file)
        if key not in self._desks:
            self._desks[key] = Desk(Session(key, self._flags, alone=folder is None), self)
        return self._desks[key]

    def _watch(self) -> None:
        """Asks to be told of files that change on disk, if the client can."""
        workspace = self.pygls.client_capabilities.workspace
        watched = None if workspace is None else workspace.did_change_watched_files
        if watched is None or not watched.dynamic_registration:
            return
        names = {NAME, PROJECT, *(name for system in load_all() for name in system.names)}
        watchers = [types.FileSystemWatcher(f"**/{name}") for name in sorted(names)]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        registration = types.Registration("deadpeer-files", method, options)
        self.pygls.client_register_capability(types.RegistrationParams([registration]))

    def _hear_of_folders(self) -> None:
        feature = self.pygls.feature

        @feature(types.INITIALIZED)
        async def _(_params: types.InitializedParams) -> None:
            self.works_in(self._listed())
            self._watch()

        @feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
        async def _(_params: types.DidChangeWorkspaceFoldersParams) -> None:
            self.works_in(self._listed())

        @feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
        async def _(params: types.DidChangeWatchedFilesParams) -> None:
            for file in filter(None, (_file(change.uri) for change in params.changes)):
                self.touches(file, FILES)

    def _hear_of_texts(self) -> None:
        feature = self.pygls.feature

        @feature(types.TEXT_DOCUMENT_DID_OPEN)
        async def _(params: types.DidOpenTextDocumentParams) -> None:
            document = params.text_document
            self.opens(document.uri, document.version, document.text, AT_ONCE)

        @feature(types.TEXT_DOCUMENT_DID_CHANGE)
        async def _(params: types.DidChangeTextDocumentParams) -> None:
            document = params.text_document
            text = self.pygls.workspace.get_text_document(document.uri).source
            self.opens(document.uri, document.version, text, TYPING)

        @feature(types.TEXT_DOCUMENT_DID_SAVE)
        async def _(params: types.DidSaveTextDocumentParams) -> None:
            file = _file(params.text_document.uri)
            if file is not None:
                self.touches(file, AT_ONCE)

        @feature(types.TEXT_DOCUMENT_DID_CLOSE)
        async def _(params: types.DidCloseTextDocumentParams) -> None:
            self.closes(params.text_document.uri)

    def _answer(self) -> None:
        feature = self.pygls.feature
        kinds = types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL])

        @feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)
        async def _(params: types.CodeActionParams) -> list[types.CodeAction]:
            only, uri = [_kind(kind) for kind in params.context.only or ()], params.text_document.uri
            found = []
            if not only or _asked(types.CodeActionKind.QuickFix.value, only):
                found += await self.actions(uri, params.range)
            if _asked(FIX_ALL, only):  # it costs a proof, so only who names it gets it
                found += await self.mended(uri)
            return found

        @feature(types.TEXT_DOCUMENT_HOVER)
        async def _(params: types.HoverParams) -> types.Hover | None:
            return await self.hover(params.text_document.uri, params.position)

    def _listed(self) -> list[str]:
        workspace = self.pygls.workspace
        uris = list(workspace.folders) or [workspace.root_uri or ""]
        return [file for file in map(_file, uris) if file is not None]


def serve(flags: Callable[[], Flags]) -> None:
    """Speaks the protocol until the client ends it; ``flags`` are asked for whenever settings are read."""
    Server(flags).pygls.start_io()


def _kind(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _asked(kind: str, only: Iterable[str]) -> bool:
    """Whether one of the kinds in ``only`` is ``kind`` or one that it belongs to."""
    return any(not one or f"{kind}.".startswith(f"{one}.") for one in only)


def _file(uri: str) -> str | None:
    """The absolute path of a file; ``None`` for what is none, as a text that was never saved."""
    path = to_fs_path(uri) if uri else None
    return os.path.normpath(path) if path and os.path.isabs(path) else None
