"""Queues and retries of exporters, as far as they are written.

What an exporter does without these sections differs from one to the next, so there is nothing to say about them there.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.duration import Duration
from linter.facts.entity import Entity
from linter.facts.fields import Fields
from linter.facts.read import whole
from linter.facts.value import Data, Ref, Unknown, Value
from linter.record import replace
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.clients import BALANCER
from linter.systems.otelcol.components import flag
from linter.systems.otelcol.model import Component, Config

_PACKAGE = Value("go.opentelemetry.io/collector/exporter/exporterhelper")
_INNER = ("protocol", "otlp")


def queue_entities(config: Config) -> Iterator[Entity]:
    """An ``otelcol.queue`` and an ``otelcol.retry`` for each such section of an exporter."""
    for component in config.defined():
        if component.section != "exporter":
            continue
        outer = component.type == BALANCER
        yield from _entities(config, component, component.block, (), outer)
        if outer:
            yield from _entities(config, component, component.block.below(*_INNER), _INNER, False)


def _entities(
    config: Config, component: Component, block: Block, steps: tuple[str, ...], outer: bool
) -> Iterator[Entity]:
    shared = {
        "config": Value(config.ref),
        "component": Value(component.ref),
        "version": config.version,
        "in_use": flag(config.in_use(component)),
        "outer": flag(outer),
    }
    queue, retry = block.below("sending_queue"), block.below("retry_on_failure")
    if queue.tree is not None:
        fields = Fields({**shared, **_queue(queue)}, lambda: _more(queue, retry))
        yield _entity(component, (*steps, "sending_queue"), queue, fields, "otelcol.queue")
    if retry.tree is not None:
        fields = Fields(shared, lambda: _retry(retry))
        yield _entity(component, (*steps, "retry_on_failure"), retry, fields, "otelcol.retry")


def _entity(component: Component, steps: tuple[str, ...], block: Block, fields: Fields, kind: str) -> Entity:
    inside = "/".join(steps)
    return Entity(
        Ref(kind, f"{component.ref.id}/{inside}", component.ref.instance),
        block.slot.place,
        f"{steps[-1]} of {component.name}",
        f"{component.path}/{inside}",
        fields,
    )


def _queue(queue: Block) -> dict[str, Value]:
    """What policies ask of every queue."""
    return {
        "package": _PACKAGE,
        "off": _off(queue.boolean("enabled")),
        "storage": _or_null(queue.string("storage")),
        "sizer": queue.string("sizer"),
        "batches": _batches(queue.below("batch")),
    }


def _more(queue: Block, retry: Block) -> dict[str, Value]:
    batch = queue.below("batch")
    return {
        "enabled": queue.boolean("enabled"),
        "size": _number(queue, "queue_size"),
        "consumers": _number(queue, "num_consumers"),
        "batch": Value(None if batch.holds is False else batch.holds, slot=batch.slot),
        "batch_off": _off(batch.boolean("enabled")),
        "batch_sizer": batch.string("sizer"),
        "batch_max": _number(batch, "max_size"),
        "blocks": _blocks(queue),
        "retry_off": _off(retry.boolean("enabled")),
        "retry_limit": retry.duration("max_elapsed_time"),
    }


def _retry(retry: Block) -> dict[str, Value]:
    first = retry.duration("initial_interval")
    pauses = first.data if isinstance(first.data, Unknown) else first.data not in (None, Duration(0))
    return {
        "enabled": retry.boolean("enabled"),
        "initial_interval": first,
        "pauses": Value(pauses, first.origin, first.slot),
        "max_interval": retry.duration("max_interval"),
    }


def _batches(batch: Block) -> Value:
    """Whether batches are made: the section is written, and not with ``enabled: false``."""
    enabled = batch.boolean("enabled").data
    if batch.holds is not True or enabled is None or isinstance(enabled, Unknown):
        on: Data | Unknown = enabled if isinstance(enabled, Unknown) else batch.holds
        return Value(on, slot=batch.slot)
    return Value(enabled, slot=batch.slot)


def _blocks(queue: Block) -> Value:
    found = queue.boolean("block_on_overflow")
    if found.data is None:
        found = queue.boolean("blocking")  # up to 0.128.0
    return replace(found, data=False) if found.data is None else found


def _off(enabled: Value) -> Value:
    return Value(enabled.data if isinstance(enabled.data, Unknown) else enabled.data is False, slot=enabled.slot)


def _number(block: Block, key: str) -> Value:
    text = block.string(key)
    return replace(text, data=whole(text.data)) if isinstance(text.data, str) else text


def _or_null(value: Value) -> Value:
    """An empty text counts as not set."""
    return replace(value, data=None) if value.data == "" else value
