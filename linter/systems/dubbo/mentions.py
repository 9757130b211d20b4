"""The applications and services that rules name, beside those that the files have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.facts.entity import Entity
from linter.facts.value import Items, Ref, Value
from linter.systems.dubbo.governed import Governed
from linter.systems.dubbo.namesakes import Namesakes


class Mentions:
    """Finds the names that are almost those of something in the files."""

    def __init__(self, governed: Governed) -> None:
        self._known = {what: Namesakes(names) for what, names in governed.named().items()}

    def of(self, entities: Iterable[Entity]) -> Iterator[Entity]:
        """The entities themselves, each with a ``dubbo.rule_name`` for every name in it."""
        for entity in entities:
            yield entity
            for index, (what, value, owner) in enumerate(_names(entity)):
                if isinstance(value.data, str) and value.data not in ("", "*"):
                    yield self._mention(entity, what, value, owner, index)

    def _mention(self, entity: Entity, what: str, value: Value, owner: Value, index: int) -> Entity:
        name = str(value.data)
        similar = self._known[what].to(name)
        place = value.slot.place if value.slot is not None and value.slot.exists else entity.place
        return Entity(
            Ref("dubbo.rule_name", f"{entity.ref.kind}!{entity.ref.id}!{index}"),
            place,
            name,
            f"{entity.path}/{what}/{name}",
            {
                "rule": owner,
                "enabled": entity.fields["enabled"],
                "what": Value(what),
                "name": value,
                "similar": Value(None if similar is None else similar.name),
                "spelling": Value(similar is not None and similar.spelling),
            },
        )


def _names(entity: Entity) -> Iterator[tuple[str, Value, Value]]:
    """What an entity names: the kind of name, the name, and the rule it belongs to."""
    fields = entity.fields
    if entity.ref.kind == "dubbo.rule":
        whole = fields["type"].data == "tag" or fields["scope"].data == "application"
        yield "application" if whole else "service", fields["target"], Value(entity.ref)
    elif entity.ref.kind == "dubbo.rule_item":
        for what in ("application", "service"):
            listed = fields[f"{what}s"].data
            for value in listed.values if isinstance(listed, Items) else ():
                yield what, value, fields["rule"]
    elif entity.ref.kind == "dubbo.override":
        yield "service", fields["interface"], Value(None)
        yield "application", fields["application"], Value(None)
