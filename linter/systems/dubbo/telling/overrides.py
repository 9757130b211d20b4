"""Override URLs and route URLs in words."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.value import Evidence, Unknown
from linter.systems.dubbo.names import SCHEME
from linter.systems.dubbo.telling.spans import TEXT_VERSIONS, WORKS, State
from linter.systems.dubbo.telling.words import ANY, items_line, line, listed, sets, text, value
from linter.versions.version import Version


def override_about(found: Entity) -> Iterator[Evidence]:
    """Whom an override URL is for."""
    host, port, interface = value(found, "host"), value(found, "port").data, text(value(found, "interface"))
    service = "all services" if interface in ("", "*") else f"the service `{interface}`"
    at = text(host)
    if isinstance(host.data, Unknown):
        yield line(f"an instance that is filled in later, of {service}", host)
    elif at in ("", *ANY):
        yield line(f"all providers and consumers of {service}" + (f" with the port {port}" if port else ""), host)
    elif port is not None:
        yield line(f"the provider at `{at}:{port}` of {service}, for itself and for all its consumers", host)
    else:
        yield line(f"consumers of {service} at `{at}`: an address without a port is a consumer's", host)
    for name, word in (("group", "group"), ("service_version", "version")):
        one = value(found, name)
        if one.data is not None:
            yield line(f"only the {word} `{text(one)}` of it", one)
    if value(found, "group").data is None and value(found, "service_version").data is None and interface:
        yield Evidence("only where it has neither a group nor a version")
    one = value(found, "application")
    if one.data not in (None, "*"):
        yield line(f"only in the application `{text(one)}`", one)


def override_does(found: Entity) -> tuple[Evidence, ...]:
    """What an override URL does to them."""
    said = sets([one for one in listed(found, "settings") if one.lower() != "disabled=false"])
    if not said:
        return (Evidence("sets nothing, which takes back what another override for all set"),)
    return tuple(items_line(one, found, "settings") for one in said)


def url_state(found: Entity, release: Version) -> State:
    """What comes of a URL in the registry."""
    if value(found, "enabled").data is False:
        return State("ignored", "it is switched off (`enabled=false`)")
    if value(found, "category_read").data is False:
        return State("ignored", f"no client reads the category `{text(value(found, 'category'))}`")
    if value(found, "only_nacos").data is True:
        return State("ignored", "on Nacos consumers subscribe to providers only, never to rules")
    if release >= Version(SCHEME, TEXT_VERSIONS):
        why = "read where services are discovered by interface; with `register-mode: instance` no client reads it"
        return State("works", why)
    return WORKS


def url_ends(found: Entity) -> Iterator[Evidence]:
    """How a URL in the registry goes away."""
    dynamic, enabled = value(found, "dynamic"), value(found, "enabled")
    if enabled.data is False:
        yield line("it is switched off (`enabled=false`)", enabled)
    if isinstance(dynamic.data, Unknown):
        yield line(f"not known: {dynamic.data.why}", dynamic)
    elif dynamic.data is False:
        yield line("stays in the registry until somebody takes it away (`dynamic=false`)", dynamic)
    else:
        default = "" if dynamic.slot is not None and dynamic.slot.exists else ", by default"
        yield line(f"goes with the session that registered it (`dynamic=true`{default})", dynamic)


def route_about(rule: Entity) -> Evidence:
    """Whose calls a route URL is about."""
    key = text(value(rule, "key"))
    return line(
        f"calls to the service `{key}`" if key not in ("", "*") else "calls to all services", value(rule, "key")
    )
