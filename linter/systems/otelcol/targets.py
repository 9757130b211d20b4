"""Addresses that clients connect to."""

from __future__ import annotations

import re

from linter.facts.value import Unknown
from linter.pattern import pattern
from linter.record import NamedTuple

_LOOPBACK = pattern(r"localhost|::1|127\.[0-9]+\.[0-9]+\.[0-9]+")
_ANY = ("0.0.0.0", "::")  # noqa: S104 - compared only
_SCHEME = pattern(r"[A-Za-z][A-Za-z0-9+.-]*:(?=/)")
_BARE = pattern(r"(?:dns|passthrough):(?=[^/:]+:[0-9]+$)", re.IGNORECASE)
_PORT = pattern(r"[0-9]{1,5}")
_UNIX = "unix:"


def loopback(host: str) -> bool:
    """Whether a lower-case host, without brackets, is the loopback address (RFC 1122: all of 127/8)."""
    return _LOOPBACK.fullmatch(host) is not None


def own_host(host: str) -> bool:
    """Whether who connects to it connects to its own host: Linux takes no address for that too."""
    return loopback(host) or host in _ANY


class Target(NamedTuple):
    """A host and a port, or a unix socket.

    ``own_port`` is set where the port is that of the backend's own process, whatever a Service maps: the k8s resolver
    connects to pods. ``socket`` is the path of a unix socket, ``""`` for TCP.
    """

    host: str
    port: int
    own_port: bool = False
    socket: str = ""

    @property
    def text(self) -> str:
        return f"unix:{self.socket}" if self.socket else f"{self.host}:{self.port}"


def parse_endpoint(endpoint: str, default_port: int | None = None) -> Target | Unknown:
    """The target of ``host:port``, with or without gRPC's or HTTP's scheme before it; all references are filled in.

    Source of the schemes: grpc/grpc doc/naming.md; open-telemetry/opentelemetry-collector config/configgrpc.
    """
    rest = endpoint.strip()
    if rest.startswith(_UNIX):
        path = rest[len(_UNIX) :]
        return Target("", 0, socket=path[2:] if path.startswith("///") else path)
    bare = _BARE.match(rest)
    if bare is not None:
        rest = rest[bare.end() :]
    scheme = _SCHEME.match(rest)
    if scheme is not None:
        word = scheme.group()[:-1].lower()
        rest = rest[scheme.end() :]
        if word in ("http", "https"):
            rest = rest.lstrip("/")
        elif word in ("dns", "passthrough"):
            rest = rest.rsplit("/", 1)[-1]
        else:
            return Unknown(f"`{endpoint}` is no host and port")
    rest = rest.rstrip("/")
    host, colon, port = rest.rpartition(":")
    if not colon or not _PORT.fullmatch(port):
        if default_port is None or colon:
            return Unknown(f"`{endpoint}` names no port")
        host, port = rest, str(default_port)
    host = host.strip("[]").rstrip(".").lower()
    return Target(host, int(port)) if host else Unknown(f"`{endpoint}` names no host")
