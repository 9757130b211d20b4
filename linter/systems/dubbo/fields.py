"""The keys of rules, and those they may have meant."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from linter.facts.entity import Entity
from linter.facts.tree import Key, Map
from linter.facts.value import Ref, Slot, Value
from linter.syntax.document import Place, Route
from linter.systems.dubbo.written import template

_HEAD = ("configVersion", "scope", "key", "enabled")
_ROUTER = (*_HEAD, "force", "runtime", "priority", "dynamic", "valid", "rawRule")
_KNOWN = {
    "configurator": (*_HEAD, "configs"),
    "condition": (*_ROUTER, "conditions"),
    "tag": (*_ROUTER, "tags"),
}
"""Sources: ``ConfiguratorConfig`` and ``AbstractRouterRule`` of dubbo-cluster 2.7.12, 3.2.16 and 3.3.1."""
_OTHER_KINDS = frozenset((*_ROUTER, "configs", "conditions", "tags", "name", "version"))
_ALMOST = 0.8


def keys(tree: Map, route: Route, rule: Entity, block: str, known: tuple[str, ...]) -> Iterator[Entity]:
    """A ``dubbo.rule_field`` for each key of ``tree``, which lies at ``route``."""
    for entry in () if template(tree) else tree.entries:
        meant = None if entry.key in known else _similar(entry.key, known)
        yield _field(entry, tree, (*route, entry.key), rule, block, entry.key in known, meant)


def mistyped(root: Map, rule: Entity) -> Iterator[Entity]:
    """A ``dubbo.rule_field`` for each key of the rule itself that is almost one of Dubbo's.

    What is like none of them may be somebody else's and does nothing.
    """
    known = _KNOWN.get(str(rule.fields["type"].data), ())
    there = {entry.key for entry in root.entries}
    for entry in root.entries:
        meant = None if entry.key in _OTHER_KINDS or not known else _almost(entry.key, known)
        if meant is not None and meant not in there:
            yield _field(entry, root, (entry.key,), rule, "rule", False, meant)


def _field(entry: Key, tree: Map, route: Route, rule: Entity, block: str, known: bool, meant: str | None) -> Entity:
    place = Place(tree.doc, entry.start, entry.end)
    path = "/".join(map(str, route))
    return Entity(
        Ref("dubbo.rule_field", f"{rule.ref.id}!{path}"),
        place,
        entry.key,
        path,
        {
            "rule": Value(rule.ref),
            "version": rule.fields["version"],
            "enabled": rule.fields["enabled"],
            "block": Value(block),
            "key": Value(entry.key),
            "known": Value(known),
            "suggestion": Value(meant),
            "entry": Value(entry.key, "written", Slot(place, route, len(route), locked=entry.value.locked)),
        },
    )


def _similar(key: str, known: Collection[str]) -> str | None:
    from difflib import get_close_matches  # only mistakes need it

    lowered = {name.lower(): name for name in known}
    abbreviated = [name for low, name in lowered.items() if key.lower().startswith(low)]
    found = get_close_matches(key.lower(), lowered, 1)
    return lowered[found[0]] if found else next(iter(abbreviated), None)


def _almost(key: str, known: Collection[str]) -> str | None:
    from difflib import get_close_matches  # only mistakes need it

    lowered = {name.lower(): name for name in known}
    found = get_close_matches(key.replace("-", "").replace("_", "").lower(), lowered, 1, _ALMOST)
    return lowered[found[0]] if found else None
