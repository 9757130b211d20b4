"""How a text report may look; the terminal is asked elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from posixpath import relpath

from linter.finding import Severity
from linter.record import dataclass
from linter.report.printable import printable

_CODES = {"red": "1;31", "yellow": "1;33", "blue": "1;34", "cyan": "1;36", "green": "1;32", "bold": "1", "dim": "2"}
_SEVERITY = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


@dataclass(frozen=True, slots=True)
class Style:
    """``color`` and the ``width`` of the terminal in columns (0: do not cut lines).

    ``hyperlinks`` is the URL of the folder to which paths are relative, ending in ``/``; empty for no links.
    ``explained`` gives the URL of what explains a policy, or ``""``; it is asked only where links are shown.
    ``folder`` is where the reader is, relative to the root: paths are shown as they lead from there.
    """

    color: bool = False
    hyperlinks: str = ""
    width: int = 0
    folder: str = ""
    explained: Callable[[str], str] | None = None

    def paint(self, name: str, text: str) -> str:
        return f"\x1b[{_CODES[name]}m{text}\x1b[0m" if self.color and text else text

    def severity(self, severity: Severity, text: str) -> str:
        return self.paint(_SEVERITY[severity], text)

    def shown(self, path: str) -> str:
        """``path`` as the reader would write it."""
        return printable(relpath(path, self.folder) if self.folder else path)

    def link(self, path: str, text: str) -> str:
        """``text`` as a link to the file at ``path``."""
        if not self.hyperlinks:
            return text
        from urllib.parse import quote

        return _linked(self.hyperlinks + quote(path, errors="surrogateescape"), text)

    def policy(self, id_: str) -> str:
        """The id of a policy as a link to what explains it."""
        url = self.explained(id_) if self.hyperlinks and self.explained is not None else ""
        return _linked(url, printable(id_)) if url else printable(id_)


def _linked(url: str, text: str) -> str:
    """OSC 8, which terminals that do not know it pass over."""
    return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\"
