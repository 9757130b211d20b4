"""Written durations as entities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from linter.facts.duration import Duration
from linter.facts.entity import Entity
from linter.facts.tree import Key, Text
from linter.facts.value import Origin, Ref, Slot, Unknown, Value
from linter.systems.otelcol.block import Block, as_duration, evidence_of, origin_of, typed
from linter.systems.otelcol.components import flag
from linter.systems.otelcol.holes import hole_in
from linter.systems.otelcol.model import Component, Config
from linter.systems.otelcol.tables import Steps, blocks, durations, grpc_blocks

Shape: TypeAlias = "dict[str, Shape | None]"
"""Which settings are durations: ``None`` at those, nested as the settings are."""

_ROOTS = {"client": "client_keepalive", "server": "server_keepalive"}
_SECOND = 1_000_000_000


class Shapes:
    """The durations of each type of component, worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Shape] = {}

    def of(self, section: str, kind: str) -> Shape:
        key = (section, kind)
        if key not in self._known:
            self._known[key] = _shape(section, kind)
        return self._known[key]


def _shape(section: str, kind: str) -> Shape:
    shape: Shape = {}
    for name in ("*", kind):
        for steps in durations().get((section, name), ()):
            _put(shape, steps)
    for where in grpc_blocks().get((section, kind), ()):
        _put_block(shape, (*where.block, "keepalive"), _ROOTS[where.role])
    if kind == "load_balancing":
        _put_block(shape, (), kind)
    return shape


def _put_block(shape: Shape, route: Steps, block: str) -> None:
    for key, spec in blocks()[block].items():
        if spec.type == "duration":
            _put(shape, (*route, key))
        elif spec.type in blocks():
            _put_block(shape, (*route, key), spec.type)


def _put(shape: Shape, steps: Steps) -> None:
    for step in steps[:-1]:
        below = shape.get(step)
        if below is None:
            below = shape[step] = {}
        shape = below
    shape[steps[-1]] = None


def duration_entities(config: Config, shapes: Shapes) -> Iterator[Entity]:
    """An ``otelcol.duration`` for each written setting that is one; empty values are none."""
    own = Value(config.ref)
    for component in config.defined():
        shape = shapes.of(component.section, component.type)
        if shape and component.block.tree is not None:
            shared = {"config": own, "component": Value(component.ref)}
            for block, entry, text in _written(component.block, shape):
                yield _entity(shared, component, block, entry, text)


def _written(block: Block, shape: Shape) -> Iterator[tuple[Block, Key, Text]]:
    for entry in block.tree.entries if block.tree is not None else ():
        if entry.key not in shape or entry.given:
            continue
        below = shape[entry.key]
        if below is not None:
            yield from _written(block.enter(entry), below)
        elif isinstance(entry.value, Text) and typed(entry.value) is not None:
            yield block, entry, entry.value


def _entity(shared: Mapping[str, Value], component: Component, block: Block, entry: Key, text: Text) -> Entity:
    slot = block.slot_of(entry.key)
    setting = ".".join(map(str, slot.route[len(component.block.route) :]))
    origin = origin_of(text)
    return Entity(
        Ref("otelcol.duration", f"{component.ref.id}/{setting}", component.ref.instance),
        slot.place,
        f"{setting} of {component.name}",
        f"{component.path}/{setting}",
        {
            **shared,
            "setting": Value(setting),
            "value": Value(text.text, origin, slot, evidence_of(text)),
            **_read(text, origin, slot),
        },
    )


def _read(text: Text, origin: Origin, slot: Slot) -> dict[str, Value]:
    """What the Collector makes of the text."""
    read = as_duration(text)
    if isinstance(read, Duration) and not isinstance(typed(text), (int, float)):
        return {"duration": Value(read, origin, slot), **_READ}
    hole = hole_in(text)
    value = typed(text)
    # `.inf` and `.nan` are numbers to YAML, but not ones that can be counted
    number = isinstance(read, Duration) and isinstance(value, (int, float)) and not isinstance(value, bool)
    return {
        "duration": Value(None if isinstance(read, Unknown) and hole is None else read, origin, slot),
        "number": flag(hole or number),
        "seconds": Value(_seconds(value) if number and isinstance(value, (int, float)) else None),
        "valid": flag(hole or not isinstance(read, Unknown)),
    }


def _seconds(value: float) -> Duration | None:
    try:
        return Duration(int(value * _SECOND))
    except (OverflowError, ValueError):
        return None


_READ: Mapping[str, Value] = {"number": Value(False), "seconds": Value(None), "valid": Value(True)}
"""The other fields of a plain duration."""
