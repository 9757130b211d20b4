"""One entry of a configurator, and where its parts are written."""

from __future__ import annotations

from typing import NamedTuple

from linter.facts.entity import Entity
from linter.facts.read import items as items_of
from linter.facts.tree import Map, slot
from linter.facts.value import Ref, Slot, Value
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
