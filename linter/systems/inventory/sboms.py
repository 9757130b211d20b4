"""CycloneDX and SPDX documents, in JSON and XML, and Maven's tree as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linter.facts.tree import Map, Seq, Text, Tree, tree_of
from linter.syntax.document import Document
from linter.syntax.xml.element import Element
from linter.systems.inventory.item import Item, Module, purl

_URLS = ("purl", "referenceLocator", "software_packageUrl", "packageUrl", "identifier", "locator")
_HEADER = 4096
_SCOPES = {"excluded": "test", "optional": "provided"}


def of_json(document: Document[Any]) -> Iterator[Module]:
    """What a JSON document lists; nothing where it is no such list."""
    root = tree_of(document)
    if not isinstance(root, Map):
        return
    if _said(root, "bomFormat") == "CycloneDX":
        metadata = root.get("metadata")
        subject = metadata.get("component") if isinstance(metadata, Map) else None
        yield _module(subject if isinstance(subject, Map) else root, _components(root.get("components")))
    elif root.get("spdxVersion") is not None or root.get("@graph") is not None:
        yield _module(root, _urls(root))
    elif root.get("groupId") is not None and root.get("artifactId") is not None:
        yield _module(root, _tree(root))


def _module(subject: Map, items: Iterator[Item]) -> Module:
    group = _said(subject, "group") or _said(subject, "groupId")
    artifact = _said(subject, "artifactId") or ("" if subject.get("bomFormat") else _said(subject, "name"))
    return Module(group, artifact, _said(subject, "version"), subject.start, subject.end, tuple(items))


def _said(tree: Map, key: str) -> str:
    found = tree.get(key)
    return found.text if isinstance(found, Text) else ""


def _components(tree: Tree | None) -> Iterator[Item]:
    pending: list[Tree | None] = [tree]
    while pending:
        current = pending.pop(0)
        if isinstance(current, Seq):
            pending = [*current.items, *pending]
        elif isinstance(current, Map):
            pending.insert(0, current.get("components"))
            url, version = current.get("purl"), current.get("version")
            said = purl(url.text) if isinstance(url, Text) else None
            if said is None and _said(current, "group") and _said(current, "name") and not isinstance(url, Text):
                said = (_said(current, "group"), _said(current, "name"), _said(current, "version"))
            if said is not None:
                at = version if isinstance(version, Text) and version.text == said[2] else url
                place = at if isinstance(at, Text) else current
                yield Item(*said, place.start, place.end, _SCOPES.get(_said(current, "scope"), "compile"))


def _urls(tree: Tree) -> Iterator[Item]:
    """Package URLs wherever SPDX keeps them; each package once."""
    seen = set()
    pending = [tree]
    while pending:
        current = pending.pop(0)
        if isinstance(current, Seq):
            pending = [*current.items, *pending]
        elif isinstance(current, Map):
            yield from _by_name(current)
            for entry in current.entries:
                said = purl(entry.value.text) if isinstance(entry.value, Text) and entry.key in _URLS else None
                if said is not None and said not in seen:
                    seen.add(said)
                    yield Item(*said, entry.value.start, entry.value.end)
            pending = [*(entry.value for entry in current.entries if not isinstance(entry.value, Text)), *pending]


def _by_name(package: Map) -> Iterator[Item]:
    """A package of SPDX that has no URL and is called ``group:artifact``."""
    name, version = package.get("name"), package.get("versionInfo")
    group, colon, artifact = _said(package, "name").partition(":")
    if colon and isinstance(version, Text) and isinstance(name, Text) and package.get("externalRefs") is None:
        if artifact and ":" not in artifact and " " not in group:
            yield Item(group, artifact, version.text, version.start, version.end)


def _tree(root: Map) -> Iterator[Item]:
    """``dependency:tree -DoutputType=json``."""
    pending: list[tuple[Map, str]] = [(root, "")]
    while pending:
        current, via = pending.pop(0)
        children = current.get("children")
        name = f"{_said(current, 'groupId')}:{_said(current, 'artifactId')}"
        for child in children.items if isinstance(children, Seq) else ():
            if isinstance(child, Map):
                version = child.get("version")
                place = version if isinstance(version, Text) else child
                said = (_said(child, "groupId"), _said(child, "artifactId"), _said(child, "version"))
                top = via or ("" if current is root else name)
                yield Item(*said, place.start, place.end, _said(child, "scope") or "compile", top)
                pending.append((child, top))


def of_xml(document: Document[Element]) -> Iterator[Module]:
    """What an XML document lists; nothing where it is no such list."""
    root = document.root
    if root.name == "bom" and "cyclonedx" in root.uri:
        metadata = root.child("metadata")
        subject = metadata.child("component") if metadata is not None else None
        yield _xml_module(document, subject, _xml_components(document, root.child("components")))
    elif "spdx" in root.uri or root.name in ("Document", "RDF"):
        yield _xml_module(document, None, _xml_urls(document))
    elif "Effective POM for project" in document.view.text[:_HEADER] and root.name in ("project", "projects"):
        for project in [root] if root.name == "project" else root.children:
            if project.name == "project":
                yield _effective(document, project)


def _effective(document: Document[Element], project: Element) -> Module:
    """A module of ``help:effective-pom``: its direct dependencies, resolved."""
    group, artifact, version = (_text(project, name) for name in ("groupId", "artifactId", "version"))
    start, end = _span(document, project.child("artifactId") or project)
    listed = project.child("dependencies")
    items = []
    for one in listed.children if listed is not None else ():
        said = [_text(one, name) for name in ("groupId", "artifactId", "version")]
        at = one.child("version") or one
        if all(said):
            items.append(Item(said[0], said[1], said[2], *_span(document, at), _text(one, "scope") or "compile"))
    return Module(group, artifact, version, start, end, tuple(items))


def _xml_module(document: Document[Element], subject: Element | None, items: Iterator[Item]) -> Module:
    at = subject or document.root
    start, end = document.view.outer(at.name_start, at.name_end)
    said = [_text(subject, name) for name in ("group", "name", "version")]
    return Module(said[0], said[1], said[2], start, end, tuple(items))


def _text(element: Element | None, name: str) -> str:
    found = None if element is None else element.child(name)
    return "" if found is None else found.text.strip()


def _xml_components(document: Document[Element], components: Element | None) -> Iterator[Item]:
    pending = [] if components is None else list(components.children)
    while pending:
        current = pending.pop(0)
        if current.name == "components":
            pending = [*current.children, *pending]
        if current.name != "component":
            continue
        pending = [*(child for child in current.children if child.name == "components"), *pending]
        url = _text(current, "purl")
        group, name = _text(current, "group"), _text(current, "name")
        said = purl(url) if url else (group, name, _text(current, "version")) if group and name else None
        if said is not None:
            at = current.child("version") or current.child("purl") or current
            scope = _SCOPES.get(_text(current, "scope"), "compile")
            yield Item(*said, *_span(document, at), scope)


def _xml_urls(document: Document[Element]) -> Iterator[Item]:
    seen = set()
    pending = [document.root]
    while pending:
        current = pending.pop(0)
        said = purl(current.text.strip()) if not current.children and current.name in _URLS else None
        if said is not None and said not in seen:
            seen.add(said)
            yield Item(*said, *_span(document, current))
        pending = [*current.children, *pending]


def _span(document: Document[Element], element: Element) -> tuple[int, int]:
    if element.children or element.text_start < 0:
        return document.view.outer(element.name_start, element.name_end)
    return document.view.outer(element.text_start, element.text_end)
