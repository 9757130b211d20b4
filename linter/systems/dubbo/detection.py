"""How long a dead provider stays unnoticed at worst, with the derivation and what it assumes as evidence.

Sources: ``HeaderExchangeClient``, ``ReconnectTimerTask``, ``HeartBeatTask`` and ``AbstractClient.reconnect`` of 2.6.12,
2.7.12 and 3.2.16; ``NettyConnectionClient`` and ``TriplePingPongHandler`` of 3.2.16; kernel
Documentation/networking/ip-sysctl.rst, ``tcp_retries2``.
"""

from __future__ import annotations

from collections.abc import Sequence

from linter.facts.duration import Duration, milliseconds, seconds
from linter.facts.value import Evidence, Unknown, Value
from linter.record import NamedTuple
from linter.systems.dubbo.releases import (
    FAILS_AT_ONCE,
    LEAST_RECONNECT,
    PINGLESS,
    PINGS,
    PINGS_ANSWERED,
    PINGS_RECONNECT,
    PLURAL_KEYS,
    RECONNECTS,
    TIMERS,
)
from linter.versions.version import Version

_TCP = milliseconds(924_600)
_SECOND = seconds(1)
_VANISHED = Evidence("assumes that the host vanished without closing the connection, else it is noticed at once")
_REGISTRY = Evidence("a registry may take the provider out of the list sooner")
_KERNEL = Evidence(
    f"{_TCP} until Linux gives up after 15 retransmissions (`tcp_retries2`): a lower bound, counted from the next send"
)
_WAITS = Evidence("calls under way when a process is killed wait for their timeout all the same (#4699)")


class Beats(NamedTuple):
    """What a client's connection is set to; ``least`` is ``least-reconnect-duration``, null where it is not set."""

    heartbeat: Value
    timeout: Value
    close: Value
    reconnect: Value
    least: Value


def detection(version: Value, protocol: str | Unknown, beats: Beats, direct: bool) -> Value:
    """The time for one link; ``direct`` is whether it has its provider's address from no registry."""
    release = version.data
    if isinstance(protocol, Unknown) or protocol not in ("dubbo", "tri"):
        return Value(
            protocol if isinstance(protocol, Unknown) else Unknown(f"how `{protocol}` notices it is not known")
        )
    if not isinstance(release, Version):
        return Value(release if isinstance(release, Unknown) else Unknown("its version of Dubbo is not known"))
    if any(isinstance(one.data, Duration) and one.data <= Duration(0) for one in beats[:3]):
        return Value(Unknown("its heartbeats are switched off, or set to less than nothing"))
    found = _triple(release, beats) if protocol == "tri" else _exchange(release, beats)
    more = () if direct else (_REGISTRY,)
    return Value(found.data, evidence=(*found.evidence, _VANISHED, *more)) if found.evidence else found


def _exchange(release: Version, beats: Beats) -> Value:
    """Over the protocol dubbo."""
    if isinstance(beats.reconnect.data, Unknown):
        return beats.reconnect
    if beats.reconnect.data is False:
        off = Evidence(
            "`reconnect` is off: nothing looks for silence, and nothing connects again", beats.reconnect.place
        )
        return _by_kernel(beats.heartbeat, off)
    late = (_WAITS,) if release < FAILS_AT_ONCE else ()
    if TIMERS <= release < RECONNECTS[0] or PLURAL_KEYS <= release < RECONNECTS[1]:
        fixed = RECONNECTS[0] if release < PLURAL_KEYS else RECONNECTS[1]
        idle = Evidence(f"in {release} the end of `heartbeat.timeout` does nothing (#9278, fixed in {fixed})")
        found = _by_kernel(beats.heartbeat, idle)
        return Value(found.data, evidence=(*found.evidence, *late)) if found.evidence else found
    silence = beats.timeout.data
    if not isinstance(silence, Duration):
        return Value(silence if isinstance(silence, Unknown) else Unknown("its heartbeat can't be told"))
    tick = _tick(release, silence, beats)
    if isinstance(tick.data, Unknown) or not isinstance(tick.data, Duration):
        return tick
    steps = (beats.timeout.step("of silence (`heartbeat.timeout`)"), *tick.evidence, *late)
    return Value(silence + tick.data, evidence=steps)


def _tick(release: Version, silence: Duration, beats: Beats) -> Value:
    """How often silence is looked for."""
    if release < TIMERS:
        return Value(beats.heartbeat.data, evidence=(beats.heartbeat.step("until the next look, one each heartbeat"),))
    third = _SECOND if silence.nanoseconds is None else Duration(silence.nanoseconds // 3_000_000 * 1_000_000)
    third = third if third > Duration(0) else _SECOND
    if release < LEAST_RECONNECT:
        return Value(third, evidence=(Evidence(f"{third} until the next look, a third of that"),))
    least = beats.least.data if beats.least.data is not None else seconds(60)
    if isinstance(least, Unknown) or not isinstance(least, Duration):
        return beats.least
    if third > least:
        return Value(third, evidence=(Evidence(f"{third} until the next look, a third of that"),))
    words = "until the next look: `least-reconnect-duration`, 60s unless it is set, which is more than a third of that"
    return Value(least, evidence=(Value(least, beats.least.origin, beats.least.slot).step(words),))


def _by_kernel(heartbeat: Value, why: Evidence) -> Value:
    """Where only TCP notices, once a heartbeat is sent into the dead connection."""
    beat = heartbeat.data
    if not isinstance(beat, Duration):
        return Value(beat if isinstance(beat, Unknown) else Unknown("its heartbeat can't be told"))
    return Value(beat + _TCP, evidence=(why, heartbeat.step("until a heartbeat is sent into it"), _KERNEL))


def _triple(release: Version, beats: Beats) -> Value:
    if release < PINGS or release == PINGLESS:
        none = Evidence(f"Triple sends no pings in {release} (#12955 brought them with {PINGS}): only TCP notices")
        return Value(_TCP, evidence=(none, _KERNEL))
    beat, close = beats.heartbeat.data, beats.close.data
    for part in (beat, close):
        if isinstance(part, Unknown):
            return Value(part)
    if not isinstance(beat, Duration) or not isinstance(close, Duration):
        return Value(Unknown("its heartbeat can't be told"))
    steps: Sequence[Evidence] = (
        beats.heartbeat.step("of silence until a ping"),
        beats.close.step("for the answer (`close.timeout`)"),
    )
    if release < PINGS_ANSWERED:
        steps = (*steps, Evidence(f"in {release} healthy connections are closed after that too (#13375)"))
    if release < PINGS_RECONNECT:
        steps = (
            *steps,
            Evidence(f"in {release} the client is closed for good then, and never connects again (#13600)"),
        )
    return Value(beat + close, evidence=tuple(steps))
