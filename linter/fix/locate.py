"""The document that a slot lies in, parsed again: trees are dropped after reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from linter.syntax import formats
from linter.syntax.document import DocRef, Document, Problem, Route
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.text.source import Source
from linter.text.view import View

Opener: TypeAlias = Callable[[str], "Source | None"]
"""Gives a file of the run by its reported path; ``None`` where it is gone or can't be decoded."""

_GONE = "the text that holds the document is not there any more"


class Locator:
    """Documents by their refs; every text is parsed once, however many fixes touch it."""

    def __init__(self, open_source: Opener) -> None:
        self._open = open_source
        self._sources: dict[str, Source | None] = {}
        self._texts: dict[DocRef, dict[int, Document[Any]] | str] = {}
        self._values: dict[int, dict[str, Node]] = {}

    def source(self, path: str) -> Source | None:
        if path not in self._sources:
            self._sources[path] = self._open(path)
        return self._sources[path]

    def document(self, ref: DocRef) -> Document[Any] | str:
        """The document that ``ref`` names, or the reason why it can't be had."""
        text = DocRef(ref.path, ref.syntax, 0, ref.host, ref.route)
        if text not in self._texts:
            self._texts[text] = self._parse(text)
        found = self._texts[text]
        if isinstance(found, str):
            return found
        return found.get(ref.index, "the document is not there any more")

    def _parse(self, text: DocRef) -> dict[int, Document[Any]] | str:
        view: View | str
        if text.host is None:
            source = self.source(text.path)
            view = "the file can't be read any more" if source is None else View.of(source)
        else:
            host = self.document(text.host)
            if isinstance(host, str):
                return host
            node = self.node(host, text.route)
            if isinstance(node, Mapping):
                return {0: Document(text, host.view, node)}
            view = formats.inside(host, node) if isinstance(node, Scalar) else self._after(host, text.route)
        if isinstance(view, str):
            return view
        found: dict[int, Document[Any]] = {}
        for parsed in formats.parse(view, text):
            if isinstance(parsed, Problem):
                if not found:
                    return f"the text can't be parsed: {parsed.message}"
                break
            found[parsed.ref.index] = parsed
        return found

    def _after(self, host: Document[Any], route: Route) -> View | str:
        """The text that stands in a scalar after what the last step of ``route`` says."""
        node = self.node(host, route[:-1]) if route else None
        return formats.inside(host, node, str(route[-1])) if isinstance(node, Scalar) else _GONE

    def node(self, document: Document[Any], route: Route) -> Node | None:
        """The node of a YAML or properties tree that ``route`` leads to, aliases followed; of a repeated key the last.

        ``document`` is one that was given by this locator.
        """
        node: Any = document.root
        for step in route:
            node = follow(node) if node is not None else None
            if isinstance(node, Mapping) and isinstance(step, str):
                node = self._below(node).get(step)
            elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
            else:
                return None
        node = follow(node) if node is not None else None
        return node if isinstance(node, Scalar | Mapping | Sequence) else None

    def _below(self, mapping: Mapping) -> dict[str, Node]:
        known = self._values.get(id(mapping))
        if known is None:
            entries = mapping.entries
            known = self._values[id(mapping)] = {key.text: value for key, value in entries if isinstance(key, Scalar)}
        return known

    def outermost(self, ref: DocRef, route: Route) -> tuple[DocRef, Route]:
        """``route`` of a document that is a mapping in another one, as a route of the document that owns the text."""
        while ref.host is not None:
            part, host = self.document(ref), self.document(ref.host)
            if isinstance(part, str) or isinstance(host, str) or part.view is not host.view:
                break
            ref, route = ref.host, (*ref.route, *route)
        return ref, route


def locate(source: Source, doc: DocRef) -> Document[Any] | str:
    """The document ``doc`` of ``source``, through all its hosts, or the reason why it can't be had."""
    return Locator(lambda path: source if path == source.path else None).document(doc)
