"""The tags of tag rules.

Sources: ``Tag`` and ``TagRouterRule`` of dubbo-cluster 2.7.12, 3.1.11 and 3.2.16.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.read import maps
from linter.facts.tree import Map
from linter.facts.value import Items, Ref, Value
from linter.systems.dubbo.configurators import match_read
from linter.systems.dubbo.item import Item, flat
from linter.systems.dubbo.written import template, written


def tags(root: Map, rule: Entity) -> Iterator[Entity]:
    """A ``dubbo.tag`` for each mapping in ``tags``."""
    for index, tree in maps(root.get("tags")):
        if template(tree):
            continue
        item = Item(root, tree, ("tags", index), rule)
        addresses, match = item.texts("addresses"), tree.get("match")
        name = item.text("name")
        said = written(tree.get("name"))
        yield Entity(
            Ref("dubbo.tag", f"{rule.ref.id}!tags/{index}"),
            item.place,
            f"the tag {said if isinstance(said, str) else index + 1} of the rule for {rule.name}",
            f"tags/{index}",
            {
                "rule": Value(rule.ref),
                "version": rule.fields["version"],
                "enabled": rule.fields["enabled"],
                "name": name,
                "addresses": Value(Items(tuple(addresses)), "default", item.slot("addresses")),
                "listed": Value(bool(addresses)),
                "match": Value(True if match is not None else None, "written", item.slot("match")),
                "match_read": Value(match_read(rule.fields["config_version"])),
                "conditions": Value(Items(tuple(flat(match)))),
            },
        )
