"""gRPC servers: their settings, and where they listen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from linter.facts.fields import Fields
from linter.facts.tree import Text
from linter.facts.value import Data, Ref, Unknown, Value
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.systems.otelcol import targets
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.holes import hole_in
from linter.systems.otelcol.keepalive import server as keepalive_fields
from linter.systems.otelcol.model import Component, Config
from linter.systems.otelcol.releases import LOCALHOST_BY_DEFAULT
from linter.systems.otelcol.tables import GrpcBlock, Steps, grpc_blocks

_LOCALHOST_GATE = "component.UseLocalHostAsDefaultHost"
_PORT = pattern(r":([0-9]{1,5})\s*$")


class Server(NamedTuple):
    """A server before it is linked; ``port`` is unknown or absent where it can't be reached by number.

    ``maybe_local`` says why it can't be told whether others reach it, for an endpoint that is left out.
    """

    ref: Ref
    config: Config
    component: Component
    path: str
    fields: Fields
    maybe_local: Unknown | None


def servers(config: Config) -> Iterator[Server]:
    """The gRPC servers of one configuration; of those that nobody writes, what pipelines are known to name."""
    for component in config.components.values():
        if component.given and config.in_use(component) is not True:
            continue
        for where in grpc_blocks().get((component.section, component.type), ()):
            if where.role != "server":
                continue
            block = component.block.below(*where.block)
            if exists(component.block, where.block, where.exists, block):
                yield _server(config, component, where, block)


def exists(component: Block, steps: Steps, when: str, block: Block) -> bool:
    """Whether the server whose settings are ``block``, ``steps`` below ``component``, is switched on.

    As far as this can be told; ``when`` is a word of ``grpc.tsv``.
    """
    if when == "always":
        return True
    if block.holds is not True and not block.written:
        return component.below(*steps[:-1]).why is not None
    switched_off = block.boolean("enabled").data is False
    return not switched_off and (when == "key" or block.holds is not False)


def _server(config: Config, component: Component, where: GrpcBlock, block: Block) -> Server:
    written = block.string("endpoint")
    endpoint, port, local = _listener(config, where, block, written.data)
    fields = {
        "config": Value(config.ref),
        "component": Value(None if component.given else component.ref),
        "id": Value(component.id.text),
        "section": Value(component.section),
        "type": Value(component.type),
        "version": config.version,
        "given": Value(component.given or None),
        "in_use": Value(config.in_use(component)),
        "endpoint": Value(endpoint, written.origin, written.slot, written.evidence),
        "port": Value(port, written.origin, written.slot),
        "local_only": Value(local, written.origin, written.slot),
        "socket": Value(written.data if block.string("transport").data == "unix" else None, "default", written.slot),
    }
    ref = Ref("grpc.server", component.ref.id, component.ref.instance)
    maybe_local = local if written.data is None and isinstance(local, Unknown) else None
    return Server(ref, config, component, component.path, Fields(fields, lambda: keepalive_fields(block)), maybe_local)


_Listener: TypeAlias = "tuple[Data | Unknown, Data | Unknown, Data | Unknown]"


def _listener(config: Config, where: GrpcBlock, block: Block, written: Data | Unknown) -> _Listener:
    """Endpoint, port, and whether only the own host can reach it."""
    if written is None:
        local = default_local(config, where.host)
        if where.port is None or isinstance(local, Unknown):
            return (None if where.port is None else local), where.port, local
        return f"{'localhost' if local else '0.0.0.0'}:{where.port}", where.port, local  # noqa: S104 - compared only
    text = block.entry("endpoint")
    if not isinstance(text, Text):
        return written, written, written
    port = _PORT.search(text.text)
    host = text.text.strip().rpartition(":")[0].strip("[]")
    # The port may be plain where the host is not: `${env:MY_POD_IP}:4317`.
    number: Data | Unknown = int(port[1]) if port else hole_in(text) or Unknown(f"`{text.text}` names no port")
    return written, number, loopback(text, host)


def default_local(config: Config, host: str) -> bool | Unknown:
    """Whether a server without an endpoint listens on the loopback address; ``host`` is a word of ``grpc.tsv``."""
    if host != "versioned":
        return host == "localhost"
    if config.operated:  # the operator writes 0.0.0.0 for a receiver without an endpoint (single_endpoint.go)
        return False
    if any(gate.strip("+-") == _LOCALHOST_GATE for gate in config.gates):
        return Unknown(f"the feature gate {_LOCALHOST_GATE} decides where it listens")
    version = config.version.data
    if isinstance(version, Unknown):
        return version
    return version >= LOCALHOST_BY_DEFAULT


def loopback(text: Text, host: str) -> bool | Unknown:
    """Whether ``host``, a part of ``text``, is the loopback address; not known for what is no host."""
    if "$" in host and text.unknown == "":
        return Unknown(f"`{text.text}` names no host")
    return hole_in(text, host) or targets.loopback(host.lower())
