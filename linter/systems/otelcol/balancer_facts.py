"""load_balancing exporters as entities."""

from __future__ import annotations

from collections.abc import Sequence

from linter.facts.base import data
from linter.facts.entity import Entity
from linter.facts.tree import Seq, Text
from linter.facts.value import Data, Ref, Unknown, Value
from linter.systems.otelcol.balancers import resolver_states
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.clients import Client
from linter.systems.otelcol.components import available, flag, package
from linter.systems.otelcol.network import Network, Viewpoint
from linter.systems.otelcol.releases import K8S_LONG_WATCH, LOGS_ROUTED
from linter.systems.otelcol.tables import constants, routing_keys
from linter.versions.version import Version

_UNREAD = Unknown("`routing_attributes` can't be read")


def balancer_entity(client: Client, network: Network, view: Viewpoint) -> Entity:
    """The ``otelcol.load_balancer`` of the exporter whose gRPC client is ``client``."""
    config, component = client.config, client.component
    block = component.block
    states = resolver_states(block)
    in_use = config.in_use(component)
    return Entity(
        Ref("otelcol.load_balancer", component.ref.id, component.ref.instance),
        component.place,
        component.name,
        component.path,
        {
            "config": Value(config.ref),
            "component": Value(component.ref),
            "client": Value(client.ref),
            "id": Value(component.id.text),
            "package": package(component),
            "version": config.version,
            "distribution": config.distribution,
            "available": flag(available(config, component)),
            "in_pipelines": flag(in_use),
            **_signals(client),
            **_resolvers(block, states),
            **_dns(block, network, view),
            **_k8s(block, states["k8s"], config.version.data),
            **_routing(client),
            **_queues(block),
            "routing_attributes_named": _named(block),
            "endpoint": _or_null(block.below("protocol", "otlp").string("endpoint")),
        },
    )


def _signals(client: Client) -> dict[str, Value]:
    used = client.config.signals_of(client.component)
    left_open = client.config.uses_open or False
    return {name: flag(True if name in used else left_open) for name in ("traces", "metrics", "logs")}


def _resolvers(block: Block, states: dict[str, bool | Unknown]) -> dict[str, Value]:
    unknown = next((state for state in states.values() if isinstance(state, Unknown)), None)
    resolver = block.below("resolver")
    count = unknown if unknown is not None else sum(state is True for state in states.values())
    dynamic: bool | Unknown = any(state is True for name, state in states.items() if name != "static")
    fields = {name: Value(state, slot=resolver.below(name).slot) for name, state in states.items()}
    fields["resolver_count"] = Value(count, slot=resolver.slot)
    fields["dynamic"] = flag(dynamic or unknown or False)
    return fields


def _dns(block: Block, network: Network, view: Viewpoint) -> dict[str, Value]:
    dns = block.below("resolver", "dns")
    host, port = dns.string("hostname"), dns.string("port")
    plain = port.data if isinstance(port.data, Unknown) else dns.is_number("port")
    return {
        "dns_hostname": host,
        "dns_port": port,
        "dns_port_plain_int": Value(plain, port.origin, port.slot),
        "dns_port_text": Value(None, "default", port.slot) if plain is True else port,
        "dns_service": Value(_service(host.data, network, view), host.origin, host.slot),
    }


def _service(host: Data | Unknown, network: Network, view: Viewpoint) -> Data | Unknown:
    """The Service that the host name means."""
    if not isinstance(host, str):
        return host
    route = network.route(host.lower().rstrip("."), view)
    if route is None:
        return None
    if route.rivals:
        return Unknown(f"`{host}` may be any of {', '.join(route.rivals)}")
    service = data(route.rows[0], "service")
    return service if isinstance(service, Ref) else None


def _k8s(block: Block, written: bool | Unknown, version: object) -> dict[str, Value]:
    k8s = block.below("resolver", "k8s")
    service, timeout = k8s.string("service"), k8s.duration("timeout")
    if timeout.data is None and written is True:
        default: Data | Unknown = version if isinstance(version, Unknown) else None
        if isinstance(version, Version):
            default = constants()["k8s.timeout" if version >= K8S_LONG_WATCH else "k8s.timeout_before"]
        timeout = Value(default, "default", timeout.slot)
    dots = service.data.rstrip(".").count(".") if isinstance(service.data, str) else 0
    qualified = service.data if isinstance(service.data, Unknown) else dots > 1
    hostnames = k8s.boolean("return_hostnames")
    return {
        "k8s_service": service,
        "k8s_service_qualified": Value(qualified, service.origin, service.slot),
        "k8s_timeout": timeout,
        "return_hostnames": Value(False, slot=hostnames.slot) if hostnames.data is None else hostnames,
    }


def _routing(client: Client) -> dict[str, Value]:
    key = _or_null(client.component.block.string("routing_key"))
    if key.data is None or isinstance(key.data, Unknown):
        return {"routing_key": key, "routing_key_refused": key, "routing_key_ignored": _as_flag(key)}
    signals = client.config.signals_of(client.component)
    version = client.config.version.data
    refused, unsure = _refused(str(key.data), signals, version)
    verdict: Data | Unknown = ", ".join(refused) or unsure
    ignored: Data | Unknown = "logs" in signals
    if ignored and isinstance(version, Version):
        ignored = version < LOGS_ROUTED
    elif ignored and isinstance(version, Unknown):
        ignored = version
    return {
        "routing_key": key,
        "routing_key_refused": Value(verdict, key.origin, key.slot),
        "routing_key_ignored": Value(ignored, key.origin, key.slot),
    }


def _refused(key: str, signals: Sequence[str], version: object) -> tuple[list[str], Unknown | None]:
    """The signals for which ``version`` does not accept ``key``, and why that may not be all of them."""
    refused: list[str] = []
    unsure: Unknown | None = None
    for signal in signals:
        keys = routing_keys().get(signal)
        if keys is None:
            continue
        since = keys.get(key)
        if isinstance(version, Unknown):
            # Before 0.154.0 logs took any key.
            if key not in keys and signal != "logs":
                refused.append(signal)
            elif since is not None or signal == "logs":
                unsure = version if signal != "logs" or key not in keys else unsure
        elif isinstance(version, Version) and not (signal == "logs" and version < LOGS_ROUTED):
            if key not in keys or (since is not None and version < since):
                refused.append(signal)
    return refused, unsure


def _named(block: Block) -> Value:
    """Whether ``routing_attributes`` is a list that isn't empty."""
    listed = block.entry("routing_attributes")
    slot = block.slot_of("routing_attributes")
    if listed is None:
        return Value(block.why or block.missing or False, slot=slot)
    if isinstance(listed, Text):
        return Value(block.string("routing_attributes").data is not None and _UNREAD, slot=slot)
    return Value(isinstance(listed, Seq) and bool(listed.items), slot=slot)


def _as_flag(value: Value) -> Value:
    return Value(value.data if isinstance(value.data, Unknown) else False, value.origin, value.slot)


def _or_null(value: Value) -> Value:
    """An empty text counts as not set."""
    return Value(None, value.origin, value.slot) if value.data == "" else value


def _queues(block: Block) -> dict[str, Value]:
    sub = block.below("protocol", "otlp", "sending_queue")
    storage = _or_null(sub.string("storage"))
    enabled = sub.boolean("enabled").data
    on: bool | Unknown = enabled if isinstance(enabled, Unknown) else enabled is not False
    return {
        "sub_queue": Value(on, slot=sub.slot),
        "queue_storage": storage if on is not False else Value(None, slot=storage.slot),
        "top_queue": _switched_on(block.below("sending_queue")),
        "top_retry": _switched_on(block.below("retry_on_failure")),
    }


def _switched_on(block: Block) -> Value:
    """Whether a section of the exporter itself is on: written, and not with ``enabled: false``."""
    enabled = block.boolean("enabled").data
    on = block.holds
    if on is True and block.key("enabled") is not None:
        on = enabled if isinstance(enabled, Unknown) else enabled is True
    return Value(on, slot=block.slot)
