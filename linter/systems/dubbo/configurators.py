"""The entries of configurators.

Sources: ``ConfigParser``, ``AbstractConfigurator`` and ``ConditionMatch`` of dubbo-cluster, 2.7.12, 3.1.11 and 3.2.16.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from linter.facts.entity import Entity
from linter.facts.holes import unfilled
from linter.facts.read import items as items_of
from linter.facts.read import maps, string
from linter.facts.tree import Map, Text, Tree, slot
from linter.facts.value import Items, Ref, Slot, Unknown, Value
from linter.syntax.document import Place, Route

_PORT = re.compile(r":\d+$")
_ANY = ("0.0.0.0", "*")  # noqa: S104  a rule's wildcard
_ITEM = ("side", "addresses", "providerAddresses", "services", "applications", "parameters", "type", "enabled", "match")
_MATCH = ("address", "providerAddress", "service", "app", "param")
_ADDRESS = ("wildcard", "cird", "exact")
_NAMES = ("oneof",)
_BELOW: Mapping[str, tuple[str, ...]] = {
    "address": _ADDRESS,
    "providerAddress": _ADDRESS,
    "service": _NAMES,
    "app": _NAMES,
}
"""Keys that Dubbo knows below each key of ``match``; ``cird`` is its spelling."""


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
        written = string(self.tree.get(key))
        data = None if written is None else unfilled(written) or written
        return Value(data, "default" if written is None else "written", self.slot(key))

    def texts(self, key: str) -> list[Value]:
        """The texts of a list, each with its slot."""
        found = []
        for index, tree in items_of(self.tree.get(key)):
            written = string(tree)
            if written is not None:
                found.append(Value(unfilled(written) or written, "written", self.slot(key, index)))
        return found


def configurator(root: Map, rule: Entity) -> Iterator[Entity]:
    """``dubbo.rule_item``, ``dubbo.rule_field`` and ``dubbo.isolation`` of a configurator."""
    for index, tree in maps(root.get("configs")):
        item = Item(root, tree, ("configs", index), rule)
        yield _entity(item)
        yield from _fields(item)
        disabled = _disabled(item)
        if disabled is not None:
            yield _isolation(item, disabled)


def _addresses(item: Item) -> tuple[list[Value], Slot]:
    """The addresses, all providers by default."""
    where = item.slot("addresses")
    return item.texts("addresses") or [Value("0.0.0.0", "default", where)], where  # noqa: S104  a rule's wildcard


def _entity(item: Item) -> Entity:
    addresses, where = _addresses(item)
    ports = [address.data if isinstance(address.data, Unknown) else _has_port(address.data) for address in addresses]
    doubt = next((port for port in ports if isinstance(port, Unknown)), None)
    parameters = item.tree.get("parameters")
    match = item.tree.get("match")
    providers = Items(tuple(item.texts("providerAddresses")))
    rule = item.rule
    return Entity(
        item.ref,
        item.place,
        f"entry {int(item.route[1]) + 1} of the rule for {rule.name}",
        "/".join(map(str, item.route)),
        {
            "rule": Value(rule.ref),
            "version": rule.fields["version"],
            "enabled": rule.fields["enabled"],
            "switched_off": _off(item),
            "type": item.text("type"),
            "side": item.text("side"),
            "addresses": Value(Items(tuple(addresses)), addresses[0].origin, where),
            "ports_missing": Value(doubt if doubt and True not in ports else not any(ports), "default", where),
            "ports_written": Value(doubt if doubt and False not in ports else all(ports), "default", where),
            "provider_addresses": Value(providers, "default", item.slot("providerAddresses")),
            "parameters": _block(item, "parameters", parameters),
            "parameter_count": Value(
                len(parameters.entries) if isinstance(parameters, Map) else 0, "default", item.slot("parameters")
            ),
            "match": _block(item, "match", match),
            "match_read": Value(_match_read(rule.fields["config_version"])),
        },
    )


def _off(item: Item) -> Value:
    said = item.text("enabled")
    data = said.data if isinstance(said.data, Unknown) else str(said.data).lower() == "false"
    return Value(data, said.origin, said.slot)


def _has_port(address: object) -> bool:
    return isinstance(address, str) and _PORT.search(address) is not None


def _block(item: Item, key: str, tree: Tree | None) -> Value:
    written = isinstance(tree, Map)
    return Value(True if written else None, "written" if written else "default", item.slot(key))


def _match_read(version: Value) -> bool | Unknown:
    """Whether ``configVersion`` makes ``match`` count: only v3.0 does (``AbstractConfigurator``, 3.2.16)."""
    if isinstance(version.data, Unknown):
        return version.data
    text = str(version.data or "")
    if text.lstrip("v").startswith("3.") and not text.startswith("v3.0"):
        return Unknown(f"how clients read `match` under `{text}` is not known")
    return text.startswith("v3.0")


def _fields(item: Item) -> Iterator[Entity]:
    yield from _keys(item, item.tree, (), "configs", _ITEM)
    match = item.tree.get("match")
    if isinstance(match, Map):
        yield from _keys(item, match, ("match",), "match", _MATCH)
        for key, known in _BELOW.items():
            below = match.get(key)
            if isinstance(below, Map):
                yield from _keys(item, below, ("match", key), f"match.{key}", known)


def _keys(item: Item, tree: Map, steps: Route, block: str, known: tuple[str, ...]) -> Iterator[Entity]:
    for entry in tree.entries:
        place = Place(tree.doc, entry.start, entry.end)
        route = (*item.route, *steps, entry.key)
        path = "/".join(map(str, route))
        yield Entity(
            Ref("dubbo.rule_field", f"{item.rule.ref.id}!{path}"),
            place,
            entry.key,
            path,
            {
                "rule": Value(item.rule.ref),
                "version": item.rule.fields["version"],
                "block": Value(block),
                "key": Value(entry.key),
                "known": Value(entry.key in known),
                "suggestion": Value(None if entry.key in known else _similar(entry.key, known)),
                "entry": Value(entry.key, "written", Slot(place, route, len(route), locked=entry.value.locked)),
            },
        )


def _similar(key: str, known: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches  # only mistakes need it

    lowered = {name.lower(): name for name in known}
    abbreviated = [name for low, name in lowered.items() if key.lower().startswith(low)]
    found = get_close_matches(key.lower(), lowered, 1)
    return lowered[found[0]] if found else next(iter(abbreviated), None)


def _disabled(item: Item) -> Value | None:
    """The setting ``disabled``, unless it is absent or false."""
    parameters = item.tree.get("parameters")
    tree = parameters.get("disabled") if isinstance(parameters, Map) else None
    if not isinstance(tree, Text):
        return None
    written = tree.text.strip().lower()
    data: bool | Unknown = unfilled(written) or written == "true"
    return None if data is False else Value(data, "written", item.slot("parameters", "disabled"))


def _isolation(item: Item, disabled: Value) -> Entity:
    addresses, where = _addresses(item)
    providers = item.texts("providerAddresses")
    match = item.tree.get("match") if _match_read(item.rule.fields["config_version"]) is not False else None
    named = [address for address in (*addresses, *providers) if not _any(address.data)]
    exact = isinstance(match, Map) and any(
        isinstance(below := match.get(key), Map) and below.get("exact") is not None
        for key in ("address", "providerAddress")
    )
    narrowed = bool(named) or match is not None or any(item.texts(key) for key in ("applications", "services"))
    enabled = item.rule.fields["enabled"].data
    return Entity(
        Ref("dubbo.isolation", item.ref.id),
        disabled.slot.place if disabled.slot is not None else item.place,
        f"the rule for {item.rule.name}",
        "/".join(map(str, (*item.route, "disabled"))),
        {
            "version": item.rule.fields["version"],
            "form": Value("configurator"),
            "enabled": Value(disabled.data if isinstance(disabled.data, Unknown) else enabled),
            "persistent": Value(True, "default", disabled.slot),
            "setting": Value("the configuration centre keeps rules"),
            "instance": Value(bool(named) or exact),
            "everyone": Value(not narrowed),
            "addresses": Value(Items(tuple(named or addresses)), "default", where),
            "target": item.rule.fields["key"],
        },
    )


def _any(address: object) -> bool:
    return isinstance(address, str) and _PORT.sub("", address) in _ANY
