"""The conditions of condition rules: ``when => then``.

Sources: ``ConditionRouter`` of dubbo-cluster 2.7.12, ``ConditionStateRouter`` 3.2.16.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.read import items, maps
from linter.facts.tree import Map, Text, slot
from linter.facts.value import Items, Ref, Slot, Unknown, Value
from linter.systems.dubbo.written import template, written

_ARROW = "=>"


def conditions(root: Map, rule: Entity) -> Iterator[Entity]:
    """A ``dubbo.condition`` for each text, and ``dubbo.destinations`` for each mapping."""
    listed = root.get("conditions")
    for index, tree in () if template(listed) else items(listed):
        if isinstance(tree, Map) and not template(tree):
            yield _destinations(root, tree, index, rule)
            continue
        said = written(tree)
        if said is not None and isinstance(tree, Text):
            route = ("conditions", index)
            yield Entity(
                Ref("dubbo.condition", f"{rule.ref.id}!{index}"),
                tree.place,
                f"condition {index + 1} of the rule for {rule.name}",
                f"conditions/{index}",
                {
                    "rule": Value(rule.ref),
                    "version": rule.fields["version"],
                    "enabled": rule.fields["enabled"],
                    "text": Value(said, "written", slot(root, route)),
                    **parts(said),
                },
            )


def parts(said: str | Unknown) -> dict[str, Value]:
    """What the text of a condition says."""
    if isinstance(said, Unknown):
        return {name: Value(said) for name in ("arrow", "everyone", "nobody")}
    when, arrow, then = said.partition(_ARROW)
    if not arrow:
        when, then = "", said
    return {
        "arrow": Value(bool(arrow)),
        "everyone": Value(when.strip() in ("", "true")),
        "nobody": Value(then.strip() in ("", "false")),
    }


def _destinations(root: Map, tree: Map, index: int, rule: Entity) -> Entity:
    """Source: ``MultiDestConditionRouter``, 3.3.1: no ``to`` is an empty list, a weight is 100 by default."""
    start, to = tree.get("from"), tree.get("to")
    when = written(start.get("match")) if isinstance(start, Map) else None
    places = [Value(_destination(one), "written", Slot(one.place, (), 0)) for _, one in maps(to)]
    nobody = Unknown("a template fills it in before this is used") if template(to) else not places
    first = tree.entries[0].place if tree.entries else tree.place
    route = ("conditions", index)
    return Entity(
        Ref("dubbo.destinations", f"{rule.ref.id}!{index}"),
        first,
        f"condition {index + 1} of the rule for {rule.name}",
        f"conditions/{index}",
        {
            "rule": Value(rule.ref),
            "version": rule.fields["version"],
            "enabled": rule.fields["enabled"],
            "from": Value(None if when == "true" else when, "written", slot(root, (*route, "from", "match"))),
            "to": Value(Items(tuple(places)), "written", Slot(tree.key_place("to") or first, (), 0)),
            "nobody": Value(nobody),
        },
    )


def _destination(tree: Map) -> str | Unknown:
    match, weight = written(tree.get("match")), written(tree.get("weight"))
    for one in (match, weight):
        if isinstance(one, Unknown):
            return one
    return f"{match or 'all'} with weight {weight or 100}"
