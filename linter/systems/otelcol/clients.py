"""gRPC clients: their settings, and the addresses they connect to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from linter.facts.duration import FOREVER, Duration
from linter.facts.fields import Fields
from linter.facts.value import Data, Ref, Unknown, Value
from linter.record import NamedTuple
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.components import flag
from linter.systems.otelcol.detection import AT_ONCE
from linter.systems.otelcol.keepalive import client as keepalive_fields
from linter.systems.otelcol.keepalive import enabled
from linter.systems.otelcol.model import Component, Config
from linter.systems.otelcol.sending import drain, sending
from linter.systems.otelcol.tables import GrpcBlock, grpc_blocks
from linter.systems.otelcol.targets import Target, parse_endpoint

BALANCER = "load_balancing"


class Client(NamedTuple):
    """A client before it is linked; ``targets`` is unknown where its addresses can't be listed."""

    ref: Ref
    config: Config
    component: Component
    path: str
    fields: Fields
    targets: tuple[Target, ...] | Unknown


def clients(config: Config) -> Iterator[Client]:
    """The gRPC clients of one configuration."""
    own = Value(config.ref)
    for component in config.defined():
        for where in grpc_blocks().get((component.section, component.type), ()):
            if where.role == "client":
                block = component.block.below(*where.block)
                if where.exists == "always" or block.holds is not False:
                    yield _client(config, own, component, where, block)


def _client(config: Config, own: Value, component: Component, where: GrpcBlock, block: Block) -> Client:
    part = f"/{'/'.join(where.block)}" if where.exists != "always" else ""
    balancing = component.type == BALANCER
    endpoint = Value(None) if balancing else block.string("endpoint")
    fields = {
        "config": own,
        "component": Value(component.ref),
        "id": Value(component.id.text),
        "section": Value(component.section),
        "type": Value(component.type),
        "version": config.version,
        "in_use": flag(config.in_use(component)),
        "load_balancing": flag(balancing),
        "streaming": flag(where.streams),
        "endpoint": endpoint,
        "enabled": enabled(block),
    }
    if balancing:
        from linter.systems.otelcol.balancers import targets as balancer_targets

        targets = balancer_targets(component.block)
    elif isinstance(endpoint.data, str):
        target = parse_endpoint(endpoint.data)
        targets = target if isinstance(target, Unknown) else (target,)
    else:
        targets = endpoint.data if isinstance(endpoint.data, Unknown) else Unknown("it has no endpoint")
    local = not isinstance(targets, Unknown) and any(target.socket for target in targets)
    fields["unix_socket"] = Value(local)
    if local:
        fields.update(AT_ONCE)
    ref = Ref("grpc.client", component.ref.id + part, component.ref.instance)
    path = component.path + part
    return Client(ref, config, component, path, Fields(fields, lambda: _more(config, component, where, block)), targets)


def _more(config: Config, component: Component, where: GrpcBlock, block: Block) -> Mapping[str, Value]:
    """What few policies ask of a client."""
    keepalive = keepalive_fields(block)
    rpc_timeout = _rpc_timeout(component, where)
    fields = {
        "rpc_timeout": rpc_timeout,
        "long_rpcs": flag(_long_rpcs(where.streams, rpc_timeout.data, keepalive["time"].data)),
        **keepalive,
        **sending(component, block, config.version),
    }
    return {**fields, **drain(component, block, config.version, fields)}


def _rpc_timeout(component: Component, where: GrpcBlock) -> Value:
    if not where.timeout:
        return Value(None)
    written = component.block.below(*where.timeout[:-1]).duration(where.timeout[-1])
    if isinstance(written.data, Duration) and written.data == Duration(0):
        return Value(FOREVER, written.origin, written.slot)
    return written if written.data is not None else Value(where.timeout_default, "default", written.slot)


def _long_rpcs(streams: bool, timeout: Data | Unknown, time: Data | Unknown) -> bool | Unknown:
    """Whether an RPC can outlast the pings that a server lets pass; four of them were seen to be too many."""
    if isinstance(time, Unknown):
        return time
    if not isinstance(time, Duration) or time == FOREVER:
        return False
    if streams or not isinstance(timeout, Unknown):
        return streams or (isinstance(timeout, Duration) and timeout > time * 4)
    return timeout
