"""The Services that the operator makes for a custom resource, and the names by which they are reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from linter.facts.entity import Entity
from linter.facts.holes import unfilled
from linter.facts.kinds import KUBERNETES, NODE
from linter.facts.mesh import direct
from linter.facts.read import maps, string, whole
from linter.facts.tree import at
from linter.facts.value import Data, Evidence, Ref, Unknown, Value
from linter.record import NamedTuple

if TYPE_CHECKING:
    from linter.systems.otelcol.operated import Resource

_LONGEST = 63
_MONITORING = 8888


class _Service(NamedTuple):
    name: str
    headless: bool
    ports: tuple[tuple[Data | Unknown, Data | Unknown], ...]
    """(port, target port); null for any port, which leads to the same one"""


def services(found: Resource) -> Iterator[Entity]:
    """``deploy.service`` and ``net.endpoint`` entities; a sidecar gets none.

    The operator opens the ports of all receivers, so any port of the Service leads to the same port of the workload;
    those of ``spec.ports`` may lead elsewhere.
    """
    if found.mode == "sidecar" or not found.name or unfilled(found.name):
        return
    base = f"{found.name}-collector"
    listed = tuple(_ports(found))
    through: tuple[tuple[Data | Unknown, Data | Unknown], ...] = ((None, None),)
    own = listed + through if listed else through
    row = 0
    for one in (
        _Service(base, False, own),
        _Service(f"{base}-headless", True, through),
        _Service(f"{base}-monitoring", False, ((_MONITORING, _MONITORING),)),
    ):
        if len(one.name) > _LONGEST:  # then the operator shortens it
            continue
        ref = Ref("deploy.service", f"{found.id}!{one.name}")
        yield _service(found, one, ref)
        for entity in _endpoints(found, one, ref, row):
            yield entity
            row += 1


def node_endpoints(found: Resource) -> Iterator[Entity]:
    """A ``net.endpoint`` for each port of the node that leads to a DaemonSet, or for all of its host's network."""
    listed = [(string(port.get("hostPort")), port) for _, port in maps(at(found.tree, "spec", "ports"))]
    ports: list[tuple[Data | Unknown, Data | Unknown]] = [
        (whole(host), whole(string(port.get("targetPort")) or string(port.get("port")) or ""))
        for host, port in listed
        if host is not None and host != "0" and string(port.get("protocol")) in (None, "TCP")
    ]
    if string(at(found.tree, "spec", "hostNetwork")) == "true":
        ports = [(None, None)]
    for row, (port, target) in enumerate(ports if found.mode == "daemonset" else ()):
        yield Entity(
            Ref("net.endpoint", f"{found.id}!node/{row}"),
            found.place,
            f"{found.title} at its node",
            f"{found.path}/{NODE}/{row}",
            {
                "host": Value(NODE, "written", None, (Evidence(f"a port of the node of {found.title}", found.place),)),
                "platform": Value(KUBERNETES),
                "scope": Value(None),
                "port": Value(port),
                "target_port": Value(target),
                "workload": Value(found.workload),
                "service": Value(None),
                "headless": Value(True),
                "direct": direct(found.mesh),
                "build": Value(found.build or None),
            },
        )


def _ports(found: Resource) -> Iterator[tuple[Data | Unknown, Data | Unknown]]:
    """The ports of ``spec.ports`` that don't lead to the port of the same number."""
    for _, port in maps(at(found.tree, "spec", "ports")):
        number, target = string(port.get("port")), string(port.get("targetPort"))
        if number is not None and target not in (None, "0", number):
            yield whole(number), whole(target or "")


def _service(found: Resource, one: _Service, ref: Ref) -> Entity:
    evidence = (Evidence(f"made by the operator for {found.title}", found.place),)
    return Entity(
        ref,
        found.place,
        f"Service {one.name}",
        f"{found.path}/Service/{one.name}",
        {
            "name": Value(one.name, "written", None, evidence),
            "namespace": found.text("metadata", "namespace"),
            "headless": Value(one.headless, "written", None, evidence),
        },
    )


def _endpoints(found: Resource, one: _Service, ref: Ref, row: int) -> Iterator[Entity]:
    evidence = (Evidence(f"the operator names it after {found.title}", found.place),)
    for host, scope in _hosts(one.name, found.namespace):
        for port, target in one.ports:
            yield Entity(
                Ref("net.endpoint", f"{found.id}!{row}"),
                found.place,
                f"Service {one.name} as {host}",
                f"{found.path}/{host}/{row}",
                {
                    "host": Value(host, "written", None, evidence),
                    "platform": Value(KUBERNETES),
                    "scope": Value(scope),
                    "port": Value(port),
                    "target_port": Value(target),
                    "workload": Value(found.workload, "written", None, evidence),
                    "service": Value(ref),
                    "headless": Value(one.headless),
                    "direct": direct(found.mesh),
                },
            )
            row += 1


def _hosts(name: str, namespace: str) -> Iterator[tuple[str, str | None]]:
    """The names of a Service with the namespace in which each is valid."""
    name, lowered = name.lower(), namespace.lower()
    yield name, namespace
    if namespace and not unfilled(namespace):
        for suffix in ("", ".svc", ".svc.cluster.local"):
            yield f"{name}.{lowered}{suffix}", None
