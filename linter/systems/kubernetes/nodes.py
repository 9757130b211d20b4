"""DaemonSets that are reached at the address of their node.

Source: kubernetes.io/docs/concepts/configuration/overview (hostPort, hostNetwork).
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.kinds import KUBERNETES, NODE
from linter.facts.mesh import Proxy, direct
from linter.facts.read import maps, string
from linter.facts.value import Evidence, Ref, Value
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.workloads import containers, pod_spec, workload_ref


def node_endpoints(found: Manifest, proxy: Proxy) -> Iterator[Entity]:
    """A ``net.endpoint`` for each port of the node that leads to the DaemonSet, or for all of its host's network."""
    for row, (port, target) in enumerate(_ports(found)):
        evidence = (Evidence(f"a port of the node of {found.title}", port.slot.place if port.slot else found.place),)
        yield Entity(
            Ref("net.endpoint", f"{found.id}!node/{row}"),
            found.place,
            f"{found.title} at its node",
            f"{found.path}/{NODE}/{row}",
            {
                "host": Value(NODE, "written", None, evidence),
                "platform": Value(KUBERNETES),
                "scope": Value(None),
                "port": port,
                "target_port": target,
                "workload": Value(workload_ref(found), "written", None, evidence),
                "service": Value(None),
                "headless": Value(True),
                "direct": direct(proxy),
                "build": Value(found.build or None),
            },
        )


def _ports(found: Manifest) -> Iterator[tuple[Value, Value]]:
    """(port of the node, port of the pod); null for any port, which leads to the same one."""
    if found.kind != "DaemonSet":
        return
    if found.text(*pod_spec(found), "hostNetwork").data == "true":
        yield Value(None), Value(None)
        return
    for route, container in containers(found):
        for index, port in maps(container.get("ports")):
            if string(port.get("hostPort")) not in (None, "0") and string(port.get("protocol")) in (None, "TCP"):
                where = (*route, "ports", index)
                yield found.number(*where, "hostPort"), found.number(*where, "containerPort")
