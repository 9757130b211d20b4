"""Servers that components make of the Collector's own gRPC and HTTP settings, and who can reach them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from linter.facts.base import FactBase, data
from linter.facts.entity import Entity
from linter.facts.tree import Text
from linter.facts.value import Data, Ref, Unknown, Value
from linter.record import NamedTuple
from linter.resources import rows
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.components import flag
from linter.systems.otelcol.model import Component, Config
from linter.systems.otelcol.servers import default_local, exists, loopback
from linter.systems.otelcol.tables import Steps, grpc_blocks

_PACKAGES = {name: Value(f"go.opentelemetry.io/collector/config/config{name}") for name in ("grpc", "http")}


class _Where(NamedTuple):
    """``host`` is a word of ``http.tsv``; without one the endpoint has to be written."""

    protocol: str
    block: Steps
    exists: str
    port: int | None
    host: str


class Neighbours:
    """Which workloads share a loopback address with nothing."""

    __slots__ = ("_containers", "_facts")

    def __init__(self, facts: FactBase) -> None:
        self._facts = facts
        workloads = (data(container, "workload") for container in facts.of("deploy.container"))
        self._containers = Counter(workload for workload in workloads if isinstance(workload, Ref))

    def alone(self, config: Config) -> Data | Unknown:
        """Whether nothing but its own container reaches the loopback address of ``config``; null without a workload."""
        workload = self._facts.get(config.workload) if config.workload is not None else None
        if workload is None:
            return None
        own = workload.fields.get("own_network", Value(None)).data
        if own is None:
            return Unknown("whether its container has a network of its own is not known")
        if own is not True:
            return own
        if self._containers[workload.ref] != 1:
            return False
        meshed = workload.fields.get("meshed", Value(None)).data
        return meshed if isinstance(meshed, Unknown) else meshed is not True


def server_entities(config: Config, neighbours: Neighbours) -> Iterator[Entity]:
    """An ``otelcol.server`` for each server that is switched on."""
    alone = Value(neighbours.alone(config))
    for component in config.defined():
        for where in _blocks(component.section, component.type):
            block = component.block.below(*where.block)
            if exists(component.block, where.block, where.exists, block):
                yield _server(config, component, where, block, alone)


def _server(config: Config, component: Component, where: _Where, block: Block, alone: Value) -> Entity:
    steps = "/".join(where.block) or where.protocol
    endpoint = block.string("endpoint")
    slot = block.slot_of("endpoint")
    return Entity(
        Ref("otelcol.server", f"{component.ref.id}/{steps}", component.ref.instance),
        slot.place if slot.exists else block.slot.place,
        f"{'.'.join(where.block) or 'endpoint'} of {component.name}",
        f"{component.path}/{steps}",
        {
            "config": Value(config.ref),
            "component": Value(component.ref),
            "package": _PACKAGES[where.protocol],
            "version": config.version,
            "protocol": Value(where.protocol),
            "in_use": flag(config.in_use(component)),
            "endpoint": endpoint,
            "port": Value(where.port),
            "local_only": Value(_local_only(config, where, block, endpoint.data), endpoint.origin, endpoint.slot),
            "alone": alone,
            "client_ca_reload": block.below("tls").boolean("client_ca_file_reload"),
            "authenticator": _authenticator(config, block),
        },
    )


def _local_only(config: Config, where: _Where, block: Block, endpoint: Data | Unknown) -> Data | Unknown:
    if endpoint is None:
        return default_local(config, where.host) if where.host else None
    text = block.entry("endpoint")
    if not isinstance(text, Text):
        return endpoint
    if text.text.startswith(("unix", "npipe")) or block.string("transport").data in ("unix", "npipe"):
        return True
    return loopback(text, text.text.strip().rpartition(":")[0].strip("[]"))


def _authenticator(config: Config, block: Block) -> Value:
    """The extension that ``auth.authenticator`` names; null for none."""
    named = block.below("auth").string("authenticator")
    if not isinstance(named.data, str):
        return named
    found = config.components.get(("extension", named.data.strip()))
    return Value(found.ref if found is not None else None, named.origin, named.slot)


@lru_cache(maxsize=512)
def _blocks(section: str, kind: str) -> Sequence[_Where]:
    grpc = grpc_blocks().get((section, kind), ())
    own = (_Where("grpc", one.block, one.exists, one.port, one.host) for one in grpc if one.role == "server")
    return (*own, *_http().get((section, kind), ()))


@lru_cache(maxsize=1)
def _http() -> Mapping[tuple[str, str], tuple[_Where, ...]]:
    """HTTP servers by section and newest type; see ``http.tsv``."""
    found: dict[tuple[str, str], tuple[_Where, ...]] = {}
    for row in rows("schemas", "otelcol", "http.tsv"):
        section, kind, block, when, port, host = (*row, "", "", "")[:6]
        steps = tuple(block.split(".")) if block else ()
        where = _Where("http", steps, when, int(port) if port else None, host)
        found[section, kind] = (*found.get((section, kind), ()), where)
    return found
