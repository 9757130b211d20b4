"""A complete third system: lamps that are wired to sockets, one file a lamp.

A ``*.lamp.yaml`` file says ``socket: NAME`` and ``watts: N``; ``sockets.lamp.yaml`` lists ``sockets: {NAME: LIMIT}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Field, Kind
from linter.facts.tree import Map, Text, at, slot, tree_of
from linter.facts.value import Data, Ref, Slot, Value
from linter.syntax.document import Document, Problem
from linter.system import Claim, Fragment, Inner, Join, Setup

LAMP = Kind(
    "toy.lamp",
    "A lamp on its socket.",
    {
        "watts": Field("int", "what it draws"),
        "limit": Field("int", "what its socket bears; null where no file names the socket"),
    },
    "lamps",
)


def _number(tree: Any, *steps: str) -> Value:
    found = at(tree, *steps)
    where = slot(tree, steps)
    if isinstance(found, Text) and found.text.isdigit():
        return Value(int(found.text), "written", where)
    return Value(None, "default", where)


def _lamps(fragments: Sequence[Fragment], facts: FactBase, setup: Setup) -> Iterator[Entity]:
    limits: dict[str, Value] = {}
    for fragment in fragments:
        sockets = fragment.data["tree"]
        if isinstance(sockets, Map) and isinstance(named := sockets.get("sockets"), Map):
            limits.update({entry.key: _number(sockets, "sockets", entry.key) for entry in named.entries})
    for fragment in fragments:
        tree = fragment.data["tree"]
        if isinstance(tree, Map) and isinstance(socket := tree.get("socket"), Text):
            name = fragment.place.path
            fields = {"watts": _number(tree, "watts"), "limit": limits.get(socket.text, Value(None))}
            yield Entity(Ref("toy.lamp", name), tree.place, name, "lamp", fields)


@dataclass(frozen=True)
class Toy:
    name: str = "toy"
    title: str = "Toy"
    names: tuple[str, ...] = ("*.lamp.yaml",)
    needles: tuple[bytes, ...] = (b"socket",)

    @property
    def kinds(self) -> dict[str, Kind]:
        return {LAMP.name: LAMP}

    @property
    def joins(self) -> tuple[Join, ...]:
        return (Join("toy.lamps", (), (LAMP.name,), _lamps),)

    def claim(self, name: str, data: bytes) -> Claim | None:
        return Claim("yaml", True) if name.endswith(".lamp.yaml") else None

    def inside(self, document: Document[Any]) -> Iterable[Inner]:
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment | Problem]:
        if document.ref.path.endswith(".lamp.yaml"):
            tree = tree_of(document)
            yield Fragment("toy", "file", tree.place, {"tree": tree})

    def render(self, data: Data, where: Slot) -> str:
        return str(data)


SYSTEM = Toy()
