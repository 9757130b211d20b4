"""Configurators in words."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.value import Evidence, Unknown
from linter.systems.dubbo.names import SCHEME
from linter.systems.dubbo.telling.spans import ANY_PORT, DOCUMENTS, TEXT_VERSIONS, WORKS, State
from linter.systems.dubbo.telling.words import ANY, items_line, line, listed, series, sets, text, value
from linter.versions.version import Version

_SIDES = ("provider", "consumer")


def about(item: Entity, rule: Entity) -> Iterator[Evidence]:
    """Whom an entry is for."""
    side, key = text(value(item, "side")), text(value(rule, "key"))
    application = text(value(rule, "scope")) == "application"
    key = key or "(none)"
    of = f"the application `{key}`, in all that it calls and serves" if application else f"the service `{key}`"
    if side not in (*_SIDES, "…"):
        yield line(f"nobody: it names no side; it is about {of}", value(item, "side"))
    elif application:
        yield line(f"{of}, as {side}", value(rule, "key"))
    else:
        yield line(f"{side}s of {of}", value(rule, "key"))
    yield _addresses(item, side)
    providers = listed(item, "provider_addresses")
    if providers:
        yield items_line(f"only calls to the providers {series(providers)}", item, "provider_addresses")
    for name, said in (("applications", "only in the applications"), ("services", "only for the services")):
        named = listed(item, name)
        if named and "*" not in named:
            yield items_line(f"{said} {series(named)}", item, name)
    if value(item, "match").data is True:
        conditions = ", ".join(listed(item, "conditions")) or "nothing"
        read = value(item, "match_read").data
        said = f"only where `match` holds: {conditions}"
        yield line(said if read is True else f"not limited by its `match` ({conditions})", value(item, "match"))


def _addresses(item: Entity, side: str) -> Evidence:
    named = listed(item, "addresses")
    whose = "consumers" if side == "consumer" else "providers"
    if any(address in ANY for address in named):
        return items_line(f"{whose} at any address", item, "addresses")
    ports = [address.rpartition(":")[2] for address in named if address.rpartition(":")[0] in ANY]
    if ports:
        return items_line(f"{whose} at any address with the port {series(ports)}", item, "addresses")
    return items_line(f"only {whose} at {series(named)}", item, "addresses")


def does(item: Entity) -> tuple[Evidence, ...]:
    """What an entry does to them."""
    count = value(item, "parameter_count").data
    if count == 0:
        return (Evidence("nothing: it has no `parameters`"),)
    return tuple(items_line(said, item, "settings") for said in sets(listed(item, "settings"))) or (Evidence("…"),)


def state(item: Entity, rule: Entity, release: Version) -> State:
    """What comes of an entry on a release that reads documents."""
    if value(rule, "enabled").data is False:
        return State("ignored", "the rule is switched off (`enabled: false`)")
    rejected = _rejected(item, rule, release)
    if rejected is not None:
        return rejected
    side = value(item, "side").data
    if isinstance(side, Unknown):
        return State("unknown", side.why)
    if side not in _SIDES:
        return State("ignored", "an entry counts only on its own `side`, and it names none of the two")
    if release < Version(SCHEME, ANY_PORT):
        return _before_any_port(item, str(side))
    if value(item, "match").data is True and value(item, "match_read").data is False:
        return State("differs", "`match` counts under `configVersion: v3.0` only: the rest of the entry hits all")
    return WORKS


def _rejected(item: Entity, rule: Entity, release: Version) -> State | None:
    """Why clients drop the whole rule."""
    if value(item, "parameter_count").data == 0:
        return State("ignored", "an entry without `parameters` makes clients reject the whole rule")
    number = value(rule, "config_version_number").data is True
    if number and release >= Version(SCHEME, TEXT_VERSIONS):
        return State("ignored", "`configVersion` is a number: clients reject the whole rule (ClassCastException)")
    if value(rule, "key").data is None and release >= Version(SCHEME, DOCUMENTS):
        return State("ignored", "without a `key` clients reject the whole rule")
    return None


def _before_any_port(item: Entity, side: str) -> State:
    """Up to 3.1 a provider's address has to have its port, a consumer's has to have none."""
    wrong = value(item, "ports_missing" if side == "provider" else "ports_written").data
    if isinstance(wrong, Unknown):
        return State("unknown", wrong.why)
    if wrong and side == "provider":
        return State("ignored", "a provider is met only by an address with its port (`0.0.0.0:20880`)")
    if wrong:
        return State("ignored", "a consumer is met only by an address without a port")
    if value(item, "match").data is True:
        return State("differs", "`match` is not known: the rest of the entry hits all that it names")
    if listed(item, "provider_addresses"):
        why = "`providerAddresses` is searched as one text, so that addresses which are parts of these are hit, too"
        return State("differs", why)
    return WORKS
