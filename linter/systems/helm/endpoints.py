"""The name and ports of the Service that a chart makes for a Collector.

Sources: charts/opentelemetry-collector in open-telemetry/opentelemetry-helm-charts: templates (service.yaml,
_helpers.tpl) and values.yaml, which has these ports since release 0.7.2; charts/opentelemetry-kube-stack there
(_helpers.tpl, values.yaml); open-telemetry/opentelemetry-operator internal/naming/main.go.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.holes import unfilled
from linter.facts.kinds import KUBERNETES, NODE
from linter.facts.mesh import direct
from linter.facts.read import is_null, string, whole
from linter.facts.tree import Map, at
from linter.facts.value import Evidence, Ref, Unknown, Value
from linter.systems.helm.collector import Collector
from linter.systems.helm.shapes import COLLECTOR, DEFAULT, STACK
from linter.systems.helm.workloads import kind, namespace, proxy

_LONGEST = 63
_SUFFIXES = {"daemon": "daemon", "cluster": "cluster-stats"}
"""What the stack's chart puts behind the release's name for the Collectors that it configures by itself."""

_PORTS = {"otlp": 4317, "otlp-http": 4318, "jaeger-grpc": 14250, "jaeger-thrift": 14268, "zipkin": 9411}


def endpoints(found: Collector) -> Iterator[Entity]:
    """The ``net.endpoint`` entities; none where the release's name, and so the Service's, is not known."""
    if found.family == STACK:
        yield from _operated(found)
        return
    name = fullname(found)
    if found.family != COLLECTOR or not name or not _has_service(found):
        return
    for row, (outer, inner) in enumerate(_ports(found)):
        yield from _service(found, name, (outer, inner), _headless(found), row)


def _service(found: Collector, name: str, ports: tuple[Value, Value], headless: Value, row: int) -> Iterator[Entity]:
    """A port of the Service ``name`` by each of its names; ``row`` counts its ports."""
    scope = namespace(found)
    hosts: list[tuple[str, str | None]] = [(name, scope)]
    if scope:
        hosts += [(f"{name}.{scope}{suffix}", None) for suffix in ("", ".svc", ".svc.cluster.local")]
    for index, (host, where) in enumerate(hosts):
        yield _endpoint(found, host, where, ports, headless, row * len(hosts) + index)


def _operated(found: Collector) -> Iterator[Entity]:
    """The Services that the operator makes for a Collector of a stack, with the ports of all its receivers."""
    name = _resource(found)
    if not name or string(found.tree("mode")) == "sidecar" or string(found.tree("enabled")) == "false":
        return
    for row, suffix in enumerate(("", "-headless")):
        service = f"{name}-collector{suffix}"
        if len(service) <= _LONGEST:  # else the operator shortens it
            yield from _service(found, service, (Value(None), Value(None)), Value(bool(suffix)), row)


def _resource(found: Collector) -> str:
    """What the chart calls the custom resource; ``""`` where that depends on what the input doesn't say."""
    if found.rivals or found.route[-1:] == (DEFAULT,):
        return ""
    for tree in (found.around.get("fullnameOverride"), found.tree("fullnameOverride")):
        override = string(tree)
        if override:
            return "" if unfilled(override) else _cut(override)
    suffix = string(found.tree("suffix")) or _SUFFIXES.get(str(found.route[-1]), "")
    release = found.chart.release if found.chart is not None else ""
    if not release or not suffix or unfilled(release) or unfilled(suffix):
        return ""
    return _cut(release if suffix in release else f"{release}-{suffix}")


def node_endpoints(found: Collector) -> Iterator[Entity]:
    """The ``net.endpoint`` entities of a DaemonSet: each port of the node, or all of its host's network."""
    if found.family != COLLECTOR or kind(found) != "DaemonSet":
        return
    if string(found.tree("hostNetwork")) == "true":
        yield _endpoint(found, NODE, None, (Value(None), Value(None)), _headless(found), -1)
        return
    for row, ports in enumerate(_ports(found, "hostPort")):
        yield _endpoint(found, NODE, None, ports, _headless(found), -1 - row)


def fullname(found: Collector) -> str:
    """What the chart calls its objects; ``""`` where that depends on what the input doesn't say."""
    override = found.value("fullnameOverride").data
    if override is not None:
        return _cut(override) if isinstance(override, str) else ""
    chart = found.chart
    name = found.value("nameOverride").data or (chart.name if chart is not None else None)
    if chart is None or not chart.release or not isinstance(name, str):
        return ""
    if unfilled(chart.release):
        return ""
    return _cut(chart.release if name in chart.release else f"{chart.release}-{name}")


def _cut(name: str) -> str:
    return name[:_LONGEST].removesuffix("-")


def _has_service(found: Collector) -> bool:
    """A DaemonSet has one only on demand."""
    written = string(found.tree("service", "enabled"))
    made = kind(found)
    return written == "true" or (written is None and isinstance(made, str) and made != "DaemonSet")


def _ports(found: Collector, key: str = "servicePort") -> Iterator[tuple[Value, Value]]:
    """The ports that clients name, and those of the container."""
    tree = found.tree("ports")
    named = {entry.key: entry.value for entry in tree.entries} if isinstance(tree, Map) else {}
    for name in dict.fromkeys((*_PORTS, *named)):
        port = named.get(name)
        if string(at(port, "enabled")) == "false" or string(at(port, "protocol")) == "UDP":
            continue
        if is_null(at(port, key)):
            continue
        outer, inner = _port(found, name, key), _port(found, name, "containerPort")
        if outer.data is not None:
            yield outer, inner


def _port(found: Collector, name: str, key: str) -> Value:
    value = found.value("ports", name, key)
    if isinstance(value.data, str):
        return Value(whole(value.data), "written", value.slot)
    if isinstance(value.data, Unknown):
        return value
    return Value(_PORTS.get(name), "default", value.slot)


def _headless(found: Collector) -> Value:
    written = found.value("service", "clusterIP")
    if isinstance(written.data, str):
        return Value(written.data == "None", "written", written.slot)
    if kind(found) == "StatefulSet":
        why = Unknown("whether the chart's Service for a StatefulSet is headless depends on the chart's release")
        return Value(why, "default", written.slot)
    return Value(False, "default", written.slot)


def _endpoint(
    found: Collector, host: str, scope: str | None, ports: tuple[Value, Value], headless: Value, row: int
) -> Entity:
    where = found.slot("fullnameOverride")
    evidence: tuple[Evidence, ...] = (Evidence(f"the Service of {found.title}", where.place),)
    if found.chart is not None and not where.exists:
        evidence += found.chart.evidence
    return Entity(
        Ref("net.endpoint", f"{found.id}!{row}"),
        found.place,
        f"{found.title} as {host}",
        f"{found.path}/{host}/{row}",
        {
            "host": Value(host, "written", None, evidence),
            "platform": Value(KUBERNETES),
            "scope": Value(scope),
            "port": ports[0],
            "target_port": ports[1],
            "workload": Value(found.ref()),
            "service": Value(None),
            "headless": headless,
            "direct": direct(proxy(found)),
        },
    )
