"""What one document says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linter.facts.tree import Key, Map, Text, Tree, tree_of
from linter.syntax.document import Document, Place
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow
from linter.syntax.xml.element import Element
from linter.system import Fragment
from linter.systems.dubbo import spring
from linter.systems.dubbo.found import overrides
from linter.systems.dubbo.names import RULES, SYSTEM

_RULE_KEYS = frozenset(("configVersion", "scope", "force", "runtime", "enabled", "priority"))


def local(document: Document[Any]) -> Iterator[Fragment]:
    """Fragments ``spring`` (XML), ``settings`` (properties and YAML), ``rule`` and ``override``.

    Each has its ``tree``; that of an override is the text of the URL alone. Raises ``TooMuchAliasing``.
    """
    root = document.root
    if isinstance(root, Element):
        yield from spring.stated(document)
        return
    yield from overrides(document)
    mapping = follow(root)
    if not isinstance(mapping, Mapping):
        return
    if document.ref.syntax == "yaml" and _governs(mapping):
        tree = tree_of(document, mapping)
        if isinstance(tree, Map):
            yield Fragment(SYSTEM, "rule", _rule_place(tree), {"tree": tree})
        return
    kept = _settings(document, mapping)
    if kept is not None:
        first = next(entry for entry in kept.entries if entry.key.startswith("dubbo"))
        yield Fragment(SYSTEM, "settings", Place(kept.doc, first.start, first.end), {"tree": kept})


def _governs(root: Mapping) -> bool:
    """Whether it has a rule's list, and a key or another of the words that rules have."""
    names = {key.text for key, _ in root.entries if isinstance(key, Scalar)}
    listed = [follow(value) for key, value in root.entries if isinstance(key, Scalar) and key.text in RULES]
    if not listed:
        return "configVersion" in names and "key" in names
    shaped = all(isinstance(value, Sequence) or (isinstance(value, Scalar) and not value.text) for value in listed)
    return shaped and ("key" in names or "configVersion" in names) and bool(names & _RULE_KEYS)


def _rule_place(tree: Map) -> Place:
    """What the rule is for: its key's value, else its list."""
    key = tree.get("key")
    if isinstance(key, Text) and key.end > key.start:
        return key.place
    return next((place for name in (*RULES, "configVersion") if (place := tree.key_place(name))), tree.place)


def _settings(document: Document[Node], root: Mapping) -> Map | None:
    """The entries about Dubbo, and the application's name; ``None`` where nothing is about Dubbo."""
    entries = []
    ours = False
    for key, value in root.entries:
        name = key.text if isinstance(key, Scalar) else ""
        about = name == "dubbo" or name.startswith("dubbo.")
        if about or name in ("spring", "spring.application", "spring.application.name"):
            tree = tree_of(document, value) if about else _application(document, name, value)
            if tree is not None:
                start, end = document.view.outer(key.start, key.end)
                entries.append(Key(name, start, end, tree))
                ours = ours or about
    start, end = document.view.outer(root.start, root.end)
    return Map(document.ref, start, end, tuple(entries), root.flow) if ours else None


def _application(document: Document[Node], name: str, value: Node) -> Tree | None:
    """What lies below ``spring``, pruned to the application's name."""
    node = follow(value)
    if name == "spring.application.name":
        return tree_of(document, node) if isinstance(node, Scalar) else None
    step = "application" if name == "spring" else "name"
    inner = node.get(step) if isinstance(node, Mapping) else None
    if inner is None or not isinstance(node, Mapping):
        return None
    kept = _application(document, f"{name}.{step}", inner)
    if kept is None:
        return None
    start, end = document.view.outer(node.start, node.end)
    return Map(document.ref, start, end, (Key(step, kept.start, kept.start, kept),))
