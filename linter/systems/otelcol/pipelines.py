"""Processors at their places in pipelines: what stands before what."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.tree import Map, Seq, Text, Tree, at
from linter.facts.value import Data, Ref, Unknown, Value
from linter.systems.otelcol.catalog import catalog
from linter.systems.otelcol.components import flag
from linter.systems.otelcol.model import Component, Config, Use

_REGROUPING = ("batch", "tail_sampling", "groupbytrace")
"""Processors that make new batches without the context of the requests (their READMEs)."""


def processor_entities(config: Config) -> Iterator[Entity]:
    """An ``otelcol.processor`` for each use of a processor."""
    pipeline = ""
    before: list[tuple[str, Ref]] = []
    for use in config.uses:
        if use.role != "processor" or use.given:
            continue
        if use.pipeline != pipeline:
            pipeline, before = use.pipeline, []
        component = config.components.get(("processor", use.id.text))
        if component is not None and component.given:
            component = None
        kind = catalog().canonical("processor", use.id.type)
        path = f"service/pipelines/{use.pipeline}/processors/{use.id.text}"
        ref = Ref("otelcol.processor", f"{config.identity(use.place)}:{path}", config.ref.instance)
        yield Entity(ref, use.place, f"processor {use.id.text}", path, _fields(config, use, component, kind, before))
        before.append((kind, ref))


def _fields(
    config: Config, use: Use, component: Component | None, kind: str, before: list[tuple[str, Ref]]
) -> dict[str, Value]:
    # a list with a gap in it may hold more, but what was seen before stays before
    left_open = config.uses_open
    return {
        "config": Value(config.ref),
        "component": Value(component.ref if component is not None else None),
        "id": Value(use.id.text),
        "type": Value(kind),
        "version": config.version,
        "pipeline": Value(use.pipeline),
        "signal": Value(use.signal),
        "first": flag(False if before else left_open or True),
        "batch": Value(_nearest(before, ("batch",)) or left_open),
        "regrouping": Value(_nearest(before, _REGROUPING) or left_open),
        **(_association(component) if kind == "k8s_attributes" else _both(None)),
    }


def _nearest(before: list[tuple[str, Ref]], kinds: tuple[str, ...]) -> Ref | None:
    return next((ref for kind, ref in reversed(before) if kind in kinds), None)


def _association(component: Component | None) -> dict[str, Value]:
    """How k8s_attributes finds the pod: whether it may, and whether it must, ask for the sender's address.

    Source: open-telemetry/opentelemetry-collector-contrib processor/k8sattributesprocessor/pod_association.go: without
    ``pod_association`` the resource attributes k8s.pod.ip and ip come first, then the connection, then host.name; a
    rule holds where all of its sources do.
    """
    if component is None:
        return _both(Unknown("it is not defined"))
    block = component.block
    rules = block.entry("pod_association")
    if block.why is not None or (rules is None and block.missing is not None):
        return _both(block.why or block.missing)
    passthrough = block.boolean("passthrough").data
    if passthrough is not False and passthrough is not None:
        return _both(passthrough if isinstance(passthrough, Unknown) else True)
    if rules is None or (isinstance(rules, Seq) and not rules.items):
        return {"asks_connection": flag(True), "by_connection": flag(False)}
    if not isinstance(rules, Seq):
        return _both(Unknown("`pod_association` can't be read"))
    if not all(isinstance(rule, Map) for rule in rules.items):
        return _both(Unknown("not all rules of `pod_association` are known"))
    asking = [_asks_connection(rule) for rule in rules.items]
    return {"asks_connection": flag(any(asking)), "by_connection": flag(all(asking))}


def _both(data: Data | Unknown) -> dict[str, Value]:
    return {"asks_connection": Value(data), "by_connection": Value(data)}


def _asks_connection(rule: Tree) -> bool:
    sources = at(rule, "sources")
    listed = sources.items if isinstance(sources, Seq) else (rule,)
    origins = (source.get("from") for source in listed if isinstance(source, Map))
    return any(isinstance(origin, Text) and origin.text == "connection" for origin in origins)
