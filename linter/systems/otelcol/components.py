"""Configurations, components and the uses of components as entities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from linter.facts.entity import Entity
from linter.facts.fields import Fields
from linter.facts.value import Data, Items, Ref, Unknown, Value
from linter.syntax.document import Place
from linter.systems.otelcol.absence import absence, instead
from linter.systems.otelcol.catalog import catalog
from linter.systems.otelcol.model import Component, Config, Use
from linter.systems.otelcol.names import ComponentId
from linter.systems.otelcol.releases import (
    METRICS_ADDRESS_GATED,
    METRICS_ADDRESS_IGNORED,
    METRICS_ADDRESS_REFUSED,
    STRICT_TYPES,
    STRICT_TYPES_ONLY,
)
from linter.versions.version import Version

_NULL = Value(None)
_NONE = Value(Items(()))
_TRUE, _FALSE = Value(True), Value(False)
_ADDRESS_GATE = "telemetry.disableAddressFieldForInternalTelemetry"
_STRICT_GATE = "confmap.strictlyTypedInput"


def flag(data: bool | Unknown) -> Value:
    """A truth value that stands nowhere; the two known ones are shared."""
    if isinstance(data, Unknown):
        return Value(data)
    return _TRUE if data else _FALSE


def config_entity(config: Config, place: Place) -> Entity:
    deployment = config.deployment
    return Entity(
        config.ref,
        place,
        f"configuration {config.path}",
        "service",
        {
            "version": config.version,
            "distribution": config.distribution,
            "workload": Value(deployment.workload) if deployment is not None else _NULL,
            "container": Value(deployment.container) if deployment is not None else _NULL,
            "partial": flag(config.partial is not None),
            "file": Value(config.path),
            **_metrics_address(config),
            "strict_types": flag(_strict_types(config)),
        },
    )


def _metrics_address(config: Config) -> dict[str, Value]:
    """The old place of the Collector's own metrics, and whether it still counts."""
    address = config.root.below("service", "telemetry", "metrics").string("address")
    version = config.version.data
    read: bool | Unknown = Unknown("its version is not known")
    refused = read
    if isinstance(version, Version):
        refused, read = version >= METRICS_ADDRESS_REFUSED, version < METRICS_ADDRESS_IGNORED
        gates = [gate for gate in config.gates if gate.strip("+-") == _ADDRESS_GATE]
        if gates and METRICS_ADDRESS_GATED <= version < METRICS_ADDRESS_REFUSED:
            read = gates[-1].startswith("-")
    elif isinstance(version, Unknown):
        read = refused = version
    if config.operated and address.data is not None:  # upgrade steps v0_111_0 and v0_122_0
        read = refused = Unknown("the operator rewrites it when it upgrades")
    return {
        "metrics_address": address,
        "metrics_address_read": flag(read),
        "metrics_address_refused": flag(refused),
    }


def _strict_types(config: Config) -> bool | Unknown:
    version = config.version.data
    if isinstance(version, Unknown):
        return version
    if not isinstance(version, Version) or version >= STRICT_TYPES_ONLY:
        return True
    gates = [gate for gate in config.gates if gate.strip("+-") == _STRICT_GATE]
    if gates:
        return not gates[-1].startswith("-")
    return version >= STRICT_TYPES


class Components:
    """The entities of one configuration's components; values that all of them have are made once."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._shared = {"config": Value(config.ref), "version": config.version, "distribution": config.distribution}

    def entities(self) -> Iterator[Entity]:
        for component in self._config.defined():
            yield Entity(component.ref, component.place, component.name, component.path, self._fields(component))

    def _fields(self, component: Component) -> Fields:
        config = self._config
        known = {
            **self._shared,
            **_named(component.section, component.id, component.type),
            **_presence(component.section, component.id.type, config.distribution.data, config.version.data),
        }
        return Fields(known, lambda: self._uses(component))

    def _uses(self, component: Component) -> Mapping[str, Value]:
        config = self._config
        connector = component.section == "connector"
        signals = config.signals_of(component)
        closed = config.uses_open is None
        return {
            "in_pipelines": flag(config.in_use(component)),
            "signals": _NONE if not signals and closed else Value(Items(tuple(map(Value, signals)), closed)),
            "used_as_exporter": flag(self._plays(component, "exporter")) if connector else _NULL,
            "used_as_receiver": flag(self._plays(component, "receiver")) if connector else _NULL,
        }

    def _plays(self, component: Component, role: str) -> bool | Unknown:
        if (role, component.id.text) in self._config.roles:
            return True
        return self._config.uses_open or False


@lru_cache(maxsize=1024)
def _named(section: str, id_: ComponentId, kind: str) -> Mapping[str, Value]:
    """What a component's own name says; the same few are in most configurations."""
    return {
        "section": Value(section),
        "id": Value(id_.text),
        "type": Value(id_.type),
        "canonical": Value(kind),
        "package": Value(catalog().module(section, kind)),
    }


@lru_cache(maxsize=1024)
def _presence(section: str, kind: str, distribution: Data | Unknown, version: Data | Unknown) -> Mapping[str, Value]:
    """Whether a Collector has the type ``kind``, why not, and what it has instead."""
    has = _available(section, kind, distribution, version)
    release = _release(version)
    gone = None
    if has is False and isinstance(distribution, str):
        gone = absence(section, kind, distribution, release if isinstance(release, Version) else None)
    known = catalog()
    anywhere = known.anywhere(section, kind, release)
    other = instead(section, kind) if gone is not None or anywhere is False else None
    return {
        "available": flag(has),
        "absence": Value(gone),
        "instead": Value(other),
        "anywhere": flag(anywhere),
        "successor": Value(known.successor(section, kind, release)),
    }


def _release(version: Data | Unknown) -> Version | Unknown:
    return version if isinstance(version, (Version, Unknown)) else Unknown("its version is not known")


def package(component: Component) -> Value:
    return Value(catalog().module(component.section, component.type))


def available(config: Config, component: Component) -> bool | Unknown:
    """Whether the Collector that runs the configuration has the component under the written name."""
    return _available(component.section, component.id.type, config.distribution.data, config.version.data)


def _available(section: str, kind: str, distribution: Data | Unknown, version: Data | Unknown) -> bool | Unknown:
    known = distribution if isinstance(distribution, (str, Unknown)) else None
    return catalog().available(section, kind, known, _release(version))


class References:
    """The entities of one configuration's uses of components.

    ``parts`` has the parts of configurations that may belong to it: their files by folder, section and component.
    """

    def __init__(self, config: Config, parts: Mapping[tuple[str, str, str], str]) -> None:
        self._config = config
        self._parts = parts
        self._value = Value(config.ref)

    def entities(self) -> Iterator[Entity]:
        config = self._config
        roles = {role: Value(role) for role in ("receiver", "processor", "exporter", "extension")}
        for use in config.uses:
            if use.given:
                continue
            base = f"service/pipelines/{use.pipeline}/{use.role}s" if use.pipeline else "service/extensions"
            path = f"{base}/{use.id.text}"
            yield Entity(
                Ref("otelcol.reference", f"{config.identity(use.place)}:{path}", config.ref.instance),
                use.place,
                f"{use.role} {use.id.text}",
                path,
                {
                    "config": self._value,
                    "role": roles[use.role],
                    "id": Value(use.id.text),
                    "pipeline": Value(use.pipeline or None),
                    "defined": flag(self._defined(use)),
                    "similar": Value(self._similar(use)),
                },
            )

    def _defined(self, use: Use) -> bool | Unknown:
        config = self._config
        if config.key(use) in config.components:
            return True
        sections = (use.role, "connector") if use.role in ("receiver", "exporter") else (use.role,)
        folder = config.path.rpartition("/")[0]
        for section in sections:
            if section in config.open:
                return config.open[section]
            part = self._parts.get((folder, section, use.id.text))
            if part is not None:
                return Unknown(f"{part} beside it defines `{use.id.text}`, and the two may be merged")
        return False

    def _similar(self, use: Use) -> Data:
        config = self._config
        if config.key(use) in config.components:
            return None
        from difflib import get_close_matches

        sections = (use.role, "connector") if use.role in ("receiver", "exporter") else (use.role,)
        known = [name for section, name in config.components if section in sections]
        return next(iter(get_close_matches(use.id.text, known, 1)), None)
