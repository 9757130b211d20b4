"""Services, and the names and ports by which clients reach what is behind them.

Names: kubernetes.io/docs/concepts/services-networking/dns-pod-service.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.fields import Fields
from linter.facts.holes import unfilled
from linter.facts.kinds import KUBERNETES
from linter.facts.mesh import direct
from linter.facts.read import maps, string, strings, whole
from linter.facts.tree import Map, at
from linter.facts.value import Evidence, Ref, Unknown, Value
from linter.record import NamedTuple, replace
from linter.syntax.document import Place
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.mesh import Meshes
from linter.systems.kubernetes.references import BySelector, Choice
from linter.systems.kubernetes.workloads import containers, workload_ref

_MOST_PODS = 32


class Backend(NamedTuple):
    """Where a Service leads: one workload, none in the input, or it can't be said."""

    workload: Manifest | None
    value: Value
    direct: Value


class Port(NamedTuple):
    """One port of a Service: what clients name, where it leads, and what the Service calls it."""

    port: Value
    target: Value
    name: str | None = None


class Host(NamedTuple):
    """A name; ``scope`` is the namespace where it is valid, ``None`` for everywhere."""

    name: str
    scope: str | None


def service_ref(found: Manifest) -> Ref:
    return Ref("deploy.service", found.id)


def headless(found: Manifest) -> Value:
    """Whether a Service's name resolves to the pods' own addresses."""
    cluster_ip = found.text("spec", "clusterIP")
    if isinstance(cluster_ip.data, Unknown):
        return cluster_ip
    return replace(cluster_ip, data=cluster_ip.data == "None")


def service(found: Manifest) -> Entity:
    """The ``deploy.service``."""
    return Entity(
        service_ref(found),
        found.place,
        found.title,
        found.path,
        Fields(
            {},
            lambda: {
                "name": found.text("metadata", "name"),
                "namespace": found.text("metadata", "namespace"),
                "headless": headless(found),
            },
        ),
    )


def backends(found: Manifest, selectors: BySelector, meshes: Meshes) -> tuple[Backend, ...]:
    """The workloads behind a Service, one ``Backend`` each."""
    if string(at(found.tree, "spec", "type")) == "ExternalName":
        name = (string(at(found.tree, "spec", "externalName")) or "").rstrip(".")
        leads = "stands for" if name.endswith((".svc", ".cluster.local")) else "leads out of the cluster, to"
        return (_no_choice(found, f"{found.title} {leads} {name}"),)
    tree = at(found.tree, "spec", "selector")
    selector = strings(tree)
    if not isinstance(tree, Map) or not tree.entries:
        return (_no_choice(found, f"{found.title} has no selector"),)
    if tree.open or len(selector) != len({entry.key for entry in tree.entries}):
        return (_no_choice(found, f"the selector of {found.title} is filled in by a template"),)
    choice = selectors.find(found, selector)
    if choice.why:
        return (_no_choice(found, choice.why),)
    if not choice.targets:
        return (Backend(None, Value(None), Value(True)),)
    return tuple(_backend(found, target, choice, meshes) for target in choice.targets)


def _backend(found: Manifest, target: Manifest, choice: Choice, meshes: Meshes) -> Backend:
    selector = at(found.tree, "spec", "selector")
    evidence = (
        Evidence(f"the selector of {found.title}", selector.place if selector is not None else found.place),
        Evidence(f"the pod labels of {target.title}", target.place),
        *choice.notes,
    )
    return Backend(target, Value(workload_ref(target), "written", None, evidence), direct(meshes.proxy(target)))


def _no_choice(found: Manifest, why: str) -> Backend:
    return Backend(None, Value(Unknown(why), "written", found.slot(("spec", "selector"))), Value(True))


def endpoints(found: Manifest, behind: tuple[Backend, ...]) -> Iterator[Entity]:
    """The ``net.endpoint`` entities of a Service: every host name with every port and every workload."""
    row = 0
    hosts = tuple(_hosts(found.name, found.namespace))
    straight = headless(found)
    passing = straight.data is True or string(at(found.tree, "spec", "type")) == "ExternalName"
    through = Port(Value(None), Value(None))
    for backend in behind:
        for port in (through,) if passing else ports(found, backend.workload):
            for host in hosts:
                yield endpoint(found, host, port, backend, row, straight)
                row += 1
        for host in _pod_hosts(found, backend.workload, hosts) if straight.data is True else ():
            yield endpoint(found, host, through, backend, row, straight)
            row += 1


def endpoint(
    found: Manifest,
    host: Host,
    port: Port,
    backend: Backend,
    row: int,
    straight: Value,
    via: Manifest | None = None,
) -> Entity:
    """One ``net.endpoint`` to the Service ``found``; ``via`` is a route in front of it, at whose place it stands."""
    stated = via or found
    evidence = (Evidence(f"name of {stated.title}", stated.place),)
    return Entity(
        Ref("net.endpoint", f"{stated.id}!{row}"),
        stated.place,
        f"{stated.title} as {host.name}",
        f"{stated.path}/{host.name}/{row}",
        {
            "host": Value(host.name, "written", None, evidence),
            "platform": Value(KUBERNETES),
            "scope": Value(host.scope),
            "port": port.port,
            "target_port": port.target,
            "workload": backend.value,
            "service": Value(service_ref(found)),
            "alias": _alias(found),
            "headless": straight,
            "direct": backend.direct,
            "build": Value(stated.build or None),
        },
    )


def _alias(found: Manifest) -> Value:
    """The host that an ExternalName Service stands for: the ports are that host's own."""
    if string(at(found.tree, "spec", "type")) != "ExternalName":
        return Value(None)
    name = found.text("spec", "externalName")
    return replace(name, data=name.data.lower().rstrip(".")) if isinstance(name.data, str) else name


def _hosts(name: str, namespace: str) -> Iterator[Host]:
    """The names of a Service; a name that a template fills in is none."""
    name, lowered = name.lower(), namespace.lower()
    if not name or unfilled(name):
        return
    yield Host(name, namespace)
    if namespace and not unfilled(namespace):
        for suffix in ("", ".svc", ".svc.cluster.local"):
            yield Host(f"{name}.{lowered}{suffix}", None)


def _pod_hosts(found: Manifest, target: Manifest | None, hosts: tuple[Host, ...]) -> Iterator[Host]:
    """The pods' own names behind a headless Service that governs a StatefulSet."""
    if target is None or target.kind != "StatefulSet":
        return
    if not target.name or unfilled(target.name) or string(at(target.tree, "spec", "serviceName")) not in found.names:
        return
    replicas = target.number("spec", "replicas").data
    count = 1 if replicas is None else replicas
    for ordinal in range(min(count, _MOST_PODS) if isinstance(count, int) else 1):
        for host in hosts:
            yield Host(f"{target.name.lower()}-{ordinal}.{host.name}", host.scope)


def ports(found: Manifest, target: Manifest | None) -> Iterator[Port]:
    """The TCP ports of a Service as they lead to ``target``; who resolves a headless name doesn't use them."""
    straight = headless(found).data
    for index, port in maps(at(found.tree, "spec", "ports")):
        if string(port.get("protocol")) in ("UDP", "SCTP"):
            continue
        route = ("spec", "ports", index)
        number = found.number(*route, "port")
        if number.data is None:
            continue
        leads = _target(found, port, index, number, target)
        if isinstance(straight, Unknown) and leads.data != number.data:
            leads = replace(leads, data=straight)
        yield Port(number, leads, string(port.get("name")))


def _target(found: Manifest, port: Map, index: int, number: Value, target: Manifest | None) -> Value:
    route = ("spec", "ports", index, "targetPort")
    text = string(port.get("targetPort"))
    if text is None or text == "0":
        return replace(number, origin="default", slot=found.slot(route))
    written = found.text(*route)
    if isinstance(written.data, Unknown) or isinstance(whole(text), int):
        return found.number(*route)
    if target is None:
        return replace(written, data=Unknown(f"`{text}` names a port of a container that isn't in the input"))
    return container_port(target, text, written)


def container_port(target: Manifest, name: str, written: Value) -> Value:
    """The number of the port that a container of ``target`` calls ``name``; ``written`` is where it is asked for."""
    for route, container in containers(target):
        for index, port in maps(container.get("ports")):
            if string(port.get("name")) == name:
                found = target.number(*route, "ports", index, "containerPort")
                place: Place = port.place
                evidence = (Evidence(f"port {name} of {target.title}", place), *written.evidence)
                return replace(written, data=found.data, evidence=evidence)
    return replace(written, data=Unknown(f"no container of {target.title} has a port called `{name}`"))
