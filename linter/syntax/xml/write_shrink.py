"""Attributes and elements that are taken out or get another name."""

from __future__ import annotations

from linter.syntax.xml.element import WHITE, Attribute, Element
from linter.syntax.xml.write_value import Splice
from linter.text.view import View


def removed_attribute(view: View, target: Attribute) -> Splice:
    """The attribute with the white space before it."""
    return Splice(len(view.text[: target.start].rstrip(WHITE)), target.end, "")


def removed_child(view: View, target: Element) -> Splice | str:
    """The element with its line, unless something else stands there too."""
    text = view.text
    if "<!--" in text[target.start : target.end]:
        return f"the comments in `{target.qualified}` would be lost"
    before = len(text[: target.start].rstrip(WHITE))
    ends = [at for at in (text.find("\n", target.end), text.find("\r", target.end)) if at >= 0]
    rest = text[target.end : min(ends, default=len(text))]
    if rest.strip(" \t") and "\n" in text[before : target.start]:
        return Splice(target.start, target.end + len(rest) - len(rest.lstrip(" \t")), "")
    return Splice(before, target.end, "")


def renamed(target: Element | Attribute, new: str) -> list[Splice]:
    """The name in its tags."""
    if isinstance(target, Attribute):
        return [Splice(target.start, target.name_end, new)]
    found = [Splice(target.name_start, target.name_end, new)]
    if not target.closed:
        start = target.close_start + len("</")
        found.append(Splice(start, start + len(target.qualified), new))
    return found
