"""XML as ElementTree reads it, with comments and processing instructions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linter.fix.second.tree import Unmade, Unread

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from linter.syntax.change import TreeChange
    from linter.syntax.document import Route

_STEP = re.compile(r"(.+)\[(\d+)\]")


def intended(old: str, changes: Sequence[TreeChange]) -> Any:
    """What ``old`` means with ``changes`` made; raises ``Unread`` or ``Unmade``."""
    root = _root(old)
    for change in changes:
        if change.verb != "set":
            raise Unmade(f"{change.verb} can't be proven in XML")
        _set(root, change.route, change.to)
    return _canonical(root)


def actual(new: str) -> Any:
    """What ``new`` means; raises ``Unread``."""
    return _canonical(_root(new))


def _root(text: str) -> Element:
    from xml.etree import ElementTree

    builder = ElementTree.TreeBuilder(insert_comments=True, insert_pis=True)
    # The strict parser, which refuses entities, has read the text before.
    parser = ElementTree.XMLParser(target=builder)  # noqa: S314
    try:
        parser.feed(text)
        return parser.close()
    except ElementTree.ParseError as error:
        raise Unread(str(error)) from error


def _set(root: Element, route: Route, to: str) -> None:
    found, attribute = _find(root, route)
    if not attribute:
        if len(found):
            raise Unmade("the element holds others")
        found.text = to
        return
    names = [name for name in found.attrib if name.rpartition("}")[2] == attribute]
    if len(names) != 1:
        raise Unmade("the attribute is not there")
    found.set(names[0], to)


def _find(root: Element, route: Route) -> tuple[Element, str]:
    """The element that ``route`` leads to, and the attribute's name if it ends in one."""
    element: Element | None = None
    for step in route:
        text = str(step)
        if text.startswith("@") and element is not None:
            return element, text[1:].rpartition(":")[2]
        match = _STEP.fullmatch(text)
        if match is None:
            raise Unmade("the route does not fit the document")
        siblings = [root] if element is None else list(element)
        named = [one for one in siblings if _tag(one).rpartition("}")[2] == match[1]]
        if int(match[2]) >= len(named):
            raise Unmade("the place of the new value is not there")
        element = named[int(match[2])]
    if element is None:
        raise Unmade("the route is empty")
    return element, ""


def _canonical(element: Element) -> Any:
    """Tags, attributes and texts; white space around a text that is the element's only content does not count."""
    text = element.text or ""
    return (
        _tag(element),
        sorted(element.attrib.items()),
        text if len(element) else text.strip(),
        [(_canonical(child), child.tail) for child in element],
    )


def _tag(element: Element) -> str:
    """The element's name with its namespace; comments and instructions have a function in its place."""
    tag: Any = element.tag
    return tag if isinstance(tag, str) else f"<{tag.__name__}>"
