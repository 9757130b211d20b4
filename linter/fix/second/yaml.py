"""YAML as ruamel.yaml reads it, down to anchors, tags and which scalars are quoted."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from linter.fix.second.tree import Items, Leaf, Pairs, Tree, Unread, Use
from linter.syntax.yaml.write_style import is_json


def read(text: str) -> list[Tree]:
    """The documents of ``text``, an empty one as an empty leaf; raises ``Unread``."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    parser = YAML(typ="safe", pure=True)
    if "\t" in text:
        parser.Scanner = _tabs()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return list(_documents(parser.parse(text)))
    except YAMLError as error:
        raise Unread(str(getattr(error, "problem", None) or "it does not parse")) from error


@lru_cache(maxsize=1)
def _tabs() -> type[Any]:
    """A scanner that takes tabs between tokens, as YAML has them and ruamel.yaml does not, but for indentation."""
    from ruamel.yaml.scanner import Scanner

    class Tabs(Scanner):
        def scan_to_next_token(self) -> Any:
            super().scan_to_next_token()
            while self.reader.peek() == "\t" and (self.flow_level or not self.allow_simple_key):
                self.reader.forward()
                super().scan_to_next_token()

    return Tabs


def literal(text: str) -> Tree:
    """A value as a change writes it, with its quotes; raises ``Unread``."""
    found = read(text)
    if len(found) > 1:
        raise Unread("the new value is not one value")
    return found[0] if found else Leaf("")


def json_literal(text: str) -> Tree:
    """A value as it has to be written in JSON, where a plain text gets quotes; raises ``Unread``."""
    found = literal(text)
    if isinstance(found, Leaf) and found.plain and not is_json(f"[{text}]"):
        found.plain = False
    return found


def _documents(events: Iterator[Any]) -> Iterator[Tree]:
    """One tree for each document, built without recursion since depth is the file's choice."""
    open_: list[Items] = []
    for event in events:
        kind = type(event).__name__
        if kind == "DocumentStartEvent":
            open_ = [Items()]
        elif kind == "DocumentEndEvent":
            yield open_[0].items[0]
        elif kind == "ScalarEvent":
            open_[-1].items.append(Leaf(event.value, event.style is None, event.anchor, _tag(event)))
        elif kind == "AliasEvent":
            open_[-1].items.append(Use(event.anchor))
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            open_.append(Items([], event.anchor, _tag(event)))
        elif kind == "SequenceEndEvent":
            done = open_.pop()
            open_[-1].items.append(done)
        elif kind == "MappingEndEvent":
            done = open_.pop()
            entries = list(zip(done.items[::2], done.items[1::2], strict=True))
            open_[-1].items.append(Pairs(entries, done.anchor, done.tag))


def _tag(event: Any) -> str | None:
    return None if event.tag is None else str(event.tag)
