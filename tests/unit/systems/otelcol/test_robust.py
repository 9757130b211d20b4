"""Configurations that are odd in any place: nothing crashes, and every place lies on the file's text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from linter.facts.base import FactBase
from linter.facts.value import Slot
from tests.unit.systems.otelcol.support import collector, composed, facts_of

WHOLE = collector(
    exporters="""\
load_balancing:
  routing_key: traceID
  sending_queue: {enabled: true}
  protocol:
    otlp:
      timeout: 1s
      sending_queue: {storage: s}
      keepalive: {time: 10s, timeout: 3s, permit_without_stream: true, server_parameters: {time: 1s}}
  resolver:
    dns: {hostname: a, port: '4317'}
    k8s: {service: b, ports: [4317]}
    static: {hostnames: [a]}
otlp:
  endpoint: a:4317""",
    receivers="""\
otlp:
  protocols:
    grpc:
      endpoint: 0.0.0.0:4317
      keepalive:
        server_parameters: {max_connection_age: 5m, enforcement_policy: {min_time: 10s}}
        enforcement_policy: {min_time: 10s, permit_without_stream: true}""",
    rest="connectors: {forward: {}}\nprocessors: {batch: {timeout: 1s}}\nextensions: {pprof: {}}\n",
)
ODD: list[object] = [
    None,
    "",
    "text",
    0,
    -1,
    1.5,
    True,
    [],
    {},
    [None],
    {"a": None},
    "${env:X}",
    "$X",
    "{{ .X }}",
    [[{}]],
    {"": {"": ""}},
    "ünïcode 🎉",
    float("inf"),
    float("nan"),
    "²",
]


def variants(tree: object) -> Iterator[object]:
    """``tree`` with each of its values, one after the other, replaced by each odd thing."""
    yield from ODD
    if isinstance(tree, dict):
        for key, value in tree.items():
            for odd in variants(value):
                yield {**tree, key: odd}
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            for odd in variants(value):
                yield [*tree[:index], odd, *tree[index + 1 :]]


def assert_placed(facts: FactBase, files: dict[str, str]) -> None:
    for kind in facts.kinds():
        for entity in facts.of(kind):
            places = [
                entity.place,
                *(value.slot.place for value in entity.fields.values() if isinstance(value.slot, Slot)),
            ]
            for place in places:
                assert 0 <= place.start <= place.end <= len(files[place.path]), (entity.ref, place)


def test_anything_anywhere() -> None:
    count = 0
    for tree in variants(yaml.safe_load(WHOLE)):
        files = {"a.yaml": yaml.safe_dump(tree, allow_unicode=True, sort_keys=False)}
        if count % 2:
            files["compose.yaml"] = composed(a="otel/opentelemetry-collector-contrib:0.155.0")
        assert_placed(facts_of(files), files)
        count += 1
    assert count > 500


def test_places_stand_on_the_named_tokens() -> None:
    facts = facts_of({"a.yaml": WHOLE})
    for component in facts.of("otelcol.component"):
        assert WHOLE[component.place.start : component.place.end] == component.fields["id"].data
    for key in facts.of("otelcol.key"):
        assert WHOLE[key.place.start : key.place.end] == key.fields["key"].data
    for duration in facts.of("otelcol.duration"):
        assert WHOLE[duration.place.start : duration.place.end] == duration.fields["value"].data


CORPUS = Path(__file__).parents[5] / "shared" / "corpus"
CLAIMED = {"collector-config", "collector-config-fragment"}
NOT_CLAIMED = {"component-testdata", "compose", "ocb-manifest", "ecs-task-definition"}


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of public files is not beside this checkout")
def test_public_files() -> None:
    rows = [line.split("\t") for line in (CORPUS / "otelcol-index.tsv").read_text("utf-8").splitlines()[1:]]
    claimed: dict[str, bool] = {}
    for repo, _, path, kind, *_ in rows:
        file = next((found for found in CORPUS.glob(f"otelcol/{repo.replace('/', '__')}*/{path}")), None)
        if file is None or file.suffix not in (".yaml", ".yml", ".json"):
            continue
        text = file.read_bytes().decode("utf-8-sig")
        files = {path: text}
        facts = facts_of(files)
        assert_placed(facts, files)
        if kind in CLAIMED | NOT_CLAIMED:
            claimed[f"{kind} {path}"] = bool(facts.of("otelcol.config"))
    wrong = [name for name, found in claimed.items() if found is not (name.split()[0] in CLAIMED)]
    assert wrong == [
        "collector-config-fragment datadog-k8s-operator/migration-examples/01-healthcheck-exclusion/opentelemetry.yaml"
    ]
    assert len(claimed) > 20
