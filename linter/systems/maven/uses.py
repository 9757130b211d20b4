"""Where a pom uses its properties.

A property that decides one package's version may mean more: the project's own version, a plugin's, another package's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from linter.facts.tree import Key, Map, Text
from linter.pattern import pattern
from linter.syntax.document import Document
from linter.syntax.xml.element import Element
from linter.systems.maven.pom import Pom

_EXPRESSION = pattern(r"\$\{([^{}]*)\}")


def uses(document: Document[Element]) -> Map:
    """The properties that the texts of a pom name: keys are names, values say what for and have its group as style."""
    text = document.view.text
    entries = tuple(_below(document, document.root, "", "", "")) if "${" in text else ()
    start, end = document.view.outer(document.root.start, document.root.end)
    return Map(document.ref, start, end, entries)


def _below(document: Document[Element], root: Element, *_: str) -> Iterator[Key]:
    stack: list[tuple[Element, str, str]] = [(root, "", "")]
    while stack:
        element, group, subject = stack.pop()
        named = element.child("groupId")
        if element.name in ("dependency", "exclusion", "plugin", "extension", "parent") or element is root:
            artifact = element.child("artifactId")
            group = named.text.strip() if named is not None else "" if element is root else "org.apache.maven.plugins"
            subject = f"{group}:{artifact.text.strip()}" if artifact is not None else element.name
            if element is root:
                group, subject = "the project", "the project"
        for child in element.children:
            if child.children:
                stack.append((child, group, subject))
            elif "${" in child.text:
                start, end = document.view.outer(child.name_start, child.name_end)
                property_of = child.name if element.name == "properties" else ""
                said = f"${property_of}" if property_of else subject
                text = Text(document.ref, start, end, said, style=group)
                yield from (Key(name, start, end, text) for name in _EXPRESSION.findall(child.text))


class Uses:
    """The uses of each property over all poms that inherit it."""

    def __init__(self, lineages: Iterable[tuple[Pom, Iterable[Pom]]]) -> None:
        self._heirs: dict[str, list[Pom]] = {}
        for pom, lineage in lineages:
            for ancestor in lineage:
                self._heirs.setdefault(ancestor.path, []).append(pom)
        self._known: dict[tuple[str, str], Mapping[str, str]] = {}

    def of(self, path: str, name: str) -> Mapping[str, str]:
        """What the property ``name`` of the pom at ``path`` is used for, by group."""
        known = self._known.get((path, name))
        if known is None:
            self._known[path, name] = {}  # a circle of properties ends here
            known = self._known[path, name] = self._find(path, name)
        return known

    def _find(self, path: str, name: str) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for pom in self._heirs.get(path, ()):
            for use in pom.uses.get(name, ()):
                if use.text.startswith("$"):
                    found |= self.of(path, use.text[1:])
                else:
                    found.setdefault(use.style, use.text)
        return found
