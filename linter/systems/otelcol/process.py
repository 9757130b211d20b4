"""The process that a configuration makes of a Collector, and its own telemetry."""

from __future__ import annotations

from linter.facts.entity import Entity
from linter.facts.tree import Map, Seq
from linter.facts.value import Data, Items, Ref, Unknown, Value
from linter.syntax.document import Place
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.clients import BALANCER
from linter.systems.otelcol.components import flag
from linter.systems.otelcol.model import Config

_PACKAGE = Value("go.opentelemetry.io/collector/service")
_READERS = ("periodic", "pull")


def service_entity(config: Config, place: Place) -> Entity:
    """The ``otelcol.service`` of ``config``."""
    telemetry = config.root.below("service", "telemetry")
    metrics = telemetry.below("metrics")
    return Entity(
        Ref("otelcol.service", config.ref.id, config.ref.instance),
        place,
        f"configuration {config.path}",
        "service/telemetry",
        {
            "config": Value(config.ref),
            "package": _PACKAGE,
            "version": config.version,
            "metrics_level": metrics.string("level"),
            "balances": flag(_balances(config)),
            "first_reader": _first_reader(metrics),
            "detectors": _detectors(telemetry),
        },
    )


def _balances(config: Config) -> bool | Unknown:
    verdicts = [config.in_use(one) for one in config.components.values() if one.type == BALANCER]
    if True in verdicts:
        return True
    return next((verdict for verdict in verdicts if isinstance(verdict, Unknown)), False)


def _first_reader(metrics: Block) -> Value:
    readers = metrics.entry("readers")
    slot = metrics.slot_of("readers")
    if readers is None:
        return Value(metrics.why or metrics.missing, slot=slot)
    first = readers.items[0] if isinstance(readers, Seq) and readers.items else None
    kinds = [entry.key for entry in first.entries if entry.key in _READERS] if isinstance(first, Map) else []
    found: Data | Unknown = kinds[0] if len(kinds) == 1 else Unknown("the first metric reader can't be read")
    return Value(found, "written", slot)


def _detectors(telemetry: Block) -> Value:
    """The names under ``resource.detection/development.detectors``."""
    block = telemetry.below("resource", "detection/development")
    listed, slot = block.entry("detectors"), block.slot_of("detectors")
    if not isinstance(listed, Seq):
        return Value(block.why or (block.missing if listed is None else None) or Items(()), slot=slot)
    names = (entry.key for item in listed.items if isinstance(item, Map) for entry in item.entries)
    complete = all(isinstance(item, Map) for item in listed.items)
    return Value(Items(tuple(map(Value, names)), complete), "written", slot)
