"""Closures that code runs, maybe more than once: what their statements say all the same."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Seq, Text, Tree
from linter.systems.gradle.lexer import flat, is_name, is_op, is_string, words
from linter.systems.gradle.script import Words

_LOOPS = ("for", "while", "switch", "when", "with", "run")
_EACH = ("each", "forEach")
_CALLED = (*_EACH, "eachWithIndex", "forEachIndexed", "collect", "map", "with", "also", "let", "run", "apply", "times")


def runs(items: Words) -> bool:
    """Whether a statement with a closure is code and no dependency: ``list.each { … }``, ``for (x in list) { … }``."""
    if len(items) > 3 and is_op(items[-3], ".") and is_name(items[-2], *_CALLED):
        return True
    return is_name(items[0], *_LOOPS) or not (is_name(items[0]) or is_string(items[0]))


def taken_apart(items: Words, content: Words) -> Iterator[tuple[Tree, bool]]:
    """The statements of the closure, and whether each says the same without the code around it.

    That is so where it takes nothing but what the loop gives (``implementation it``): then it takes the whole list.
    """
    names, body = _parameters(content)
    over: Words = ()
    if len(items) > 3 and is_op(items[-3], ".") and is_name(items[-2], *_EACH):
        over = items[:-3]
    elif is_name(items[0], "for") and len(items) == 3:
        head = flat(items[1])
        at = next((at for at, word in enumerate(head) if is_name(word, "in") or is_op(word, ":")), 0)
        names, over = [word.text for word in head[:at][-1:] if isinstance(word, Text)], head[at + 1 :] if at else ()
    for statement in body:
        each = words(statement)
        given = flat(each[1]) if len(each) == 2 and not isinstance(each[1], Text) else each[1:]
        if over and len(names) == 1 and len(given) == 1 and is_name(given[0], *names):
            yield statement_of((each[0], *over)), True
        else:
            yield statement, False


def _parameters(content: Words) -> tuple[list[str], Words]:
    """The names of a closure's parameters, and its statements without them."""
    first = words(content[0]) if content else ()
    at = next((at for at, word in enumerate(first) if is_op(word, "->")), -1)
    if at < 0:
        return ["it"], content
    names = [word.text for word in first[:at] if isinstance(word, Text) and is_name(word)]
    rest = first[at + 1 :]
    return names[-1:], ((statement_of(rest),) if rest else ()) + content[1:]


def statement_of(items: Words) -> Seq:
    """Words of one file as a statement."""
    first = items[0]
    return Seq(first.doc, first.start, max(items[-1].end, first.start), items)
