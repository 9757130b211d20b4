"""What one list says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linter.pattern import pattern
from linter.syntax.document import Document, Problem
from linter.syntax.node import Mapping, Scalar
from linter.syntax.xml.element import Element
from linter.system import Fragment
from linter.systems.inventory.item import Module, fragment
from linter.systems.inventory.large import Broken
from linter.systems.inventory.large import modules as modules_of
from linter.systems.inventory.names import is_image
from linter.systems.inventory.sboms import of_json, of_xml
from linter.systems.inventory.texts import dot, gradle, jars, maven, references
from linter.text.view import Run, View
from linter.versions.published import Published

_COLOUR = pattern(r"\x1b\[[0-9;]*[A-Za-z]")
_COMMENT = pattern(r"(?m)^[ \t]*#.*$")


def stated(document: Document[Any]) -> Iterator[Fragment | Problem]:
    """The packages that ``document`` lists, one fragment; nothing where it is no list."""
    ref, root = document.ref, document.root
    if not document.view.text.strip():
        return
    if isinstance(root, Scalar) and ref.syntax == "text":
        yield from _text(document)
    elif isinstance(root, Element):
        modules = [module for module in of_xml(document) if module.items]
        if modules:
            yield fragment(ref, "effective POM" if root.name in ("project", "projects") else "SBOM", modules)
    elif isinstance(root, Mapping) and ref.syntax == "yaml" and ref.host is None:
        modules = [module for module in of_json(document) if module.items]
        if modules:
            yield fragment(ref, "SBOM" if root.get("groupId") is None else "tree", modules)


def _text(document: Document[Scalar]) -> Iterator[Fragment | Problem]:
    view = _uncoloured(document.view)
    text = view.text
    what = "list"
    name = document.ref.path.lower()
    if name.endswith((".json", ".xml", ".rdf")):  # too large to be parsed
        what = "SBOM"
        try:
            found = [*modules_of(text, xml=not name.endswith(".json"))]
        except Broken as error:
            yield Problem(document.place(error.offset, error.offset), f"it is no JSON: {error}", "syntax")
            return
    elif is_image(document.ref.path.rpartition("/")[2]):
        text = _COMMENT.sub(lambda found: " " * len(found[0]), text)
        items = tuple(jars(text, Published()))
        found = [Module("", "", "", 0, 0, items)]
    elif "pkg:maven/" in text:
        found = [Module("", "", "", 0, 0, tuple(references(text)))]
    else:
        found = (
            [*maven(text)]
            or [*dot(text)]
            or [*gradle(text)]
            or [Module("", "", "", 0, 0, tuple(jars(text, Published())))]
        )
    modules = [_placed(view, module) for module in found if module.items]
    if modules:
        yield fragment(document.ref, what, modules)


def _uncoloured(view: View) -> View:
    """The text without the colours that a terminal was sent."""
    if "\x1b[" not in view.text:
        return view
    runs, texts, at, size = [], [], 0, 0
    for start, end in (*(found.span() for found in _COLOUR.finditer(view.text)), (len(view.text), len(view.text))):
        if start > at:
            runs.append(Run(size, start - at, at, start - at))
            texts.append(view.text[at:start])
            size += start - at
        at = end
    return view.derive("".join(texts), runs) if runs else view


def _placed(view: View, module: Module) -> Module:
    """``module`` with offsets of the file."""
    outer = view.outer
    items = []
    for item in module.items:
        start, end = outer(item.start, item.end)
        items.append(item._replace(start=start, end=end))
    start, end = outer(module.start, module.end)
    return module._replace(start=start, end=end, items=tuple(items))
