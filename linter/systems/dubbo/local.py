"""What one document says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linter.facts.holes import SET_ASIDE, LeftOpen
from linter.facts.patching import locked
from linter.facts.tree import Key, Map, Text, Tree, tree_of
from linter.pattern import pattern
from linter.syntax.document import DocRef, Document, Place, Problem
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.syntax.xml.element import Element
from linter.system import Fragment
from linter.systems.dubbo import spring
from linter.systems.dubbo.found import overrides
from linter.systems.dubbo.given import given, located
from linter.systems.dubbo.names import RULES, SUFFIXES, SYSTEM
from linter.systems.dubbo.profiles import KEYS
from linter.systems.dubbo.shape import shaped_so

_CONDITION = pattern(r"\{\{-?[ \t]*(?:if|with|range)\b")
_SPRING = ("spring.application.name", *KEYS)
_SOURCES = ("java", "kotlin", "heads")
_VERSION = pattern(r"v\d|2\.7|3\.\d|.*(?:\{\{|\$\{)")
"""What `configVersion` of Dubbo looks like, also as a number or filled in; others count from 1."""
_RULE_KEYS = frozenset(("configVersion", "scope", "force", "runtime", "enabled", "priority"))


def local(document: Document[Any]) -> Iterator[Fragment | Problem]:
    """Fragments ``spring`` (XML), ``settings`` (properties and YAML), ``rule`` and ``override``; those of sources.

    Each has its ``tree``; that of an override is the text of the URL alone. Raises ``TooMuchAliasing``, and
    ``LeftOpen`` where a template decides which settings there are: of nearly all there is a default.
    """
    left_open = None
    for found in _stated(document):
        if left_open is None:  # asked once, and only where there is something
            left_open = _left_open(document)
        if left_open:
            raise LeftOpen
        yield found


def _left_open(document: Document[Any]) -> bool:
    """Whether a template decides about some of it; in properties and XML an action is a line like any other."""
    text = document.view.text
    if document.ref.syntax == "yaml" or document.view.locked:
        return bool(document.view.locked) and SET_ASIDE in text
    return "{{" in text and _CONDITION.search(text) is not None


def _stated(document: Document[Any]) -> Iterator[Fragment | Problem]:
    root = document.root
    if document.ref.syntax in _SOURCES:
        from linter.systems.dubbo.sources.local import stated

        yield from stated(document)
        return
    if isinstance(root, Element):
        yield from spring.stated(document)
        yield from located(document)
        return
    yield from overrides(document)
    yield from given(document)
    mapping = follow(root)
    if not isinstance(mapping, Mapping):
        return
    if document.ref.syntax == "yaml" and _governs(mapping, document.ref):
        yield from rule(document)
        return
    kept = _settings(document, mapping)
    if kept is not None:
        first = next(entry for entry in kept.entries if entry.key.startswith("dubbo"))
        yield Fragment(SYSTEM, "settings", Place(kept.doc, first.start, first.end), {"tree": kept})


def rule(document: Document[Any]) -> Iterator[Fragment]:
    """The rule that a YAML document is, if it is one; what stands in a source is not edited."""
    mapping = follow(document.root)
    tree = tree_of(document, mapping) if isinstance(mapping, Mapping) and _governs(mapping, document.ref) else None
    if isinstance(tree, Map):
        host = document.ref.host
        if host is not None and host.syntax in _SOURCES:
            yield Fragment(SYSTEM, "rule", _rule_place(tree), {"tree": locked(tree, "sources are not edited")})
        else:
            yield Fragment(SYSTEM, "rule", _rule_place(tree), {"tree": tree})


def _governs(root: Mapping, ref: DocRef) -> bool:
    """Whether it has a rule's list and another word of rules, and shows that it is Dubbo's."""
    named = str(ref.route[-1] if ref.route else ref.path).endswith(SUFFIXES)
    names = {key.text for key, _ in root.entries if isinstance(key, Scalar)}
    listed = [follow(value) for key, value in root.entries if isinstance(key, Scalar) and key.text in RULES]
    if not listed:
        return _VERSION.match(_text(root, "configVersion")) is not None and "key" in names
    shaped = all(isinstance(value, Sequence) or (isinstance(value, Scalar) and not value.text) for value in listed)
    if not shaped or not names & _RULE_KEYS:
        return False
    if named or _VERSION.match(_text(root, "configVersion")) is not None:
        return True
    return "key" in names and shaped_so(root)


def _text(root: Mapping, key: str) -> str:
    value = root.get(key)
    target = follow(value) if value is not None else None
    return target.text if isinstance(target, Scalar) else ""


def _rule_place(tree: Map) -> Place:
    """What the rule is for: its key's value, else its list."""
    key = tree.get("key")
    if isinstance(key, Text) and key.end > key.start:
        return key.place
    return next((place for name in (*RULES, "configVersion") if (place := tree.key_place(name))), tree.place)


def _settings(document: Document[Node], root: Mapping) -> Map | None:
    """The entries about Dubbo, the application's name and its profile; ``None`` where nothing is about Dubbo."""
    entries = []
    ours = False
    for key, value in root.entries:
        name = key.text if isinstance(key, Scalar) else ""
        about = name == "dubbo" or name.startswith("dubbo.")
        if about or name == "spring" or name.startswith("spring."):
            tree = tree_of(document, value) if about else _kept(document, name, value)
            if tree is not None:
                start, end = document.view.outer(key.start, key.end)
                entries.append(Key(name, start, end, tree))
                ours = ours or about
    start, end = document.view.outer(root.start, root.end)
    return Map(document.ref, start, end, tuple(entries), root.flow) if ours else None


def _kept(document: Document[Node], name: str, value: Node) -> Tree | None:
    """What lies below ``name``, pruned to the names in ``_SPRING``."""
    node = follow(value)
    if isinstance(node, Scalar):
        return tree_of(document, node) if name in _SPRING else None
    if not isinstance(node, Mapping) or not any(wanted.startswith(f"{name}.") for wanted in _SPRING):
        return None
    entries = []
    for key, inner in node.entries:
        if not isinstance(key, Scalar):
            continue
        kept = _kept(document, f"{name}.{key.text}", inner)
        if kept is not None:
            start, end = document.view.outer(key.start, key.end)
            entries.append(Key(key.text, start, end, kept))
    start, end = document.view.outer(node.start, node.end)
    return Map(document.ref, start, end, tuple(entries)) if entries else None
