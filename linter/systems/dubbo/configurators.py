"""The entries of configurators.

Sources: ``ConfigParser``, ``AbstractConfigurator`` and ``ConditionMatch`` of dubbo-cluster, 2.7.12, 3.1.11 and 3.2.16.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from linter.facts.entity import Entity
from linter.facts.read import items as items_of
from linter.facts.read import maps
from linter.facts.tree import Map, Tree, at
from linter.facts.value import Items, Ref, Slot, Unknown, Value
from linter.pattern import pattern
from linter.systems.dubbo.fields import keys
from linter.systems.dubbo.item import Item, flat, pairs
from linter.systems.dubbo.releases import ANY_PORT
from linter.systems.dubbo.written import template, written
from linter.versions.version import Version

_PORT = pattern(r":\d+$")
_REAL_PORT = pattern(r":0*[1-9]\d*$")
"""A port other than 0, which to Dubbo is none."""
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


def configurator(root: Map, rule: Entity) -> Iterator[Entity]:
    """``dubbo.rule_item``, ``dubbo.rule_field`` and ``dubbo.isolation`` of a configurator."""
    for index, tree in maps(root.get("configs")):
        item = Item(root, tree, ("configs", index), rule)
        entity = _entity(item)
        yield entity
        yield from _fields(item)
        disabled = _disabled(item)
        if disabled is not None:
            yield _isolation(item, disabled, entity.fields["applies"])


def _addresses(item: Item) -> tuple[list[Value], Slot]:
    """The addresses, all providers by default."""
    where = item.slot("addresses")
    return item.texts("addresses") or [Value("0.0.0.0", "default", where)], where  # noqa: S104  a rule's wildcard


def _entity(item: Item) -> Entity:
    addresses, where = _addresses(item)
    ports = [address.data if isinstance(address.data, Unknown) else _has_port(address.data) for address in addresses]
    doubt = next((port for port in ports if isinstance(port, Unknown)), None)
    missing = doubt if doubt and True not in ports else not any(ports)
    complete = doubt if doubt and False not in ports else all(ports)
    applies = _applies(item, missing, complete)
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
            "applies": Value(applies),
            "narrowed": Value(_narrowed(item)),
            "switched_off": _off(item),
            "type": item.text("type"),
            "side": item.text("side"),
            "addresses": Value(Items(tuple(addresses)), addresses[0].origin, where),
            "ports_missing": Value(missing, "default", where),
            "ports_written": Value(complete, "default", where),
            "provider_addresses": Value(providers, "default", item.slot("providerAddresses")),
            "applications": Value(Items(tuple(item.texts("applications"))), "default", item.slot("applications")),
            "services": Value(Items(tuple(item.texts("services"))), "default", item.slot("services")),
            "settings": Value(Items(tuple(pairs(parameters)))),
            "conditions": Value(Items(tuple(flat(match)))),
            "parameters": _block(item, "parameters", parameters),
            "parameter_count": Value(_count(parameters), "default", item.slot("parameters")),
            "match": _block(item, "match", match),
            "plain_names": _plain_names(item, match),
            "off_by_parameter": _off_by_parameter(item, parameters),
            "match_read": Value(match_read(rule.fields["config_version"])),
            "retries": _parameter(item, "retries"),
            "cluster": _parameter(item, "cluster"),
        },
    )


def _applies(item: Item, missing: bool | Unknown, complete: bool | Unknown) -> bool | Unknown:
    """Whether the entry can apply at all: its side is one, and up to 3.1 only providers' addresses have ports."""
    side = item.text("side").data
    if isinstance(side, Unknown):
        return side
    if side not in ("provider", "consumer"):
        return False
    wrong = missing if side == "provider" else complete
    release = item.rule.fields["version"].data
    if wrong is False or (isinstance(release, Version) and release >= ANY_PORT):
        return True
    if isinstance(release, Version):
        return wrong if isinstance(wrong, Unknown) else False
    return release if isinstance(release, Unknown) else Unknown("which Dubbo reads it is not known")


def _plain_names(item: Item, match: Tree | None) -> Value:
    """Whether a list ``oneof`` holds a text where Dubbo wants ``{exact: text}``; the slot is that text."""
    for key in ("app", "service") if isinstance(match, Map) else ():
        for index, one in items_of(at(match, key, "oneof")):
            if isinstance(written(one), str):
                return Value(True, "written", item.slot("match", key, "oneof", index))
    return Value(False)


def _off_by_parameter(item: Item, parameters: Tree | None) -> Value:
    """Whether ``parameters`` say ``enabled: false``, which switches rules, never providers."""
    said = written(parameters.get("enabled")) if isinstance(parameters, Map) else None
    if said is None:
        return Value(False)
    data = said if isinstance(said, Unknown) else said.strip().lower() == "false"
    return Value(data, "written", item.slot("parameters", "enabled"))


def _parameter(item: Item, name: str) -> Value:
    """What ``parameters`` set under ``name``; null where they do not."""
    parameters = item.tree.get("parameters")
    said = written(parameters.get(name)) if isinstance(parameters, Map) else None
    return Value(None) if said is None else Value(said, "written", item.slot("parameters", name))


def _narrowed(item: Item) -> bool:
    """Whether something besides ``match`` limits the entry."""
    named = [*item.texts("addresses"), *item.texts("providerAddresses")]
    return any(not _any(one.data) for one in named) or any(item.texts(key) for key in ("applications", "services"))


def _off(item: Item) -> Value:
    said = item.text("enabled")
    data = said.data if isinstance(said.data, Unknown) else str(said.data).lower() == "false"
    return Value(data, said.origin, said.slot)


def _has_port(address: object) -> bool:
    return isinstance(address, str) and _REAL_PORT.search(address) is not None


def _block(item: Item, key: str, tree: Tree | None) -> Value:
    if template(tree):
        return Value(written(tree), "written", item.slot(key))
    there = isinstance(tree, Map)
    return Value(True if there else None, "written" if there else "default", item.slot(key))


def _count(parameters: Tree | None) -> int | Unknown | None:
    if template(parameters):
        return Unknown("a template fills it in before this is used")
    return len(parameters.entries) if isinstance(parameters, Map) else 0


def _match_counts(item: Item) -> bool:
    """Whether ``match`` may limit the entry."""
    release = item.rule.fields["version"].data
    if isinstance(release, Version) and release < ANY_PORT:
        return False
    return match_read(item.rule.fields["config_version"]) is not False


def match_read(version: Value) -> bool | Unknown:
    """Whether ``configVersion`` makes ``match`` count: only v3.0 does (``AbstractConfigurator``, 3.2.16)."""
    if isinstance(version.data, Unknown):
        return version.data
    text = str(version.data or "")
    if text.lstrip("v").startswith("3.") and not text.startswith("v3.0"):
        return Unknown(f"how clients read `match` under `{text}` is not known")
    return text.startswith("v3.0")


def _fields(item: Item) -> Iterator[Entity]:
    yield from keys(item.tree, item.route, item.rule, "configs", _ITEM)
    match = item.tree.get("match")
    if isinstance(match, Map):
        yield from keys(match, (*item.route, "match"), item.rule, "match", _MATCH)
        for key, known in _BELOW.items():
            below = match.get(key)
            if isinstance(below, Map):
                yield from keys(below, (*item.route, "match", key), item.rule, f"match.{key}", known)


def _disabled(item: Item) -> Value | None:
    """The setting ``disabled``, unless it is absent or false."""
    parameters = item.tree.get("parameters")
    tree = parameters.get("disabled") if isinstance(parameters, Map) else None
    text = written(tree)
    if text is None:
        return None
    data: bool | Unknown = text if isinstance(text, Unknown) else text.strip().lower() == "true"
    return None if data is False else Value(data, "written", item.slot("parameters", "disabled"))


def _isolation(item: Item, disabled: Value, applies: Value) -> Entity:
    addresses, where = _addresses(item)
    providers = item.texts("providerAddresses")
    match = item.tree.get("match") if _match_counts(item) else None
    consumers = item.text("side").data == "consumer"
    at = [address for address in addresses if not _any(address.data)]
    providing = [address for address in (*(() if consumers else at), *providers) if not _any(address.data)]
    named = [*at, *(address for address in providers if not _any(address.data))]
    exact = isinstance(match, Map) and any(
        isinstance(below := match.get(key), Map) and below.get("exact") is not None
        for key in ("address", "providerAddress")
    )
    narrowed = match is not None or _narrowed(item)
    enabled = item.rule.fields["enabled"].data
    if applies.data is False or (enabled is True and disabled.data is True):
        enabled = applies.data
    return Entity(
        Ref("dubbo.isolation", item.ref.id),
        disabled.slot.place if disabled.slot is not None else item.place,
        f"the rule for {item.rule.name}",
        "/".join(map(str, (*item.route, "disabled"))),
        {
            "version": item.rule.fields["version"],
            "form": Value("configurator"),
            "enabled": Value(enabled if enabled is False or disabled.data is True else disabled.data),
            "persistent": Value(True, "default", disabled.slot),
            "setting": Value("the configuration centre keeps rules"),
            **dict.fromkeys(("removed", "removed_at_start", "removed_at_stop"), Value(False)),
            "instance": Value(bool(providing) or (exact and not (consumers and at))),
            "consumers": Value(consumers and bool(at) and not providing),
            "everyone": Value(not narrowed),
            "addresses": Value(Items(tuple(named or addresses)), "default", where),
            "target": item.rule.fields["key"],
        },
    )


def _any(address: object) -> bool:
    return isinstance(address, str) and _PORT.sub("", address) in _ANY
