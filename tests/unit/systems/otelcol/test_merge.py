from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.tree import Map, Seq, Text, Tree
from linter.syntax.document import DocRef, Document
from linter.syntax.yaml.parse import parse
from linter.systems.otelcol.merge import merged
from linter.text.source import Source
from linter.text.view import View
from tests.unit.systems.otelcol.support import CONTRIB, collector, facts_of, fields, only, shown

EXPORTER = "otlp:\n  endpoint: gateway:4317\n  keepalive:\n    time: 20s"


def compose(command: str) -> str:
    return (
        f"services:\n  c:\n    image: {CONTRIB}:0.120.0\n    volumes: ['./a.yaml:/a.yaml', './b.yaml:/b.yaml']\n"
        f"    command: {command}\n"
    )


def tree(text: str, path: str) -> Map:
    from linter.facts.tree import tree_of

    document = next(parse(View.of(Source(path, text)), DocRef(path, "yaml")))
    assert isinstance(document, Document)
    built = tree_of(document)
    assert isinstance(built, Map)
    return built


def plain(node: Tree) -> object:
    """Plain data, each scalar with the file it comes from."""
    if isinstance(node, Text):
        return f"{node.text}@{node.doc.path}"
    if isinstance(node, Seq):
        return [plain(item) for item in node.items]
    return {entry.key: plain(entry.value) for entry in node.entries}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("a: {b: 1, c: 2}", "a: {c: 3, d: 4}", {"a": {"b": "1@1", "c": "3@2", "d": "4@2"}}),
        ("a: [1, 2]", "a: [3]", {"a": ["3@2"]}),
        ("a: {b: 1}", "a: null", {"a": "null@2"}),
        ("a: {b: 1}", "a:", {"a": "@2"}),
        ("a:", "a: {b: 1}", {"a": {"b": "1@2"}}),
        ("a: 1", "b: 2", {"a": "1@1", "b": "2@2"}),
        ("a: {b: 1}", "a: {}", {"a": {"b": "1@1"}}),
        ("a: 1", "a: 2\nb: 3", {"a": "2@2", "b": "3@2"}),
    ],
)
def test_layers_become_one(first: str, second: str, expected: object) -> None:
    assert plain(merged([tree(first, "1"), tree(second, "2")])) == expected


def run(a: str, b: str, command: str = "['--config=/a.yaml', '--config=/b.yaml']") -> FactBase:
    return facts_of({"a.yaml": a, "b.yaml": b, "compose.yaml": compose(command)})


def client(facts: FactBase) -> Entity:
    return only(facts, "grpc.client")


@pytest.mark.parametrize(
    "overlay",
    [
        "exporters:\n  otlp:\n    keepalive:\n      timeout: 5s\n",
        "service:\n  telemetry: {}\nexporters:\n  otlp:\n    keepalive:\n      timeout: 5s\n",
    ],
)
def test_each_value_keeps_its_file(overlay: str) -> None:
    base = collector(EXPORTER)
    found = client(run(base, overlay))
    assert fields(found, "time", "timeout", "enabled") == ("20s", "5s", True)
    time, timeout = found.fields["time"].slot, found.fields["timeout"].slot
    assert time is not None
    assert timeout is not None
    assert (time.place.path, base[time.place.start : time.place.end]) == ("a.yaml", "20s")
    assert (timeout.place.path, overlay[timeout.place.start : timeout.place.end]) == ("b.yaml", "5s")


def test_the_order_of_the_arguments_counts() -> None:
    overlay = "exporters:\n  otlp:\n    keepalive:\n      time: 30s\n"
    forth, back = "['--config=/a.yaml', '--config=/b.yaml']", "['--config=/b.yaml', '--config=/a.yaml']"
    assert shown(client(run(collector(EXPORTER), overlay, forth)), "time") == "30s"
    assert shown(client(run(collector(EXPORTER), overlay, back)), "time") == "20s"


def test_a_file_that_is_named_twice_counts_last() -> None:
    other = collector(EXPORTER.replace("20s", "40s"))
    files = {"a.yaml": collector(EXPORTER), "b.yaml": other}
    twice = compose("[--config=/a.yaml, --config=/b.yaml, --config=/a.yaml]")
    client = only(facts_of({**files, "compose.yaml": twice}), "grpc.client")
    assert shown(client, "time") == "20s"


def test_null_switches_off_what_another_file_says() -> None:
    found = client(run(collector(EXPORTER), "exporters:\n  otlp:\n    keepalive:\n"))
    assert shown(found, "enabled") is False


def test_a_pipeline_may_name_what_another_file_defines() -> None:
    overlay = "exporters:\n  debug: {}\n"
    facts = run(collector(EXPORTER).replace("exporters: [otlp]", "exporters: [otlp, debug, missing]"), overlay)
    defined = {shown(use, "id"): shown(use, "defined") for use in facts.of("otelcol.reference")}
    assert defined["debug"] is True
    assert defined["missing"] is False


@pytest.mark.parametrize(
    ("argument", "time"),
    [
        ("--set=exporters.otlp.keepalive.time=40s", "40s"),
        ("--config=yaml:exporters::otlp::keepalive::time: 40s", "40s"),
        ("--config=yaml:{exporters: {otlp: {keepalive: {time: 40s}}}}", "40s"),
        ("--set=exporters.otlp.keepalive.timeout=1s", "20s"),
        ('--set=exporters.otlp.keepalive.time="40s"', "40s"),
        ("--set=exporters.otlp.keepalive={time: 40s, timeout: 1s}", "40s"),
        ("--set=exporters.otlp", "20s"),
    ],
)
def test_settings_in_arguments_come_last_and_are_not_edited(argument: str, time: str) -> None:
    command = f"['--config=/a.yaml', '{argument}']"
    found = client(run(collector(EXPORTER), "x: y", command))
    assert shown(found, "time") == time
    slot = found.fields["time"].slot
    assert slot is not None
    if time == "40s":
        text = compose(command)
        assert argument in text[slot.place.start : slot.place.end]
        assert "argument" in slot.locked
    else:
        assert (slot.place.path, slot.locked) == ("a.yaml", "")


def test_what_is_missing_is_added_to_the_last_file_that_has_the_block() -> None:
    slot = client(run(collector(EXPORTER), "exporters:\n  otlp:\n    tls: {}\n")).fields["timeout"].slot
    assert slot is not None
    assert slot.place.path == "a.yaml"
    slot = client(run(collector(EXPORTER), "exporters:\n  otlp:\n    keepalive: {}\n")).fields["timeout"].slot
    assert slot is not None
    assert slot.place.path == "b.yaml"


def test_a_source_that_is_not_in_the_input_leaves_open_what_is_not_written() -> None:
    exporter = "otlp:\n  endpoint: gateway:4317"
    found = client(run(collector(exporter), "x: y", "['--config=/a.yaml', '--config=/c.yaml']"))
    assert shown(found, "enabled") == "?"


def test_samples_in_one_file_are_no_part() -> None:
    assert facts_of({"b.yaml": "exporters:\n  debug: {}\nexporters:\n  debug: {}\n"}).of("input.problem") == ()


def test_a_part_that_nothing_runs_says_nothing() -> None:
    assert facts_of({"b.yaml": "exporters:\n  debug: {}\n"}).of("otelcol.config") == ()


@pytest.mark.parametrize("order", ["[--config=/a.yaml, --config=/b.yaml]", "[--config=/b.yaml, --config=/a.yaml]"])
def test_it_is_named_after_the_file_at_which_it_is_listed(order: str) -> None:
    part = "exporters:\n  otlp:\n    timeout: 7s\n"
    facts = facts_of({"a.yaml": collector(EXPORTER), "b.yaml": part, "compose.yaml": compose(order)})
    config = only(facts, "otelcol.config")
    assert (config.place.path, config.name, shown(config, "file")) == ("a.yaml", "configuration a.yaml", "a.yaml")


def test_two_containers_with_one_base_are_two_configurations() -> None:
    overlay = "exporters:\n  otlp:\n    keepalive:\n      timeout: 5s\n"
    service = f"    image: {CONTRIB}:0.120.0\n    volumes: ['./a.yaml:/a.yaml', './b.yaml:/b.yaml']\n"
    service += "    command: --config=/a.yaml"
    files = {
        "a.yaml": collector(EXPORTER),
        "b.yaml": overlay,
        "compose.yaml": f"services:\n  one:\n{service}\n  two:\n{service} --config=/b.yaml\n",
    }
    found = facts_of(files).of("grpc.client")
    assert sorted(str(shown(client, "timeout")) for client in found) == ["20s", "5s"]
    assert all(client.ref.instance for client in found)
