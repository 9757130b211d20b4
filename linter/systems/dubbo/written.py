"""Texts of rules as written, with templates told apart from mappings."""

from __future__ import annotations

from linter.facts.holes import unfilled
from linter.facts.read import string
from linter.facts.tree import Map, Text, Tree
from linter.facts.value import Unknown

_TEMPLATE = Unknown("a template fills it in before this is used")


def template(tree: Tree | None) -> bool:
    """Whether it is ``{{ … }}``, which YAML reads as a mapping whose only key is a mapping."""
    return isinstance(tree, Map) and tree.flow and len(tree.entries) == 1 and not tree.entries[0].key


def as_text(tree: Tree) -> Tree:
    """``tree``, but a template as the text that it is."""
    if isinstance(tree, Map) and template(tree):
        return Text(tree.doc, tree.start, tree.end, "{{ }}", locked="a template fills it in")
    return tree


def written(tree: Tree | None) -> str | Unknown | None:
    """A scalar's text; unknown where a template or another placeholder gives it, ``None`` where there is none."""
    if template(tree):
        return _TEMPLATE
    text = string(tree)
    return None if text is None else unfilled(text) or text
