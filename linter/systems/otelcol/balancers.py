"""load_balancing exporters: resolvers, and the backends they can find."""

from __future__ import annotations

from linter.facts.tree import Map, Seq, Text
from linter.facts.value import Unknown
from linter.pattern import pattern
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.holes import hole_in
from linter.systems.otelcol.targets import Target, parse_endpoint

RESOLVERS = ("static", "dns", "k8s", "aws_cloud_map")

_PORT = 4317
_PORT_NUMBER = pattern(r"[0-9]{1,10}")


def resolver_states(exporter: Block) -> dict[str, bool | Unknown]:
    """Which resolvers are written; one without a value (``dns:``) does not count."""
    resolver = exporter.below("resolver")
    return {name: resolver.below(name).holds for name in RESOLVERS}


def targets(exporter: Block) -> tuple[Target, ...] | Unknown:
    """The addresses that the resolvers lead to. Ports left out are 4317."""
    states = resolver_states(exporter)
    for state in states.values():
        if isinstance(state, Unknown):
            return state
    resolver = exporter.below("resolver")
    if states["static"]:
        return _static(resolver.below("static"))
    if states["k8s"]:
        return _k8s(resolver.below("k8s"))
    if states["dns"]:
        return _dns(resolver.below("dns"))
    return Unknown("its backends are not named in the configuration")


def _static(block: Block) -> tuple[Target, ...] | Unknown:
    hostnames = block.entry("hostnames")
    if not isinstance(hostnames, Seq):
        hole = hole_in(hostnames) if isinstance(hostnames, Text) else None
        return hole or block.why or Unknown("the static resolver lists no host names")
    found = []
    for item in hostnames.items:
        target: Target | Unknown = Unknown("a host name can't be read")
        if isinstance(item, Text):
            target = hole_in(item) or parse_endpoint(item.text, _PORT)
        if isinstance(target, Unknown):
            return target
        found.append(target)
    return tuple(found)


def _dns(block: Block) -> tuple[Target, ...] | Unknown:
    host, port = block.string("hostname").data, block.string("port").data
    for value in (host, port):
        if isinstance(value, Unknown):
            return value
    if not isinstance(host, str) or not host:
        return Unknown("the dns resolver names no host")
    number = port if isinstance(port, str) and port else str(_PORT)
    target = parse_endpoint(f"{host}:{number}")
    return target if isinstance(target, Unknown) else (target,)


def _k8s(block: Block) -> tuple[Target, ...] | Unknown:
    service = block.string("service").data
    if not isinstance(service, str) or not service:
        return service if isinstance(service, Unknown) else Unknown("the k8s resolver names no Service")
    ports = _ports(block)
    if isinstance(ports, Unknown):
        return ports
    host = ".".join(service.lower().split(".")[:2])
    return tuple(Target(host, port, own_port=True) for port in ports)


def _ports(block: Block) -> tuple[int, ...] | Unknown:
    listed = block.entry("ports")
    if not isinstance(listed, Seq):
        hole = hole_in(listed) if isinstance(listed, Text) else None
        return hole or (_PORT,)
    found = []
    for item in listed.items:
        if isinstance(item, Map) or not isinstance(item, Text) or not _PORT_NUMBER.fullmatch(item.text):
            hole = hole_in(item) if isinstance(item, Text) else None
            return hole or Unknown("a port of the k8s resolver can't be read")
        found.append(int(item.text))
    return tuple(found) or (_PORT,)
