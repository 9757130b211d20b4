"""Standard output and error, and what is known about the terminal behind them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias

from linter.faults import UsageFault

if TYPE_CHECKING:
    from linter.report.style import Style

Color: TypeAlias = Literal["auto", "always", "never"]

_LOG_WIDTH = 160
"""Columns of a source line that are shown where no terminal says otherwise."""


def put(text: str) -> None:
    """Prints a report to standard output in the terminal's encoding."""
    stream = _output()
    _write(stream, text.encode(stream.encoding or "utf-8", "backslashreplace"))


def put_exactly(text: str, errors: str) -> None:
    """Prints what programs read: always UTF-8, line ends as they are."""
    _write(_output(), text.encode("utf-8", errors))


def emit(text: str, name: str | None, form: str) -> None:
    """Writes a report to the file ``name``, else prints it: for people where ``form`` is ``text``.

    Raises ``UsageFault`` where the file can't be written.
    """
    if name is not None:
        try:
            with open(name, "wb") as file:
                file.write(text.encode("utf-8", "backslashreplace"))
        except OSError as error:
            raise UsageFault(f"the report can't be written: {error.strerror}", name) from error
    elif form == "text":
        put(text)
    else:
        put_exactly(text, "backslashreplace")


def say(text: str) -> None:
    """Prints to standard error, where everything goes that is not the output that was asked for."""
    if sys.stderr is not None:
        _write(sys.stderr, text.encode(sys.stderr.encoding or "utf-8", "backslashreplace"))


def today() -> str:
    """The day where we are, as ``2027-01-31``."""
    import time

    return time.strftime("%Y-%m-%d")


def terminal() -> bool:
    """Whether somebody sees what is said and can answer."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr is not None and sys.stderr.isatty()


def answer(question: str) -> str:
    """What somebody types after ``question``; empty where nobody types any more."""
    say(question)
    return sys.stdin.readline()


def read_input() -> bytes:
    """All of standard input; raises ``UsageFault`` where there is none to read."""
    if sys.stdin is None:
        raise UsageFault("standard input is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise UsageFault(f"standard input can't be read: {error.strerror}") from error


def working_folder() -> str:
    """The folder the command was started in, absolute; raises ``UsageFault`` where that is gone."""
    try:
        return os.getcwd()
    except OSError as error:
        raise UsageFault(f"the working folder can't be found: {error.strerror}; start in another one") from error


def _output() -> TextIO:
    """Standard output, which is not there where a shell has closed it."""
    if sys.stdout is None:
        raise UsageFault("the report can't be written: standard output is closed")
    return sys.stdout


def _write(stream: TextIO, data: bytes) -> None:
    """Writes and flushes; a reader that has gone is not an error of ours.

    Raises ``UsageFault`` where standard output can't take it: a full disk.
    """
    try:
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
    except BrokenPipeError:
        _close(stream)
    except OSError as error:
        _close(stream)
        if stream is sys.stdout:
            raise UsageFault(f"the report can't be written: {error.strerror}") from error


def _close(stream: TextIO) -> None:
    """Nothing more can be said there, and the interpreter must not try to when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def style(color: Color, stream: TextIO | None, root: str, folder: str) -> Style:
    """How to print for ``stream`` (``None``: a file); ``folder`` is the working folder relative to ``root``."""
    from linter.report.style import Style

    terminal = stream is not None and stream.isatty()
    colored = stream is not None and _colored(color, terminal)
    return Style(
        color=colored,
        hyperlinks=_url(root) if terminal and colored and _links() else "",
        width=_width() if terminal else _LOG_WIDTH,
        folder=folder,
        explained=_explained,
    )


def _colored(color: Color, terminal: bool) -> bool:
    """The flag decides, then NO_COLOR (https://no-color.org), then FORCE_COLOR, then the terminal."""
    if color != "auto":
        return color == "always"
    if _variable("NO_COLOR"):
        return False
    if _variable("FORCE_COLOR") not in ("", "0") or _variable("CLICOLOR_FORCE") not in ("", "0"):
        return True
    return terminal and _variable("TERM") != "dumb"


def _links() -> bool:
    """Whether the terminal is one of those that are known to show links."""
    known = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby")
    return _variable("TERM_PROGRAM") in known or any(
        _variable(name) for name in ("VTE_VERSION", "WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION")
    )


def _explained(id_: str) -> str:
    """The URL of the policy's own file, which says why, shows examples and names its sources."""
    from linter import resources

    for folder in ("policies", "changes"):
        path = resources.path(folder, *f"{id_}.yaml".split("/"))
        if os.path.isfile(path):
            return _url(path).rstrip("/")
    return ""


def _url(root: str) -> str:
    from pathlib import Path

    return Path(root).as_uri().rstrip("/") + "/"


def _width() -> int:
    import shutil

    return shutil.get_terminal_size((_LOG_WIDTH, 24)).columns


def _variable(name: str) -> str:
    return os.environ.get(name, "")
