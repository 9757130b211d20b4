"""The conditions of condition rules: ``when => then``.

Sources: ``ConditionRouter`` of dubbo-cluster 2.7.12, ``ConditionStateRouter`` 3.2.16.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.read import items
from linter.facts.tree import Map, Text, slot
from linter.facts.value import Ref, Unknown, Value
from linter.systems.dubbo.written import template, written

_ARROW = "=>"


def conditions(root: Map, rule: Entity) -> Iterator[Entity]:
    """A ``dubbo.condition`` for each text; the mappings of 3.3 are none."""
    listed = root.get("conditions")
    for index, tree in () if template(listed) else items(listed):
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
