"""What fills in Spring's placeholders: properties that the files of a module give, whoever else they are for.

Sources: ``PropertyPlaceholderHelper`` and ``PropertySourcesPlaceholderConfigurer`` of Spring; the files that Spring
Boot reads by their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from linter.facts.tree import Map, tree_of
from linter.pattern import pattern
from linter.syntax.document import Document
from linter.syntax.node import Mapping, follow
from linter.system import Fragment
from linter.systems.dubbo.names import SYSTEM

if TYPE_CHECKING:
    from linter.syntax.xml.element import Element

LARGEST = 256 * 1024
"""Bytes above which a file is not looked through: it holds texts."""
_READ = pattern(r"(?:application|bootstrap)(?:-[\w.-]+)?\.(?:ya?ml|properties)$")
"""Files that Spring Boot reads by their names."""
_OTHERS = pattern(
    r"(?:messages|validationmessages|i18n|strings|log4j2?|logging|pom|git|build|lombok"
    r"|quartz|sonar-project|junit-platform)(?:[._-].*)?\.properties$|.*_[a-z]{2}(?:_[a-z]{2})?\.properties$"
)
"""Texts in several languages, and settings of other programs."""
_SIGNS = (b"property-placeholder", b"PlaceholderConfigurer", b"PropertiesFactoryBean")
_CLASSES = ("PropertyPlaceholderConfigurer", "PropertySourcesPlaceholderConfigurer", "PropertiesFactoryBean")
_FILE = pattern(r"(?:[\w-]+\*?:)?/*([\w./*{}$-]+\.(?:properties|ya?ml))")


def gives(name: str, data: bytes) -> bool:
    """Whether a text, called ``name`` in small letters, may fill in what others leave open."""
    if len(data) > LARGEST:
        return False
    if name.endswith(".xml"):
        return any(sign in data for sign in _SIGNS)
    return by_name(name) or (name.endswith(".properties") and _OTHERS.match(name) is None)


def by_name(name: str) -> bool:
    """Whether Spring Boot reads a file with this name, in small letters, unasked."""
    return name.startswith(("application", "bootstrap")) and _READ.match(name) is not None


def given(document: Document[Any]) -> Iterator[Fragment]:
    """A fragment ``given`` for properties and YAML that may give values to others."""
    name = document.ref.path.rpartition("/")[2].lower()
    if document.ref.host is not None or len(document.view.text) > LARGEST or not gives(name, b""):
        return
    if isinstance(follow(document.root), Mapping):
        tree = tree_of(document)
        if isinstance(tree, Map) and tree.entries:
            yield Fragment(SYSTEM, "given", document.place(0, 0), {"tree": tree})


def located(document: Document[Element]) -> Iterator[Fragment]:
    """A fragment ``located`` with the files that placeholders in Spring XML are filled in from, one a line."""
    text = document.view.text
    if not any(sign.decode() in text for sign in _SIGNS):
        return
    from linter.syntax.xml.element import walk

    files = [file for _, element in walk(document.root) if _fills_in(element) for file in _files(element)]
    if files:
        yield Fragment(SYSTEM, "located", document.place(0, 0), {"files": "\n".join(dict.fromkeys(files))})


def _fills_in(element: Element) -> bool:
    if element.name == "bean":
        return (element.get("class") or "").endswith(_CLASSES)
    return element.name == "property-placeholder" or (element.name == "properties" and "util" in element.uri)


def _files(element: Element) -> Iterator[str]:
    from linter.syntax.xml.element import walk

    for _, one in walk(element):
        for said in (one.text, *(attribute.value for attribute in one.attributes)):
            for piece in said.split(","):
                found = _FILE.fullmatch(piece.strip())
                if found is not None:
                    yield found[1] or ""
