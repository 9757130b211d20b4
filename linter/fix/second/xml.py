"""XML as ElementTree reads it, with comments and processing instructions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linter.fix.second.tree import Unmade, Unread
from linter.pattern import pattern

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from linter.syntax.change import TreeChange
    from linter.syntax.document import Route

_STEP = pattern(r"(.+)\[(\d+)\]")


def intended(old: str, changes: Sequence[TreeChange]) -> Any:
    """What ``old`` means with ``changes`` made; raises ``Unread`` or ``Unmade``.

    All routes are of the text as it was, so elements are found first and taken out last.
    """
    root = _root(old)
    parents = {child: parent for parent in root.iter() for child in parent}
    work = [(change, _deepest(root, change.route)) for change in changes]
    for change, (element, rest) in work:
        if change.verb in ("set", "insert"):
            _set(element, rest, change.to)
    for change, (element, rest) in work:
        if change.verb == "rename":
            _rename(element, rest, change.to)
    for change, (element, rest) in work:
        if change.verb == "remove":
            _remove(element, rest, parents)
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


def _set(element: Element, rest: Route, to: str) -> None:
    """``to`` where ``rest`` leads from ``element``; what is missing is added."""
    from xml.etree.ElementTree import SubElement

    for step in rest:
        text = str(step)
        if text.startswith("@"):
            element.set(_attribute(element, text[1:]) or text[1:], to)
            return
        match = _STEP.fullmatch(text)
        if match is None:
            raise Unmade("the route does not fit the document")
        named = [one for one in element if _tag(one).rpartition("}")[2] == match[1]]
        if int(match[2]) > len(named):
            raise Unmade("the place of the new value is not there")
        if int(match[2]) == len(named):
            space, closing, _ = _tag(element).rpartition("}")
            named.append(SubElement(element, f"{space}{closing}{match[1]}"))
        element = named[int(match[2])]
    if any(isinstance(child.tag, str) for child in element):
        raise Unmade("the element holds others")
    beside = [child for child in element if (child.tail or "").strip()]
    if not beside:
        element.text = to
    elif len(beside) > 1 or (element.text or "").strip():
        raise Unmade("the text stands in several pieces")
    else:
        beside[0].tail = to


def _rename(element: Element, rest: Route, to: str) -> None:
    if not rest:
        space, closing, _ = _tag(element).rpartition("}")
        element.tag = f"{space}{closing}{to}"
        return
    name = _written(element, rest)
    space, closing, _ = name.rpartition("}")
    pairs = [(f"{space}{closing}{to}" if key == name else key, value) for key, value in element.attrib.items()]
    element.attrib.clear()
    element.attrib.update(pairs)


def _remove(element: Element, rest: Route, parents: Mapping[Element, Element]) -> None:
    if rest:
        del element.attrib[_written(element, rest)]
    elif element not in parents or (element.tail or "").strip():
        raise Unmade("the element can't be taken out alone")
    else:
        parents[element].remove(element)


def _written(element: Element, rest: Route) -> str:
    """The whole name of the attribute that ``rest`` is."""
    name = _attribute(element, str(rest[0])[1:]) if len(rest) == 1 and str(rest[0]).startswith("@") else ""
    if not name:
        raise Unmade("what is to be changed is not there")
    return name


def _attribute(element: Element, written: str) -> str:
    """The whole name of the attribute that is ``written`` so, prefix and all; ``""`` where none is."""
    names = [name for name in element.attrib if name.rpartition("}")[2] == written.rpartition(":")[2]]
    if len(names) > 1:
        raise Unmade("two attributes are called alike")
    return names[0] if names else ""


def _deepest(root: Element, route: Route) -> tuple[Element, Route]:
    """The last written element on ``route``, and the rest of it."""
    element: Element | None = None
    for depth, step in enumerate(route):
        match = _STEP.fullmatch(str(step))
        siblings = [root] if element is None else list(element)
        named = [one for one in siblings if match is not None and _tag(one).rpartition("}")[2] == match[1]]
        if match is None or int(match[2]) >= len(named):
            if element is None:
                break
            return element, route[depth:]
        element = named[int(match[2])]
    if element is None:
        raise Unmade("the route does not fit the document")
    return element, ()


def _canonical(element: Element) -> Any:
    """Tags, attributes and texts; white space around a text or beside an element does not count."""
    return (
        _tag(element),
        sorted(element.attrib.items()),
        (element.text or "").strip(),
        [(_canonical(child), (child.tail or "").strip()) for child in element],
    )


def _tag(element: Element) -> str:
    """The element's name with its namespace; comments and instructions have a function in its place."""
    tag: Any = element.tag
    return tag if isinstance(tag, str) else f"<{tag.__name__}>"
