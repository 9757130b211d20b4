"""What an XML document says without its places, and what it should say after changes.

The nodes are mutable: they live for one comparison and are never shared.
"""

from __future__ import annotations

from linter.syntax.xml.element import WHITE, Element


class Meant:
    """An element as its names, attributes, text and children."""

    __slots__ = ("attributes", "children", "name", "parent", "text")

    def __init__(self, name: str, text: str = "", parent: Meant | None = None) -> None:
        self.name = name
        self.attributes: dict[str, str] = {}
        self.text = text
        self.children: list[Meant] = []
        self.parent = parent

    def said(self) -> object:
        """For comparing; white space beside child elements says nothing."""
        text = self.text.strip(WHITE) if self.children or not self.text.strip(WHITE) else self.text
        return (self.name, sorted(self.attributes.items()), text, [child.said() for child in self.children])


class Apart:
    """The meaning of elements each for itself, without parents and children: made of those that are asked for."""

    def __init__(self) -> None:
        self._by_element: dict[int, Meant] = {}

    def of(self, element: Element) -> Meant:
        known = self._by_element.get(id(element))
        if known is None:
            known = self._by_element[id(element)] = _own(element, None)
        return known


class Meaning:
    """The meaning of ``root`` and of each element below it."""

    def __init__(self, root: Element) -> None:
        self._by_element: dict[int, Meant] = {}
        self.root = self._read(root, None)

    def of(self, element: Element) -> Meant:
        return self._by_element[id(element)]

    def _read(self, element: Element, parent: Meant | None) -> Meant:
        meant = self._by_element[id(element)] = _own(element, parent)
        meant.children.extend(self._read(child, meant) for child in element.children)
        return meant


def _own(element: Element, parent: Meant | None) -> Meant:
    meant = Meant(element.qualified, element.text, parent)
    meant.attributes.update((one.qualified, one.value) for one in element.attributes)
    return meant
