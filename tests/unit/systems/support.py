"""Small trees of files through systems' ``local`` and ``joins``, without the rest of the pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from linter.facts.base import FactBase, Later
from linter.facts.entity import Entity
from linter.facts.value import Data, Unknown
from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.node import Node
from linter.syntax.yaml.parse import parse
from linter.system import Fragment, Setup, System
from linter.text.source import Source
from linter.text.view import View


def documents(path: str, text: str) -> list[Document[Node]]:
    """The documents of a YAML text that parses."""
    found = []
    for document in parse(View.of(Source(path, text)), DocRef(path, "yaml")):
        assert not isinstance(document, Problem), document
        found.append(document)
    return found


def fragments(files: Mapping[str, str], system: System) -> list[Fragment]:
    """What ``system`` reads from each file by itself; texts inside texts are left alone."""
    return list(_fragments(files, system))


def _fragments(files: Mapping[str, str], system: System) -> Iterator[Fragment]:
    for path, text in files.items():
        if system.claim(path.rsplit("/", 1)[-1], text.encode()) is None:
            continue
        for document in documents(path, text):
            for stated in system.local(document):
                assert isinstance(stated, Fragment), stated
                yield stated


def made(stated: Iterable[Entity | Later]) -> Iterator[Entity]:
    """What a step states, with what it puts off."""
    for one in stated:
        yield from one.make() if isinstance(one, Later) else (one,)


def facts_of(files: Mapping[str, str], *systems: System) -> FactBase:
    """The facts that ``files`` state, the systems' joins run in the order given."""
    facts = FactBase()
    for system in systems:
        stated = fragments(files, system)
        for join in system.joins:
            for entity in made(join.run(stated, facts, Setup())):
                assert facts.get(entity.ref) is None, f"two entities are called {entity.ref}"
                facts.add(entity)
    return facts


def row(entity: Entity, *names: str) -> tuple[Data | Unknown, ...]:
    """The data of some fields."""
    return tuple(entity.fields[name].data for name in names)


def rows(facts: FactBase, kind: str, *names: str) -> list[tuple[Data | Unknown, ...]]:
    """The data of some fields of all entities of a kind."""
    return [row(entity, *names) for entity in facts.of(kind)]


def one(entities: Sequence[Entity]) -> Entity:
    """The only one."""
    assert len(entities) == 1, [entity.ref for entity in entities]
    return entities[0]
