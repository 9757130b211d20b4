"""Ingresses, Gateway routes and Istio's virtual services: names that lead to a Service through something that
terminates HTTP/2, or may do so.

Sources: gateway-api.sigs.k8s.io (HTTPRoute, GRPCRoute, TLSRoute), istio.io/latest/docs/reference/config/networking
(VirtualService).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from linter.facts.base import FactBase, text
from linter.facts.entity import Entity
from linter.facts.holes import unfilled
from linter.facts.kinds import KUBERNETES
from linter.facts.nearest import Nearest
from linter.facts.read import items, maps, string, whole
from linter.facts.tree import Map, Seq, Tree, at
from linter.facts.value import Data, Evidence, Ref, Unknown, Value
from linter.record import NamedTuple
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
    row = 0
    for rule in _rules(found):
        for service in services.find(found, "Service", rule.service, rule.namespace).targets:
            for backend in backends(service):
                port = Port(Value(None), _leads(service, backend.workload, rule.port))
                through = backend._replace(direct=_direct(found))
                yield endpoint(service, Host(rule.host, None), port, through, row, headless(service), found)
                row += 1


def routed_endpoints(found: Manifest, services: ByName, names: Names) -> Iterator[Entity]:
    """The ``net.endpoint`` entities of a route to a Service that is no manifest: an operator or a chart makes it."""
    for row, rule in enumerate(_rules(found)):
        choice = services.find(found, "Service", rule.service, rule.namespace)
        if choice.targets or choice.why:
            continue
        namespace = found.namespace if rule.namespace is None else rule.namespace
        for number, (name, target) in enumerate(names.behind(found, rule.service, namespace, rule.port)):
            evidence = (Evidence(f"name of {found.title}", found.place),)
            fields = {
                **name.fields,
                "host": Value(rule.host, "written", None, evidence),
                "scope": Value(None),
                "port": Value(None),
                "target_port": Value(target),
                "direct": _direct(found),
                "build": Value(found.build or None),
            }
            ref = Ref("net.endpoint", f"{found.id}!made/{row}/{number}")
            path = f"{found.path}/{rule.host}/{row}/{number}"
            yield Entity(ref, found.place, f"{found.title} as {rule.host}", path, fields)


class Names:
    """The names of Services that no manifest states, as other systems state them."""

    def __init__(self, facts: FactBase) -> None:
        self._rows: dict[tuple[str, str], Nearest[Entity]] = {}
        for row in facts.of("net.endpoint"):
            host, scope = text(row, "host"), text(row, "scope")
            if host is not None and scope is not None and text(row, "platform") == KUBERNETES:
                self._rows.setdefault((host, scope), Nearest()).add(row.place.path, row)

    def behind(
        self, found: Manifest, service: str, namespace: str, port: str | None
    ) -> Iterator[tuple[Entity, Data | Unknown]]:
        """The nearest endpoints of that name for the Service's ``port``, each with the workload's port behind it."""
        wanted = whole(port or "")
        rows = self._rows.get((service.lower(), namespace))
        for row in rows.to(found.doc.path) if rows is not None else ():
            own, target = row.fields["port"].data, row.fields["target_port"].data
            if isinstance(wanted, Unknown):
                yield row, Unknown(f"which port of {row.name} is called `{port}` is not known")
            elif own in (None, wanted):
                yield row, wanted if target is None else target


def _direct(found: Manifest) -> Value:
    """Whether nothing on the way terminates HTTP/2; a route for TLS may pass it on as it is."""
    if found.kind == "TLSRoute":
        return Value(Unknown(f"whether what stands before {found.title} ends TLS is not known"))
    return Value(False, "written", None, (Evidence(f"{found.title} terminates HTTP/2", found.place),))


def _rules(found: Manifest) -> Iterator[_Rule]:
    """The rules with a host of their own, each once."""
    rules = {"Ingress": _ingress, "VirtualService": _virtual}.get(found.kind, _gateway)(found)
    for rule in dict.fromkeys(rules):
        host = rule.host.lower().rstrip(".")
        if host and "*" not in host and not unfilled(host):
            yield rule._replace(host=host)


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


def _virtual(found: Manifest) -> Iterator[_Rule]:
    """The hosts that lead in from outside; for names within the mesh the proxy beside the client decides."""
    gateways = [string(one) for _, one in items(at(found.tree, "spec", "gateways"))]
    if not [one for one in gateways if one not in (None, "mesh")]:
        return
    for key in ("http", "tls", "tcp"):
        for _, route in maps(at(found.tree, "spec", key)):
            for _, one in maps(route.get("route")):
                name = string(at(one, "destination", "host")) or ""
                service, _, rest = name.partition(".")
                namespace = rest.removesuffix(".cluster.local").removesuffix(".svc") if rest else None
                for _, host in items(at(found.tree, "spec", "hosts")):
                    if service and "." in (string(host) or ""):
                        port = string(at(one, "destination", "port", "number"))
                        yield _Rule(string(host) or "", service, namespace, port)


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
