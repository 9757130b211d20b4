"""Statements that change a list or a map in place.

Source: ``java.util.Collection``, ``java.util.List``, ``java.util.Map``, and what Groovy and Kotlin add to them.
"""

from __future__ import annotations

from linter.systems.gradle.lexer import inside, is_name, is_op
from linter.systems.gradle.script import Words

_METHODS = (
    *("add", "addAll", "addFirst", "addLast", "plusAssign", "minusAssign", "leftShift", "push", "pop", "set", "clear"),
    *("remove", "removeAll", "removeAt", "removeElement", "removeFirst", "removeIf", "removeLast", "replaceAll"),
    *("retainAll", "put", "putAll", "putIfAbsent", "putAt", "merge", "compute", "computeIfAbsent", "computeIfPresent"),
)


def changed(items: Words) -> Words:
    """The words that name what a statement changes, none where it changes nothing: ``l << x``, ``ext.l.add(x)``."""
    for at in range(1, len(items) - 1):
        if is_op(items[at], "<") and is_op(items[at + 1], "<") and items[at].end == items[at + 1].start:
            return items[:at]
        if is_op(items[at], ".") and at + 2 < len(items) and is_name(items[at + 1], *_METHODS):
            return items[:at]
        if not (is_name(items[at]) or is_op(items[at], ".") or inside(items[at], "[") is not None):
            break
    return ()


def below(items: Words) -> Words:
    """The statement without brackets that a condition leads: ``l << x`` of ``if (y) l << x``."""
    at = 0
    while at < len(items) and (is_name(items[at], "if", "else", "for", "while") or (at and inside(items[at], "("))):
        at += 1
    return items[at:]
