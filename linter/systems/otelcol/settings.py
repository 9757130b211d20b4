"""Single settings that decide whether a release's defect matters, and gRPC clients as their release takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from linter.facts.entity import Entity
from linter.facts.fields import Fields
from linter.facts.value import Data, Items, Ref, Unknown, Value
from linter.resources import rows
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.components import flag, package
from linter.systems.otelcol.model import Component, Config
from linter.systems.otelcol.tables import Steps, grpc_blocks

_CLIENT_PACKAGE = Value("go.opentelemetry.io/collector/config/configgrpc")


def setting_entities(config: Config) -> Iterator[Entity]:
    """An ``otelcol.setting`` for each listed setting of each component that is defined."""
    for component in config.defined():
        for steps in _listed().get((component.section, component.type), ()):
            yield _setting(config, component, steps)


def _setting(config: Config, component: Component, steps: Steps) -> Entity:
    block = component.block.below(*steps[:-1])
    dotted = ".".join(steps)
    slot = block.slot_of(steps[-1])
    return Entity(
        Ref("otelcol.setting", f"{component.ref.id}/{'/'.join(steps)}", component.ref.instance),
        component.place,
        component.name,
        f"{component.path}/{'/'.join(steps)}",
        Fields(
            {
                "package": package(component),
                "version": config.version,
                "in_use": flag(config.in_use(component)),
                "type": Value(component.type),
                "setting": Value(dotted),
                "written": Value(_written(block, steps[-1]), slot=slot),
                "on": Value(_on(block, steps[-1]), slot=slot),
            },
            lambda: _more(config, component, steps),
        ),
    )


def _more(config: Config, component: Component, steps: Steps) -> Mapping[str, Value]:
    block = component.block.below(*steps[:-1])
    signals = tuple(map(Value, config.signals_of(component)))
    return {
        "config": Value(config.ref),
        "component": Value(component.ref),
        "section": Value(component.section),
        "signals": Value(Items(signals, config.uses_open is None)),
        "section_on": Value(block.why or len(steps) == 1 or block.written or block.missing or False),
    }


def _written(block: Block, key: str) -> bool | Unknown:
    if block.entry(key) is not None:
        return True
    return block.why or block.missing or False


def _on(block: Block, key: str) -> Data | Unknown:
    found = block.boolean(key).data
    return False if found is None else found


def sender_entities(config: Config) -> Iterator[Entity]:
    """An ``otelcol.sender`` for each gRPC client."""
    for component in config.defined():
        for where in grpc_blocks().get((component.section, component.type), ()):
            block = component.block.below(*where.block)
            if where.role != "client" or (where.exists != "always" and block.holds is False):
                continue
            path = "/".join((component.path, *where.block))
            yield Entity(
                Ref("otelcol.sender", "/".join((component.ref.id, *where.block)), component.ref.instance),
                component.place,
                component.name,
                path,
                {
                    "config": Value(config.ref),
                    "component": Value(component.ref),
                    "package": _CLIENT_PACKAGE,
                    "version": config.version,
                    "in_use": flag(config.in_use(component)),
                    "compression": block.string("compression"),
                    "wait_for_ready": block.boolean("wait_for_ready"),
                },
            )


@lru_cache(maxsize=1)
def _listed() -> Mapping[tuple[str, str], tuple[Steps, ...]]:
    """The settings by section and newest type; see ``settings.tsv``."""
    found: dict[tuple[str, str], tuple[Steps, ...]] = {}
    for section, kind, dotted in rows("schemas", "otelcol", "settings.tsv"):
        found[section, kind] = (*found.get((section, kind), ()), tuple(dotted.split(".")))
    return found
