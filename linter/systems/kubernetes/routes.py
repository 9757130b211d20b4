"""Ingresses and Gateway routes: names that lead to a Service through something that terminates HTTP/2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from linter.facts.entity import Entity
from linter.facts.holes import unfilled
from linter.facts.read import maps, string
from linter.facts.tree import Map, Seq, Tree, at
from linter.facts.value import Evidence, Unknown, Value
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.references import ByName
from linter.systems.kubernetes.services import Backend, Host, Port, endpoint, headless, ports


class _Rule(NamedTuple):
    """A host name and the Service port behind it; ``port`` is a number or a name."""

    host: str
    service: str
    namespace: str | None
    port: str | None


def route_endpoints(
    found: Manifest, services: ByName, backends: Callable[[Manifest], tuple[Backend, ...]]
) -> Iterator[Entity]:
    """The ``net.endpoint`` entities of a route, none of them direct; ``backends`` gives what is behind a Service."""
    rules = _ingress(found) if found.kind == "Ingress" else _gateway(found)
    row = 0
    for rule in dict.fromkeys(rules):
        if not rule.host or "*" in rule.host or unfilled(rule.host):
            continue
        for service in services.find(found, "Service", rule.service, rule.namespace).targets:
            for backend in backends(service):
                direct = Value(False, "written", None, (Evidence(f"{found.title} terminates HTTP/2", found.place),))
                port = Port(Value(None), _leads(service, backend.workload, rule.port))
                host = Host(rule.host.lower().rstrip("."), None)
                yield endpoint(service, host, port, backend._replace(direct=direct), row, headless(service), found)
                row += 1


def _leads(service: Manifest, workload: Manifest | None, wanted: str | None) -> Value:
    """The workload's port behind the Service's port ``wanted``."""
    for port in ports(service, workload):
        if wanted is not None and wanted in (str(port.port.data), port.name):
            return port.target
    return Value(Unknown(f"the port `{wanted}` of {service.title} is not known"))


def _ingress(found: Manifest) -> Iterator[_Rule]:
    for _, rule in maps(at(found.tree, "spec", "rules")):
        for _, path in maps(at(rule, "http", "paths")):
            backend = path.get("backend")
            service = string(at(backend, "service", "name")) or string(at(backend, "serviceName"))
            port = (
                string(at(backend, "service", "port", "number"))
                or string(at(backend, "service", "port", "name"))
                or string(at(backend, "servicePort"))
            )
            if service:
                yield _Rule(string(rule.get("host")) or "", service, None, port)


def _gateway(found: Manifest) -> Iterator[_Rule]:
    hosts = at(found.tree, "spec", "hostnames")
    for _, rule in maps(at(found.tree, "spec", "rules")):
        for _, backend in maps(rule.get("backendRefs")):
            service = string(backend.get("name"))
            if service and string(backend.get("kind")) in (None, "Service"):
                for host in hosts.items if isinstance(hosts, Seq) else ():
                    yield _rule(string(host) or "", service, backend)


def _rule(host: str, service: str, backend: Map) -> _Rule:
    port: Tree | None = backend.get("port")
    return _Rule(host, service, string(backend.get("namespace")), string(port))
