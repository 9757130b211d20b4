"""One entry of a configurator, and where its parts are written."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.read import items as items_of
from linter.facts.tree import Map, Seq, Tree, slot
from linter.facts.value import Ref, Slot, Unknown, Value
from linter.record import NamedTuple
from linter.syntax.document import Place, Route
from linter.systems.dubbo.written import template, written


class Item(NamedTuple):
    """One entry with its route from the rule's root."""

    root: Map
    tree: Map
    route: Route
    rule: Entity

    @property
    def place(self) -> Place:
        """Its first key."""
        if self.tree.entries:
            return Place(self.tree.doc, self.tree.entries[0].start, self.tree.entries[0].end)
        return self.tree.place

    @property
    def ref(self) -> Ref:
        return Ref("dubbo.rule_item", f"{self.rule.ref.id}!{'/'.join(map(str, self.route))}")

    def slot(self, *steps: str | int) -> Slot:
        """The slot below it; what is not written is shown at the entry's first key."""
        found = slot(self.root, (*self.route, *steps))
        if found.written == len(self.route):
            return Slot(self.place, found.route, found.written, found.part, found.locked)
        return found

    def text(self, key: str) -> Value:
        data = written(self.tree.get(key))
        return Value(data, "default" if data is None else "written", self.slot(key))

    def texts(self, key: str) -> list[Value]:
        """The texts of a list, each with its slot; one unknown text for a template in its place."""
        whole = self.tree.get(key)
        if template(whole):
            return [Value(written(whole), "written", self.slot(key))]
        found = []
        for index, tree in items_of(whole):
            data = written(tree)
            if data is not None:
                found.append(Value(data, "written", self.slot(key, index)))
        return found


def flat(tree: Tree | None, words: str = "") -> Iterator[Value]:
    """A text for each scalar below ``tree``, after the keys that lead to it; lists add none, ``key`` is its value."""
    if isinstance(tree, Map) and not template(tree):
        named = written(tree.get("key"))
        lead = f"{words} {named}".strip() if isinstance(named, str) else words
        for entry in tree.entries:
            if entry.key != "key" or not isinstance(named, str):
                yield from flat(entry.value, lead if entry.key == "value" else f"{lead} {entry.key}".strip())
    elif isinstance(tree, Seq):
        for one in tree.items:
            yield from flat(one, words)
    elif tree is not None:
        said = written(tree)
        text = said if isinstance(said, Unknown) else f"{words} `{said or ''}`".strip()
        yield Value(text, "written", Slot(tree.place, (), 0))


def pairs(tree: Tree | None) -> Iterator[Value]:
    """``name=value`` for each entry of a mapping; unknown where something else fills in the value."""
    for entry in tree.entries if isinstance(tree, Map) and not template(tree) else ():
        said = written(entry.value)
        data = said if isinstance(said, Unknown) else f"{entry.key}={said or ''}"
        yield Value(data, "written", Slot(entry.place, (), 0))
