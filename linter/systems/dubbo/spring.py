"""Spring XML as a plain tree of its Dubbo elements."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Map, Text
from linter.syntax.document import Document, Problem
from linter.syntax.xml.element import Element, root_route, routes, walk
from linter.syntax.xml.parse import unbound
from linter.system import Fragment
from linter.systems.dubbo.elements import KIND
from linter.systems.dubbo.names import NAMESPACES, SYSTEM
from linter.systems.dubbo.sources.vocabulary import CONFIGS

_PROPERTIES = "http://www.springframework.org/schema/p"
_PREFIX = "dubbo"
"""What everybody calls the namespace."""


def stated(document: Document[Element]) -> Iterator[Fragment | Problem]:
    """The Dubbo elements in ``document`` as a fragment ``spring`` with one tree, ``tree``.

    The keys of the tree are the steps of XML routes (``reference[0]``, ``@async``), so that they lead to the same place
    in the file. Elements around those of Dubbo stay without their attributes but ``profile``.
    """
    yield from _unbound(document)
    root = document.root
    inner = _build(document, root)
    if inner is None:
        return
    start, end = document.view.outer(root.name_start, root.name_end)
    tree = Map(document.ref, start, end, (Key(str(root_route(root)[0]), start, end, inner),))
    yield Fragment(SYSTEM, "spring", document.place(root.name_start, root.name_end), {"tree": tree})


def _unbound(document: Document[Element]) -> Iterator[Problem]:
    """The first place of each prefix that nothing binds, where Dubbo is meant: Spring's reader refuses the file."""
    found = unbound(document)
    if found and any(one.uri in NAMESPACES or one.prefix == _PREFIX for _, one in walk(document.root)):
        first = {problem.message: problem for problem in reversed(found)}
        yield from sorted(first.values(), key=lambda problem: problem.place.start)


def lost(root: Element) -> str:
    """That the first element that looks like Dubbo's is bound to another namespace, whose reader is not known."""
    for _, element in walk(root):
        if element.prefix == _PREFIX and element.uri:
            return f"`{_PREFIX}` stands for `{element.uri}`, which is no namespace of Dubbo"
    return ""


_BEAN = "bean"
_LOCKED = "a property of a bean is not edited"


def _bean(document: Document[Element], element: Element) -> Map | None:
    """A ``bean`` of one of Dubbo's classes as the element that it stands for; ``@=`` is its kind."""
    kind = CONFIGS.get(element.get("class") or "") if element.name == _BEAN else None
    if kind is None:
        return None
    outer = document.view.outer
    at = outer(element.name_start, element.name_end)
    entries = [Key(KIND, *at, Text(document.ref, *at, kind))]
    given = [(one.get("name"), one.attribute("value") or one.attribute("ref")) for one in element.all("property")]
    given += [(one.name, one) for one in element.attributes if one.uri == _PROPERTIES]
    given += [(name, element.attribute(name)) for name in ("id",)]
    for name, attribute in given:
        if name and attribute is not None:
            value = outer(attribute.value_start, attribute.value_end)
            tree = Text(document.ref, *value, attribute.value, style='"', locked=_LOCKED)
            entries.append(Key(f"@{name}", *value, tree))
    return Map(document.ref, *outer(element.start, element.end), tuple(entries), flow=True)


def _build(document: Document[Element], element: Element) -> Map | None:
    """The tree of ``element``, ``None`` if there is nothing of Dubbo in it."""
    bean = _bean(document, element)
    if bean is not None:
        return bean
    outer = document.view.outer
    ours = element.uri in NAMESPACES
    entries: list[Key] = []
    profile: Key | None = None
    if ours:
        for attribute in element.attributes:
            value = Text(document.ref, *outer(attribute.value_start, attribute.value_end), attribute.value, style='"')
            entries.append(Key(f"@{attribute.qualified}", *outer(attribute.start, attribute.name_end), value))
    for attribute in () if ours else element.attributes:
        if attribute.qualified == "profile":
            at = outer(attribute.value_start, attribute.value_end)
            profile = Key("@profile", *at, Text(document.ref, *at, attribute.value))
    for (step,), child in routes(element, ()):
        inner = _build(document, child)
        if inner is not None:
            entries.append(Key(str(step), *outer(child.name_start, child.name_end), inner))
    if not ours and not entries:
        return None
    if profile is not None:
        entries.append(profile)
    return Map(document.ref, *outer(element.start, element.end), tuple(entries), flow=ours)
