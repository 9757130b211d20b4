"""Interfaces with methods that give a future: calling one is asynchronous (``RpcUtils.isReturnTypeFuture``)."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Map, Text
from linter.syntax.document import Document
from linter.syntax.jvm.unit import TypeDeclared, Unit
from linter.system import Fragment
from linter.systems.dubbo.names import SYSTEM
from linter.systems.dubbo.sources.names import Names
from linter.systems.dubbo.sources.vocabulary import FUTURE


def interfaces(document: Document[Unit], names: Names) -> Iterator[Fragment]:
    """A fragment ``interface`` for each; ``tree`` are the methods with the types that they give.

    Interfaces without such methods are kept for what they extend.
    """
    for declared in document.root.types:
        if declared.kind == "interface":
            yield _interface(document, names, declared)


def _interface(document: Document[Unit], names: Names, declared: TypeDeclared) -> Fragment:
    entries = []
    for method in declared.methods:
        returns = method.returns
        if returns is None or names.known(returns.name, (FUTURE,)) is None:
            continue
        start, end = document.view.outer(returns.start, returns.end)
        key = document.view.outer(method.start, method.end)
        entries.append(Key(method.name, *key, Text(document.ref, start, end, returns.name)))
    place = document.place(declared.start, declared.end)
    supers = "|".join(",".join(names.candidates(one.name)) for one in declared.supers)
    tree = Map(document.ref, place.start, place.end, tuple(entries))
    return Fragment(SYSTEM, "interface", place, {"name": names.full(declared.name), "supers": supers, "tree": tree})
