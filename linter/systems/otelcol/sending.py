"""How an exporter queues and retries what it can't send, and how long a load balancer stands still for it.

Sources: open-telemetry/opentelemetry-collector exporter/exporterhelper/{common,queue_sender}.go at 0.96.0 (at a
shutdown retries stop first, then the consumers empty the queue, each request tried once) and config/configretry; the
default of ``queue_size`` is 5000 before 0.77.0 (#7592). open-telemetry/opentelemetry-collector-contrib#31602: before
0.97.0 a removed backend is shut down under the lock that all routing needs.
"""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.duration import FOREVER, Duration, seconds
from linter.facts.read import whole
from linter.facts.value import Data, Evidence, Unknown, Value
from linter.record import replace
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.model import Component
from linter.systems.otelcol.releases import SHUT_DOWN_ASIDE, SMALL_QUEUE
from linter.versions.version import Version

_KNOWN = ("otlp_grpc", "load_balancing")
_CONSUMERS, _SIZE, _LARGE = 10, 1000, 5000
_RETRY = seconds(300)

_DEFAULT_SIZE = Unknown(f"{_SIZE} from {SMALL_QUEUE} on, {_LARGE} before")
_PERSISTENT = Unknown("the queue is persistent, and how much of it is emptied at a shutdown is not known")
_BLOCKED = Evidence(
    f"before {SHUT_DOWN_ASIDE} a backend that goes away is shut down under the lock that all routing needs"
    " (open-telemetry/opentelemetry-collector-contrib#31602)"
)
_DEAD = Evidence("assumes a full queue, and a backend that is removed because it does not answer any more")


def sending(component: Component, block: Block, version: Value) -> Mapping[str, Value]:
    """``queue_size``, ``queue_consumers`` and ``retry_for`` of a client whose exporter's settings are ``block``.

    Nothing for components whose defaults are not known here.
    """
    if component.type not in _KNOWN:
        return {}
    queue, retry = block.below("sending_queue"), block.below("retry_on_failure")
    queued, retried = _on(queue), _on(retry)
    size, consumers = _number(queue, "queue_size"), _number(queue, "num_consumers")
    if size.data is None:
        size = replace(size, data=_default_size(version.data))
    if consumers.data is None:
        consumers = replace(consumers, data=_CONSUMERS)
    longest = retry.duration("max_elapsed_time")
    if longest.data is None:
        longest = replace(longest, data=_RETRY)
    elif longest.data == Duration(0):
        longest = replace(longest, data=FOREVER)
    return {
        "queue_size": _if(queued, size),
        "queue_consumers": _if(queued, consumers),
        "retry_for": _if(retried, longest),
    }


def drain(component: Component, block: Block, version: Value, fields: Mapping[str, Value]) -> Mapping[str, Value]:
    """``drain`` of a load balancer that stands still while a backend's queue is emptied; nothing for others."""
    if component.type != "load_balancing" or not isinstance(version.data, Version):
        return {}
    if version.data >= SHUT_DOWN_ASIDE:
        return {}
    size, consumers, timeout = (fields[name].data for name in ("queue_size", "queue_consumers", "rpc_timeout"))
    if block.below("sending_queue").string("storage").data is not None:
        return {"drain": Value(_PERSISTENT)}
    unknown = next((one for one in (size, consumers, timeout) if isinstance(one, Unknown)), None)
    if unknown is not None:
        return {"drain": Value(unknown)}
    if not isinstance(timeout, Duration) or (size is not None and not consumers):
        return {"drain": Value(Unknown("its queue can't be told"))}
    waves = -(-size // consumers) if isinstance(size, int) and isinstance(consumers, int) else 0
    steps = [Evidence(f"{timeout} for what is being sent, as nothing is tried again after the shutdown began")]
    if waves:
        words = f"{size} batches wait, {consumers} of them are sent at once: {waves} times {timeout}"
        steps.append(Evidence(words, fields["queue_size"].place))
    return {"drain": Value(timeout * (waves + 1), evidence=(*steps, _BLOCKED, _DEAD))}


def _on(block: Block) -> bool | Unknown:
    """Whether a section counts that is on by default."""
    if block.why is not None:
        return block.why
    enabled = block.boolean("enabled").data
    return enabled if isinstance(enabled, Unknown) else enabled is not False


def _number(block: Block, key: str) -> Value:
    value = block.string(key)
    return replace(value, data=whole(value.data)) if isinstance(value.data, str) else value


def _default_size(version: Data | Unknown) -> int | Unknown:
    if not isinstance(version, Version):
        return _DEFAULT_SIZE
    return _SIZE if version >= SMALL_QUEUE else _LARGE


def _if(on: bool | Unknown, value: Value) -> Value:
    if on is True:
        return value
    return replace(value, data=on if isinstance(on, Unknown) else None)
