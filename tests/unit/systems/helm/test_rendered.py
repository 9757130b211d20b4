"""What we make of values and a chart's defaults, against what Helm makes of them.

``tests/oracle/rendered-charts.jsonl`` is written by ``tests/oracle/make_rendered_charts.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from linter.facts.holes import spans
from linter.facts.tree import Map, Seq, Tree, at, tree_of
from linter.facts.value import Items
from linter.systems.otelcol.block import typed
from linter.systems.otelcol.given import laid_below
from tests.unit.systems.helm.support import facts_of
from tests.unit.systems.support import documents

RECORDS = Path(__file__).parents[3] / "oracle" / "rendered-charts.jsonl"
CASES = [json.loads(line) for line in RECORDS.read_text(encoding="utf-8").splitlines()]
ROUTES = {"opentelemetry-collector": (), "opentelemetry-kube-stack": ("collectors",), "splunk-otel-collector": ()}
SECTIONS = ("receivers", "processors", "exporters", "connectors", "extensions")


RENAMED = {"resource_detection": "resourcedetection", "k8s_attributes": "k8sattributes"}
"""Newer names of types, which charts put for older ones."""


def old(name: str) -> str:
    """The setting or component by its older name."""
    for new, before in RENAMED.items():
        name = name.replace(new, before)
    return name


def leaves(tree: Tree, steps: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The settings below ``tree``, as the record has them."""
    if isinstance(tree, Map):
        if (len(steps) == 2 and steps[0] != "service") or not tree.entries:
            yield steps, {}
        for entry in tree.entries:
            yield from leaves(entry.value, (*steps, entry.key))
    elif isinstance(tree, Seq):
        yield steps, [item.text for item in tree.items if not isinstance(item, Map | Seq)]
    else:
        yield steps, "?" if spans(tree.text) and "{{?" in tree.text else typed(tree)


def ours(record: dict[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """The settings of the merged configuration, and the components that the rest may add to."""
    chart = record["chart"]
    files = {
        "Chart.yaml": f"name: own\nversion: 1.0.0\ndependencies: [{{name: {chart}, version: {record['release']}}}]\n",
        "values.yaml": f"{chart}:\n{indent(record['values'], '  ')}",
    }
    mounts = facts_of(files).of("deploy.mount")
    routes = [str(mount.fields["source"].data).partition("#")[2].split("/") for mount in mounts]
    part = record["case"] if chart != "opentelemetry-collector" else "config"
    (mount,) = (one for one, route in zip(mounts, routes, strict=True) if part in route)
    (document,) = documents("values.yaml", files["values.yaml"])
    route = (chart, *ROUTES[chart], *((part,) if part != "config" else ()), "config")
    top = at(tree_of(document), *route)
    assert isinstance(top, Map)
    below, base = mount.fields["below"], mount.fields["base"].data
    merged = laid_below(below, top, top.place) if below.data is not None else top
    found: dict[tuple[str, ...], Any] = {}
    for section in SECTIONS:
        node = at(merged, section)
        for entry in node.entries if isinstance(node, Map) else ():
            found.update(leaves(entry.value, (section, entry.key)))
    service = at(merged, "service")
    if service is not None:
        found.update(leaves(service, ("service",)))
    assert isinstance(base, Items)
    named = {str(item.data) for item in base.values}
    return {"::".join(steps): value for steps, value in found.items()}, named


@pytest.mark.parametrize("record", CASES, ids=lambda record: f"{record['chart']}-{record['release']}-{record['case']}")
def test_the_merged_configuration_is_helms(record: dict[str, Any]) -> None:
    merged, added = ours(record)
    added = {old(name) for name in added}
    rendered = {old(key): "?" if value == "?" else json.loads(old(value)) for key, value in record["config"].items()}
    for key, value in merged.items():
        steps = key.split("::")
        theirs = rendered.get(key)
        if value == "?":
            continue
        assert value is not None, key  # nulls are gone with what they take away
        if steps[0] == "service" and isinstance(value, list):
            # presets put more into the lists; nothing in them goes
            assert isinstance(theirs, list), key
            assert [item for item in theirs if item in value] == value, key
            assert {f"{steps[-1]}/{item}" for item in theirs if item not in value} <= added, key
        elif "/".join(steps[:2]) not in added or theirs is not None:
            assert theirs == value, key
    for key in rendered:
        steps = key.split("::")
        if steps[0] in SECTIONS and key not in merged:
            assert "/".join(steps[:2]) in added, key
