"""The parsed tree of an XML text, and the routes that name its parts.

Offsets are code points of the view's text (``Document.view``), half-open.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.record import NamedTuple
from linter.syntax.document import Route

WHITE = " \t\r\n"
"""What XML calls white space; nothing else is trimmed."""


class Attribute(NamedTuple):
    """One written attribute.

    ``start..end`` covers ``name="value"``, ``value_start..value_end`` the written value between its quotes; ``value``
    is that value with references and line ends resolved. ``uri`` is ``""`` for a name without a prefix.
    """

    start: int
    end: int
    name_end: int
    value_start: int
    value_end: int
    name: str
    prefix: str
    uri: str
    value: str

    @property
    def qualified(self) -> str:
        """The name as written, with its prefix."""
        return f"{self.prefix}:{self.name}" if self.prefix else self.name


class Element:
    """An element with every place that a message or an edit can need.

    ``name`` is the local name and ``uri`` the namespace it is bound to, ``""`` for none or for a prefix that nothing
    binds. ``open_end`` is past the start tag, ``close_start`` before the end tag; both equal ``end`` for ``<a/>``.
    ``text`` is the element's own text, concatenated. Where it is written in one piece, ``text_start..text_end`` is that
    piece without the white space around it (the content of a CDATA section if ``cdata``; all of the content where it is
    blank); otherwise both are -1: child elements, comments or several sections interrupt it, or there is no content.
    """

    __slots__ = (
        "attributes",
        "cdata",
        "children",
        "close_start",
        "end",
        "name",
        "name_end",
        "name_start",
        "open_end",
        "prefix",
        "start",
        "text",
        "text_end",
        "text_start",
        "uri",
    )

    def __init__(
        self, start: int, prefix: str, name: str, uri: str, attributes: list[Attribute], open_end: int
    ) -> None:
        self.start = start
        self.prefix = prefix
        self.name = name
        self.uri = uri
        self.attributes = attributes
        self.open_end = open_end
        self.name_start = start + 1
        self.name_end = self.name_start + len(name) + (len(prefix) + 1 if prefix else 0)
        self.close_start = open_end
        self.end = open_end
        self.children: list[Element] = []
        self.text = ""
        self.text_start = -1
        self.text_end = -1
        self.cdata = False

    @property
    def qualified(self) -> str:
        """The name as written, with its prefix."""
        return f"{self.prefix}:{self.name}" if self.prefix else self.name

    @property
    def closed(self) -> bool:
        """Whether it is written as one tag (``<a/>``)."""
        return self.close_start == self.end

    def attribute(self, name: str, uri: str = "") -> Attribute | None:
        for attribute in self.attributes:
            if attribute.name == name and attribute.uri == uri:
                return attribute
        return None

    def get(self, name: str, uri: str = "") -> str | None:
        """The value of an attribute."""
        found = self.attribute(name, uri)
        return None if found is None else found.value

    def all(self, name: str, uri: str | None = None) -> Iterator[Element]:
        """The children of one name; of any namespace unless ``uri`` is given."""
        for child in self.children:
            if child.name == name and (uri is None or child.uri == uri):
                yield child

    def child(self, name: str, uri: str | None = None) -> Element | None:
        """The first child of one name."""
        return next(self.all(name, uri), None)


def routes(element: Element, route: Route) -> Iterator[tuple[Route, Element]]:
    """The children of ``element`` at ``route`` with their own routes (``… , "bean[1]"``), in file order."""
    seen: dict[str, int] = {}
    for child in element.children:
        index = seen.get(child.name, 0)
        seen[child.name] = index + 1
        yield (*route, f"{child.name}[{index}]"), child


def root_route(root: Element) -> Route:
    """The route of the outermost element."""
    return (f"{root.name}[0]",)


def walk(root: Element) -> Iterator[tuple[Route, Element]]:
    """All elements with their routes, each before its children, in file order."""
    stack = [(root_route(root), root)]
    while stack:
        route, element = stack.pop()
        yield route, element
        stack.extend(reversed(list(routes(element, route))))


def find(root: Element, route: Route) -> Element | Attribute | None:
    """What ``route`` leads to: ``("project[0]", "version[0]")``, or with ``"@async"`` at its end an attribute.

    Steps count the children of one local name from 0; an attribute is named as written.
    """
    if not route or route[0] != f"{root.name}[0]":
        return None
    element = root
    for step in route[1:-1] if _is_attribute(route) else route[1:]:
        following = _child_at(element, step)
        if following is None:
            return None
        element = following
    if not _is_attribute(route):
        return element
    name = str(route[-1])[1:]
    return next((attribute for attribute in element.attributes if attribute.qualified == name), None)


def _is_attribute(route: Route) -> bool:
    return isinstance(route[-1], str) and route[-1].startswith("@")


def _child_at(element: Element, step: str | int) -> Element | None:
    name, bracket, index = str(step).rpartition("[")
    if not bracket or not index[:-1].isdecimal():
        return None
    same = [child for child in element.children if child.name == name]
    at = int(index[:-1])
    return same[at] if at < len(same) else None
