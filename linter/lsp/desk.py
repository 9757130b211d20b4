"""One folder that is being worked in: when it is judged, and what the client was told."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from linter.faults import Fault, Faults
from linter.lsp.session import Judged, Session, place_of_fault
from linter.record import NamedTuple

if TYPE_CHECKING:
    from lsprotocol import types

    from linter.lsp.convert import Converter


class Open(NamedTuple):
    """A text that is open in the editor."""

    uri: str
    version: int | None
    text: str


class Client(Protocol):
    """What a desk says to the editor."""

    @property
    def unit(self) -> str:
        """What columns count."""
        ...

    def uri(self, file: str) -> str: ...

    def opened(self, session: Session) -> Mapping[str, Open]:
        """The folder's texts that are open, by path."""
        ...

    def publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None: ...

    def log(self, message: str) -> None: ...


class Desk:
    """Judges a folder when something has changed, never twice at a time, in a thread so that requests go on."""

    def __init__(self, session: Session, client: Client) -> None:
        self.session = session
        self._client = client
        self._wanted, self._done = 1, 0
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._judged: tuple[Judged, Mapping[str, Open]] | None = None
        self._told: dict[str, list[types.Diagnostic]] = {}
        self._judging = asyncio.Lock()

    def changed(self, delay: float) -> None:
        """Has the folder judged in ``delay`` seconds, unless something changes again until then."""
        self._wanted += 1
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(delay, self._start)

    async def current(self) -> Converter | None:
        """What is found in the texts as they are now; ``None`` where they can't be judged."""
        if self._done != self._wanted:
            self._start()
        if self._task is not None:
            await asyncio.shield(self._task)  # who asked may go away, the work goes on
        return None if self._judged is None else self._converter(*self._judged)

    async def mended(self, path: str) -> types.CodeAction | None:
        """All safe fixes of one file at once; ``None`` where none helps, or the text changed meanwhile."""
        converter, judged = await self.current(), self.judged
        if converter is None or judged is None:
            return None
        async with self._judging:  # a proof is a judgement of the same folder
            new = await asyncio.to_thread(judged.mended, path)
        return None if new is None else converter.all(new)

    @property
    def judged(self) -> Judged | None:
        return None if self._judged is None else self._judged[0]

    def close(self) -> None:
        """Takes back all that was told."""
        if self._timer is not None:
            self._timer.cancel()
        self._tell({}, {})

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        while self._done != self._wanted:
            wanted = self._wanted
            opened = dict(self._client.opened(self.session))
            try:
                await self._judge(opened)
            except Exception as error:  # an editor outlives every bug of ours, which is told in its log
                self._judged = None
                self._client.log(f"this is a bug in deadpeer: {type(error).__name__}: {error}")
            self._done = wanted

    async def _judge(self, opened: Mapping[str, Open]) -> None:
        texts = {path: one.text for path, one in opened.items()}
        try:
            async with self._judging:
                judged = await asyncio.to_thread(self.session.judge, texts)
        except Faults as faults:
            self._failed(faults.faults, opened)
        except Fault as fault:
            self._failed((fault,), opened)
        else:
            self._judged = judged, opened
            found = self._converter(judged, opened).diagnostics()
            self._tell({self._uri(path, opened): one for path, one in found.items()}, opened)

    def _converter(self, judged: Judged, opened: Mapping[str, Open]) -> Converter:
        from linter.lsp.convert import Converter

        versions = {path: one.version for path, one in opened.items()}
        return Converter(judged, self._client.unit, lambda path: self._uri(path, opened), versions)

    def _failed(self, faults: tuple[Fault, ...], opened: Mapping[str, Open]) -> None:
        """Shows faults where they are; those of no file in the log."""
        from linter.lsp.convert import of_fault

        self._judged = None
        found: dict[str, list[types.Diagnostic]] = {}
        for fault in faults:
            file = None if fault.path is None else place_of_fault(self.session.root, self.session.folder, fault.path)
            text = None if file is None else self._text(file, opened)
            if file is None or text is None:
                self._client.log(str(fault))
                continue
            path = self.session.path(file)
            uri = self._client.uri(file) if path is None else self._uri(path, opened)
            found.setdefault(uri, []).append(of_fault(fault, text, self._client.unit))
        self._tell(found, opened)

    def _text(self, file: str, opened: Mapping[str, Open]) -> str | None:
        path = self.session.path(file)
        if path is not None and path in opened:
            return opened[path].text
        try:
            with open(file, encoding="utf-8-sig", errors="replace", newline="") as stream:
                return stream.read()
        except OSError:
            return None

    def _uri(self, path: str, opened: Mapping[str, Open]) -> str:
        """An open file is called as the editor calls it."""
        return opened[path].uri if path in opened else self._client.uri(self.session.file(path))

    def _tell(self, found: Mapping[str, list[types.Diagnostic]], opened: Mapping[str, Open]) -> None:
        """Publishes what is other than before."""
        versions = {one.uri: one.version for one in opened.values()}
        for uri in dict.fromkeys((*self._told, *found, *versions)):
            now = found.get(uri, [])
            if uri in versions or now != self._told.get(uri, []):
                self._client.publish(uri, versions.get(uri), now)
        self._told = {uri: one for uri, one in found.items() if one}
