"""A client of the language server that knows nothing of it but the protocol: JSON-RPC over a process's pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any

PATIENCE = 90
"""Seconds after which something that should come is taken not to come."""


class Client:
    """Starts the server in ``folder`` and keeps the newest diagnostics by file name."""

    def __init__(self, folder: Path, *flags: str, units: tuple[str, ...] = (), watching: bool = False) -> None:
        root = Path(__file__).parents[1]
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "linter", "lsp", *flags],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(root)},  # noqa: TID251  the process needs what this one has
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._to: IO[bytes] = self.process.stdin
        self._from: Queue[dict[str, Any] | None] = Queue()
        Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()
        self._number = 0
        self._versions: dict[str, int] = {}
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        self.logged: list[str] = []
        self.asked: list[dict[str, Any]] = []
        capabilities: dict[str, Any] = {"general": {"positionEncodings": list(units)}} if units else {}
        if watching:
            capabilities["workspace"] = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
        self.server = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri(),
                "workspaceFolders": [{"uri": folder.as_uri(), "name": "folder"}],
                "capabilities": capabilities,
            },
        )
        self.notify("initialized", {})

    def _read(self, stream: IO[bytes]) -> None:
        while True:
            size = 0
            while (line := stream.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    size = int(line.split(b":")[1])
            if not size:
                self._from.put(None)
                return
            self._from.put(json.loads(stream.read(size)))

    def _send(self, message: Mapping[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._to.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._to.flush()

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: Any) -> Any:
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        answer: dict[str, Any] = {}

        def answered(message: dict[str, Any]) -> bool:
            if message.get("id") == number and "method" not in message:
                answer.update(message)
            return bool(answer)

        self.until(answered)
        assert "error" not in answer, answer
        return answer.get("result")

    def until(self, done: Callable[[dict[str, Any]], bool]) -> None:
        """Takes messages until one is the last."""
        while True:
            try:
                message = self._from.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(f"nothing came; logged: {self.logged}") from None
            assert message is not None, "the server has ended"
            self._heed(message)
            if done(message):
                return

    def _heed(self, message: dict[str, Any]) -> None:
        method, params = message.get("method"), message.get("params", {})
        if method == "textDocument/publishDiagnostics":
            self.diagnostics[params["uri"]] = params["diagnostics"]
        elif method in ("window/logMessage", "window/showMessage"):
            self.logged.append(params["message"])
        elif method is not None and "id" in message:
            self.asked.append(message)
            self._send({"id": message["id"], "result": None})

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> None:
        shown = (self.folder / name).read_text("utf-8") if text is None else text
        self._versions[name] = 1
        document = {"uri": self.uri(name), "languageId": "yaml", "version": 1, "text": shown}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, name: str, text: str) -> None:
        self._versions[name] += 1
        document = {"uri": self.uri(name), "version": self._versions[name]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def save(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")
        self.notify("textDocument/didSave", {"textDocument": {"uri": self.uri(name)}})

    def close(self, name: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})

    def codes(self, name: str) -> list[str]:
        """The policies of the newest diagnostics of a file."""
        return [one["code"] for one in self.diagnostics.get(self.uri(name), [])]

    def wait(self, name: str, wanted: Callable[[list[str]], bool]) -> list[dict[str, Any]]:
        """The diagnostics of a file, as soon as their codes are as ``wanted``."""
        self.until(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == self.uri(name)
                and wanted(self.codes(name))
            )
        )
        return self.diagnostics[self.uri(name)]

    def at(self, method: str, name: str, line: int, column: int) -> Any:
        position = {"line": line, "character": column}
        return self.request(method, {"textDocument": {"uri": self.uri(name)}, "position": position})

    def actions(self, name: str, where: Mapping[str, Any], only: list[str] | None = None) -> list[dict[str, Any]]:
        context = {"diagnostics": [], **({"only": only} if only else {})}
        params = {"textDocument": {"uri": self.uri(name)}, "range": where, "context": context}
        return self.request("textDocument/codeAction", params) or []

    def end(self) -> int:
        """Ends the server as an editor does; its exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        code = self.process.wait(PATIENCE)
        self._to.close()
        return code

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
