"""ruamel.yaml's parser, made to read as libyaml does; imported only where PyYAML has no C extension."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.scanner import Scanner, ScannerError

from linter.pattern import pattern

_NAME = pattern(r"[0-9A-Za-z_-]+")
_TAB = "found a tab character that violates indentation"
_SURROGATE = pattern(r"[\ud800-\udfff]")


class _Scanner(Scanner):
    """Differs from ruamel.yaml's where libyaml and its ports read otherwise."""

    def scan_to_next_token(self) -> None:
        """Tabs may stand before any token that can't be a key."""
        reader = self.reader
        while True:
            while reader.peek() == " " or (reader.peek() == "\t" and (self.flow_level or not self.allow_simple_key)):
                reader.forward()
            if reader.peek() == "#":
                while reader.peek() not in "\0\r\n\x85":
                    reader.forward()
            if not self.scan_line_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> list[str] | None:
        """Tabs may stand between the words of a plain value; ``None`` at a document marker."""
        reader = self.reader
        blanks = ""
        breaks: list[str] = []
        while (char := reader.peek()) in " \t\r\n\x85":
            if char in " \t":
                if breaks and char == "\t" and reader.column < indent:
                    raise ScannerError("while scanning a plain scalar", start_mark, _TAB, reader.get_mark())
                blanks += char
                reader.forward()
                continue
            breaks.append(self.scan_line_break())
            self.allow_simple_key = True
            if reader.prefix(3) in ("---", "...") and reader.peek(3) in "\0 \t\r\n\x85":
                return None
        if not breaks:
            return [blanks] if blanks else []
        return breaks[1:] or [" "]

    def scan_block_scalar(self, style: Any, rt: bool | None = False) -> Any:
        """A block scalar that is a whole document is indented by one space at least."""
        if self.indent >= 0:
            return super().scan_block_scalar(style, rt)
        self.indent = 0
        try:
            return super().scan_block_scalar(style, rt)
        finally:
            self.indent = -1

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, Any]:
        """Blank lines before the first one with text may hold fewer spaces than that."""
        reader = self.reader
        breaks: list[str] = []
        deepest = 0
        end = reader.get_mark()
        while (char := reader.peek()) in " \r\n\x85":
            if char == " ":
                reader.forward()
                deepest = max(deepest, reader.column)
            else:
                breaks.append(self.scan_line_break())
                end = reader.get_mark()
        if char == "\t":
            raise ScannerError("while scanning a block scalar", end, _TAB, reader.get_mark())
        return breaks, deepest, end

    def scan_anchor(self, token: Any) -> Any:
        """Anchors are ASCII words."""
        start = self.reader.get_mark()
        found = super().scan_anchor(token)
        if not _NAME.fullmatch(found.value):
            raise ScannerError("while scanning an anchor", start, "found an odd character", start)
        return found

    def scan_flow_scalar(self, style: Any) -> Any:
        """Half a surrogate pair is no character."""
        found = super().scan_flow_scalar(style)
        if _SURROGATE.search(found.value):
            raise ScannerError(None, None, "found invalid Unicode character escape code", found.start_mark)
        return found


def stream(text: str) -> Iterator[Any]:
    """The parse events of ``text``."""
    reader = YAML(typ="safe", pure=True)
    reader.Scanner = _Scanner
    found: Iterator[Any] = reader.parse(text)
    return found
