"""What grpc-go makes of keepalive settings: effective values beside the written ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from linter.facts.duration import FOREVER, Duration
from linter.facts.value import Data, Evidence, Unknown, Value
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.detection import detection
from linter.systems.otelcol.tables import blocks, constants

_ZERO = Duration(0)


def enabled(block: Block) -> Value:
    """The field ``enabled`` of ``client``, the one of which most policies ask first."""
    keepalive = block.below("keepalive")
    on = _stray(keepalive, "client_keepalive") or _enabled(keepalive)
    return Value(on, "written" if keepalive.written else "default", keepalive.slot)


def client(block: Block) -> Mapping[str, Value]:
    """The keepalive fields of a ``grpc.client`` whose gRPC settings are ``block``.

    Without a ``keepalive`` section, or with an empty one (``keepalive:``), the client never pings. With one, a ``time``
    that is left out or too short is 10s and a ``timeout`` that is left out 20s.
    """
    keepalive = block.below("keepalive")
    on = _enabled(keepalive)
    written_time, written_timeout = keepalive.duration("time"), keepalive.duration("timeout")
    streamless = keepalive.boolean("permit_without_stream")
    if on is True:
        time, timeout = _clamped(written_time), _zero_is(written_timeout, constants()["client.timeout"])
        streamless = _flag(streamless)
    else:
        time, timeout = _if(on, written_time, FOREVER), _if(on, written_timeout, None)
        streamless = _if(on, streamless, False)
    fields = {
        "keepalive": _shown(keepalive, keepalive.holds),
        "enabled": enabled(block),
        "time": time,
        "timeout": timeout,
        "permit_without_stream": streamless,
        "configured_time": written_time,
        "configured_timeout": written_timeout,
        "time_without_unit": Value(keepalive.is_number("time") and written_time.data != _ZERO),
        **detection(on, time, timeout, streamless),
    }
    return _settled(fields, _stray(keepalive, "client_keepalive"))


def server(block: Block) -> Mapping[str, Value]:
    """The keepalive fields of a ``grpc.server`` whose gRPC settings are ``block``.

    What is left out or 0 is grpc-go's default: ``min_time`` 5m, no pings without a stream.
    """
    keepalive = block.below("keepalive")
    on = _enabled(keepalive)
    policy, parameters = keepalive.below("enforcement_policy"), keepalive.below("server_parameters")
    enforced, tuned = _both(on, _enabled(policy)), _both(on, _enabled(parameters))
    known = constants()
    min_time, time, timeout = policy.duration("min_time"), parameters.duration("time"), parameters.duration("timeout")
    age = _age(tuned, parameters, "max_connection_age")
    fields = {
        "keepalive": _shown(keepalive, keepalive.holds),
        "enforcement_policy": _shown(policy, enforced),
        "server_parameters": _shown(parameters, tuned),
        "policy_enabled": _switch(keepalive, policy),
        "min_time": _zero_is(_if(enforced, min_time, None), known["server.min_time"]),
        "permit_without_stream": _if(enforced, _flag(policy.boolean("permit_without_stream")), False),
        "configured_min_time": min_time,
        "time": _server_floor(_zero_is(_if(tuned, time, None), known["server.time"])),
        "timeout": _zero_is(_if(tuned, timeout, None), known["server.timeout"]),
        "configured_time": time,
        "configured_timeout": timeout,
        "max_connection_idle": _age(tuned, parameters, "max_connection_idle"),
        "max_connection_age": age,
        "max_connection_age_grace": _age(tuned, parameters, "max_connection_age_grace"),
        "recycles": Value(age.data if isinstance(age.data, Unknown) else age.data != FOREVER, age.origin, age.slot),
    }
    return _settled(fields, _stray(keepalive, "server_keepalive"))


def _stray(block: Block, name: str) -> Unknown | None:
    """Why nothing below ``block`` counts as long as it holds a key that it does not know."""
    if block.tree is None:
        return None
    known = blocks()[name]
    for entry in block.tree.entries:
        spec = known.get(entry.key)
        if spec is None:
            return Unknown(f"`{entry.key}` is misspelt or stands in the wrong place here")
        if spec.type in blocks():
            below = _stray(block.enter(entry), spec.type)
            if below is not None:
                return below
    return None


def _settled(fields: Mapping[str, Value], stray: Unknown | None) -> Mapping[str, Value]:
    """``fields``, none of them known where a stray key may have been meant for any."""
    if stray is None:
        return fields
    return {
        name: value if name == "keepalive" else Value(stray, value.origin, value.slot) for name, value in fields.items()
    }


def _enabled(block: Block) -> bool | Unknown:
    """Whether the section is there and not switched off with ``enabled: false`` (from 0.140.0)."""
    held = block.holds
    if held is not True or block.key("enabled") is None:
        return held
    told = block.boolean("enabled").data
    return told if isinstance(told, Unknown) else told is not False


def _switch(keepalive: Block, policy: Block) -> Value:
    """The ``enabled`` that decides whether a written policy counts, the outer one first."""
    outer = keepalive.boolean("enabled")
    return outer if outer.data is False else policy.boolean("enabled")


def _shown(block: Block, on: bool | Unknown) -> Value:
    """A field of type ``block``: true or null."""
    return Value(on or None, "written" if block.written else "default", block.slot)


def _both(one: bool | Unknown, other: bool | Unknown) -> bool | Unknown:
    if one is False or other is False:
        return False
    return one if isinstance(one, Unknown) else other


def _if(on: bool | Unknown, value: Value, otherwise: Data) -> Value:
    """``value`` where the section counts; the slot stays, for it is where the setting would be written."""
    if on is True:
        return value
    return Value(on if isinstance(on, Unknown) else otherwise, "default", value.slot)


def _flag(value: Value) -> Value:
    """Left out means false."""
    return Value(False, value.origin, value.slot) if value.data is None else value


def _clamped(time: Value) -> Value:
    floor = constants()["client.time"]
    if isinstance(time.data, Unknown) or (isinstance(time.data, Duration) and time.data >= floor):
        return time
    return Value(floor, time.origin, time.slot, (*time.evidence, *_raised(floor)))


def _zero_is(value: Value, default: Duration) -> Value:
    """``value`` with grpc-go's default for what is left out or 0."""
    if value.data is not None and value.data != _ZERO:
        return value
    return Value(default, value.origin, value.slot, (*value.evidence, *_left_out(default)))


def _age(on: bool | Unknown, parameters: Block, name: str) -> Value:
    value = _if(on, parameters.duration(name), None)
    if value.data is not None and value.data != _ZERO:
        return value
    return Value(FOREVER, value.origin, value.slot)


def _server_floor(time: Value) -> Value:
    floor = constants()["server.time_floor"]
    if isinstance(time.data, Duration) and _ZERO < time.data < floor:
        return Value(floor, time.origin, time.slot, (*time.evidence, *_raised(floor)))
    return time


@lru_cache(maxsize=8)
def _raised(floor: Duration) -> tuple[Evidence, ...]:
    return (Evidence(f"grpc-go raises anything below {floor} to {floor}"),)


@lru_cache(maxsize=8)
def _left_out(default: Duration) -> tuple[Evidence, ...]:
    return (Evidence(f"grpc-go uses {default} where it is not set"),)
