"""Real manifests and compose files: no crash, and what they are known to hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from linter.facts.base import FactBase
from linter.facts.value import Value
from linter.syntax.document import DocRef, Place, Problem
from linter.syntax.yaml.parse import parse
from linter.systems.compose import SYSTEM as COMPOSE
from linter.systems.kubernetes import SYSTEM as KUBERNETES
from linter.text.source import Source
from linter.text.view import View
from tests.unit.systems.support import facts_of, rows

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """The corpus files that parse."""
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    found = {}
    for path in sorted(CORPUS.rglob("*")):
        if path.suffix in (".yaml", ".yml", ".json"):
            name = path.relative_to(CORPUS).as_posix()
            text = path.read_text(encoding="utf-8", errors="replace")
            if not any(
                isinstance(document, Problem) for document in parse(View.of(Source(name, text)), DocRef(name, "yaml"))
            ):
                found[name] = text
    return found


@pytest.fixture(scope="module")
def facts(files: dict[str, str]) -> FactBase:
    return facts_of(files, KUBERNETES, COMPOSE)


def test_known_workloads_mount_their_own_configuration(facts: FactBase) -> None:
    root = "otelcol/open-telemetry__opentelemetry-collector/examples/k8s/otel-config.yaml"

    found = {row for row in rows(facts, "deploy.mount", "source", "target") if str(row[0]).startswith(root)}

    assert found == {
        (f"{root}#0/data/otel-agent-config", "/conf/otel-agent-config.yaml"),
        (f"{root}#2/data/otel-collector-config", "/conf/otel-collector-config.yaml"),
    }


def test_known_compose_services_mount_files_that_exist(facts: FactBase) -> None:
    root = "otelcol/axoflow__opentelemetry-collector-contrib/exporter/loadbalancingexporter/example"

    found = [row for row in rows(facts, "deploy.mount", "source") if str(row[0]).startswith(root)]

    assert len(found) == 4
    assert all((CORPUS / str(source)).is_file() for (source,) in found)


def test_every_slot_lies_on_what_it_names(facts: FactBase, files: dict[str, str]) -> None:
    seen = 0
    for image in facts.of("deploy.image"):
        value = image.fields["tag"]
        if isinstance(value.data, str) and value.origin == "written" and value.slot is not None:
            text = files[value.slot.place.path]
            assert text[value.slot.place.start : value.slot.place.end] == value.data
            seen += 1
    assert seen > 10


def test_every_place_lies_in_its_file(facts: FactBase, files: dict[str, str]) -> None:
    for kind in facts.kinds():
        for entity in facts.of(kind):
            places = [entity.place, *(place for value in entity.fields.values() for place in _places(value))]
            for place in places:
                assert 0 <= place.start <= place.end <= len(files[place.path])


def _places(value: Value) -> list[Place]:
    slots = [] if value.slot is None else [value.slot.place]
    return [*slots, *(step.place for step in value.evidence if step.place is not None)]
