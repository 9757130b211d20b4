"""How long a dead peer stays unnoticed at worst, with the derivation and what it assumes as evidence.

Sources: gRFC A8; grpc/grpc-go internal/transport/http2_client.go (keepalive: sleeps while no RPC is open unless that
is permitted, pings at once when one starts); kernel Documentation/networking/ip-sysctl.rst, ``tcp_retries2``. TCP's own
keepalive is left out: grpc-go asks for the system's default since grpc/grpc-go#6834 (end of 2023), before that Go's 15s
held, and whatever lies in between may answer for a dead peer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from linter.facts.duration import FOREVER, Duration
from linter.facts.value import Evidence, Unknown, Value
from linter.record import replace
from linter.syntax.document import Place
from linter.systems.otelcol.tables import constants

BUSY, IDLE = "detection", "idle_detection"
"""The fields of clients and links: counted once something is sent, and while no RPC is open."""

_VANISHED = Evidence("assumes that the peer vanished without closing the connection, else it is noticed at once")
_ACCEPTED = Evidence("assumes that the server accepts the pings")
_TCP = Evidence("without keepalive only TCP notices: Linux gives up after 15 retransmissions (`tcp_retries2`)")
_TCP_ASSUMED = Evidence("a lower bound, counted from the next send; assumes Linux with the default of `tcp_retries2`")
_SILENT = Evidence("no ping is sent while no RPC is open, so nothing is noticed until the next one starts")
_UNCOUNTED = Evidence("TCP's own keepalive is not counted: old grpc-go uses Go's, newer the system's (Linux: 2h11m15s)")
_STREAMLESS = Evidence("it pings while no RPC is open, too")
_SLEEPS = Evidence("counted from the start of the next RPC: it does not ping while none is open")
_PROXY = Evidence("what terminates HTTP/2 in between is the peer that is noticed, not the server")


_SOCKET = Evidence("a unix socket closes with the process that holds it, so a peer that dies is noticed at once")

AT_ONCE: Mapping[str, Value] = dict.fromkeys((BUSY, IDLE), Value(Duration(0), evidence=(_SOCKET,)))
"""Both fields of a client that connects through a unix socket."""


def detection(enabled: bool | Unknown, time: Value, timeout: Value, permit: Value) -> Mapping[str, Value]:
    """Both fields of a client with these effective settings."""
    if isinstance(enabled, Unknown):
        return {BUSY: Value(enabled), IDLE: Value(enabled)}
    if not enabled:
        return _without_pings()
    whole = _whole(time, timeout)
    steps = () if isinstance(whole, Unknown) else (time.step("without a sign of life"), _answer(timeout))
    streamless = permit.data
    if streamless is True:
        idle = Value(whole, evidence=(*steps, _STREAMLESS, _ACCEPTED, _VANISHED) if steps else ())
    elif streamless is False:
        idle = Value(FOREVER, evidence=(_SILENT, _UNCOUNTED))
    else:
        idle = Value(streamless if isinstance(streamless, Unknown) else Unknown("its keepalive can't be told"))
    counted = (_SLEEPS,) if streamless is False else ()
    return {BUSY: Value(whole, evidence=(*steps, *counted, _ACCEPTED, _VANISHED) if steps else ()), IDLE: idle}


def linked(client: Mapping[str, Value], server: Mapping[str, Value] | None, direct: Value) -> Mapping[str, Value]:
    """Both fields of a link: the client's, with what the way and the server make of them."""
    if direct.data is not True:
        return {name: _with(client[name], _PROXY if direct.data is False else None) for name in (BUSY, IDLE)}
    refusal = None if server is None else _refusal(client, server)
    return {name: _with(client[name], refusal) for name in (BUSY, IDLE)}


@lru_cache(maxsize=1)
def _without_pings() -> Mapping[str, Value]:
    """Most clients: the values are made once."""
    busy = Value(constants()["tcp.retransmission"], evidence=(_TCP, _TCP_ASSUMED, _VANISHED))
    return {BUSY: busy, IDLE: Value(FOREVER, evidence=(_SILENT, _UNCOUNTED))}


def _whole(time: Value, timeout: Value) -> Duration | Unknown:
    for part in (time, timeout):
        if isinstance(part.data, Unknown):
            return part.data
    if isinstance(time.data, Duration) and isinstance(timeout.data, Duration):
        return time.data + timeout.data
    return Unknown("its keepalive can't be told")


def _answer(timeout: Value) -> Evidence:
    return timeout.step("more for the answer to the ping")


def _with(value: Value, more: Evidence | None) -> Value:
    """``value`` with one more step; what is not known, or has no ping in it, stays as it is."""
    if more is None or not value.evidence or (more is not _PROXY and _ACCEPTED not in value.evidence):
        return value
    kept = tuple(step for step in value.evidence if step is not _ACCEPTED)
    return replace(value, evidence=(*kept, more))


def _refusal(client: Mapping[str, Value], server: Mapping[str, Value]) -> Evidence | None:
    """Why the server does not accept the client's pings, if it is known not to."""
    permit, allowed = client["permit_without_stream"].data, server["permit_without_stream"].data
    if permit is True and allowed is False:
        return Evidence(
            "does not hold for long: the server closes idle connections for such pings, and the client doubles `time`",
            _written(server["permit_without_stream"]),
        )
    time, least = client["time"].data, server["min_time"].data
    if permit is True and isinstance(time, Duration) and isinstance(least, Duration) and time < least:
        return Evidence(
            f"does not hold for long: the server wants {least} between pings, else it closes the connection and the "
            "client doubles `time`",
            _written(server["min_time"]),
        )
    return None


def _written(value: Value) -> Place | None:
    """Where the value, or the section that it would stand in, is."""
    return None if value.slot is None else value.slot.place
