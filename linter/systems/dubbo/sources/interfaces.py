"""Interfaces with methods that give a future: calling one is asynchronous (``RpcUtils.isReturnTypeFuture``)."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Map, Text
from linter.pattern import pattern
from linter.syntax.document import Document
from linter.syntax.jvm.unit import TypeDeclared, TypeName, Unit
from linter.system import Fragment
from linter.systems.dubbo.names import SYSTEM
from linter.systems.dubbo.sources.names import Names
from linter.systems.dubbo.sources.vocabulary import FUTURE

_SIMPLE = FUTURE.rpartition(".")[2]
_ALIAS = pattern(
    r"(?m)^[ \t]*(?:(?:public|internal|private)\s+)?typealias\s+(\w+)\s*(?:<[^=\n]*>)?\s*=\s*([\w.]+)(?![^\n]*\.\s*\()"
)
"""What a name stands for: a type, but no function that is called on one (``Later<T>.() -> Unit``)."""


def interfaces(document: Document[Unit], names: Names) -> Iterator[Fragment]:
    """A fragment ``interface`` for each, and in Kotlin an ``alias`` for each other name of a type.

    A type of the source itself that is called as the future is a ``namesake``.

    An alias is one of the future, or ``of`` what may be an alias itself.

    ``instead`` is the type of its package that the future's name means if there is one (JLS 6.4.1).
    ``tree`` are the methods that give a future with the types that they give, ``renamed`` those of Kotlin whose type
    may be an alias, with the names it may stand for, and ``given`` the futures that are arguments of what it extends.
    Interfaces without such methods are kept for what they extend.
    """
    for declared in document.root.types:
        if declared.name == _SIMPLE:
            place = document.place(declared.start, declared.end)
            yield Fragment(SYSTEM, "namesake", place, {"name": names.full(_SIMPLE)})
        if declared.kind == "interface":
            yield _interface(document, names, declared)
    text = document.view.text
    if document.ref.syntax == "kotlin" and "typealias" in text:
        for found in _ALIAS.finditer(text):
            name, kind = found[1] or "", found[2] or ""
            of = "" if names.known(kind, (FUTURE,)) is not None else ",".join(names.candidates(kind))
            yield Fragment(SYSTEM, "alias", document.place(*found.span(1)), {"name": names.full(name), "of": of})


def _interface(document: Document[Unit], names: Names, declared: TypeDeclared) -> Fragment:
    entries, renamed, given = [], [], []
    kotlin = document.ref.syntax == "kotlin"
    for method in declared.methods:
        returns = method.returns
        if returns is None:
            continue
        span = (method.start, method.end)
        if names.known(returns.name, (FUTURE,)) is not None:
            entries.append(_entry(document, method.name, span, returns, returns.name))
        elif kotlin:
            renamed.append(_entry(document, method.name, span, returns, ",".join(names.candidates(returns.name))))
    for parent in declared.supers:
        futures = [arg for arg in parent.args if names.known(arg.name, (FUTURE,)) is not None]
        given += [_entry(document, parent.name, (parent.start, parent.end), arg, arg.name) for arg in futures]
    place = document.place(declared.start, declared.end)
    supers = "|".join(",".join(names.candidates(one.name)) for one in declared.supers)
    trees = {
        name: Map(document.ref, place.start, place.end, tuple(found))
        for name, found in (("tree", entries), ("renamed", renamed), ("given", given))
    }
    data = {"name": names.full(declared.name), "supers": supers, "instead": names.candidates(_SIMPLE)[0]}
    return Fragment(SYSTEM, "interface", place, {**data, **trees})


def _entry(document: Document[Unit], name: str, span: tuple[int, int], kind: TypeName, text: str) -> Key:
    start, end = document.view.outer(kind.start, kind.end)
    return Key(name, *document.view.outer(*span), Text(document.ref, start, end, text))
