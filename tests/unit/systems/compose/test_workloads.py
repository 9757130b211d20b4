from __future__ import annotations

import pytest

from linter.facts.value import Items, Unknown, Value
from linter.systems.compose import SYSTEM
from tests.unit.systems.support import facts_of, fragments, one, row, rows

COMPOSE = """\
services:
  gateway:
    image: 'otel/collector:0.73.0'
    command: ["--config=/etc/a.yaml", "--set=a=${B}"]
    entrypoint: /otelcol -v "a b"
    deploy: {replicas: 2}
    environment:
      A: b
      C:
"""


def field(service: str, name: str, kind: str = "deploy.container") -> Value:
    facts = facts_of({"compose.yaml": f"services:\n  a:\n    image: i\n{service}"}, SYSTEM)
    return one(facts.of(kind)).fields[name]


def listed(value: Value) -> list[object]:
    assert isinstance(value.data, Items), value.data
    return [item.data for item in value.data.values]


def test_a_service_is_a_workload() -> None:
    facts = facts_of({"demo/compose.yaml": COMPOSE}, SYSTEM)

    workload = one(facts.of("deploy.workload"))
    assert row(workload, "name", "namespace", "platform", "scope", "kind", "replicas") == (
        "gateway",
        None,
        "compose",
        "demo",
        "service",
        2,
    )
    assert COMPOSE[workload.place.start : workload.place.end] == "gateway"
    container = one(facts.of("deploy.container"))
    assert row(container, "workload", "name", "image") == (workload.ref, "gateway", one(facts.of("deploy.image")).ref)


def test_entrypoint_and_command_make_the_arguments() -> None:
    container = one(facts_of({"compose.yaml": COMPOSE}, SYSTEM).of("deploy.container"))

    assert listed(container.fields["args"]) == ["/otelcol", "-v", "a b", "--config=/etc/a.yaml", "--set=a=${B}"]
    environment = container.fields["environment"]
    assert listed(environment) == ["A=b"]
    assert isinstance(environment.data, Items)
    assert not environment.data.complete


@pytest.mark.parametrize(
    ("service", "expected"),
    [
        ("", []),
        ("    command:\n", []),
        ("    command: --config /etc/a.yaml\n", ["--config", "/etc/a.yaml"]),
        ("    command: >\n      --config\n      /etc/a.yaml\n", ["--config", "/etc/a.yaml"]),
        ("    command: ['--config=${C:-/etc/a.yaml}', '$${env:X}', 1]\n", ["--config=/etc/a.yaml", "${env:X}", "1"]),
        ("    command: '--a=${B:-c d}'\n", ["--a=c", "d"]),
    ],
)
def test_forms_of_command(service: str, expected: list[str]) -> None:
    assert listed(field(service, "args")) == expected


def test_an_argument_with_a_variable_is_not_edited() -> None:
    value = field("    command: ['--a=${B:-c}', --d]\n", "args")

    assert isinstance(value.data, Items)
    substituted, written = value.data.values
    assert (substituted.origin, written.origin) == ("substituted", "written")
    assert substituted.slot is not None
    assert written.slot is not None
    assert (bool(substituted.slot.locked), bool(written.slot.locked)) == (True, False)


def test_an_open_quote_is_unknown() -> None:
    assert isinstance(field("    command: 'a \"b'\n", "args").data, Unknown)


def test_the_slot_of_a_tag_is_the_tag() -> None:
    image = one(facts_of({"compose.yaml": COMPOSE}, SYSTEM).of("deploy.image"))

    assert row(image, "repository", "tag") == ("otel/collector", "0.73.0")
    slot = image.fields["tag"].slot
    assert slot is not None
    assert (slot.route, slot.exists, slot.part, slot.locked) == (("services", "gateway", "image"), True, "tag", "")
    assert COMPOSE[slot.place.start : slot.place.end] == "0.73.0"


def test_a_default_is_known_with_its_condition() -> None:
    text = COMPOSE.replace("0.73.0", "${TAG:-0.73.0}")

    tag = one(facts_of({"compose.yaml": text}, SYSTEM).of("deploy.image")).fields["tag"]

    assert (tag.data, tag.origin) == ("0.73.0", "substituted")
    assert tag.evidence[0].text == "if TAG is unset"
    assert tag.slot is not None
    assert not tag.slot.locked
    assert (tag.slot.route, tag.slot.part) == (("services", "gateway", "image"), "tag")


@pytest.mark.parametrize("tag", ["${A:-0}.73.0", "${A:-0.73}.${B:-0}", "0.73.${A:-0}", "${A:-0.73.0}@sha256:1"])
def test_a_tag_that_is_put_together_is_not_changed(tag: str) -> None:
    text = COMPOSE.replace("0.73.0", tag)

    found = one(facts_of({"compose.yaml": text}, SYSTEM).of("deploy.image")).fields["tag"]

    assert found.slot is not None
    assert found.slot.locked


def test_a_variable_without_a_default_is_unknown() -> None:
    text = COMPOSE.replace("0.73.0", "${TAG}")

    repository, tag = row(one(facts_of({"compose.yaml": text}, SYSTEM).of("deploy.image")), "repository", "tag")

    assert repository == "otel/collector"
    assert isinstance(tag, Unknown)


def test_merge_keys_are_followed_and_aliases_locked() -> None:
    text = (
        "x-a: &a {image: 'i:1', command: [b]}\nservices:\n  one: {<<: *a}\n  two: *a\n  three: {<<: *a, image: 'i:2'}\n"
    )

    facts = facts_of({"compose.yaml": text}, SYSTEM)

    assert rows(facts, "deploy.image", "tag") == [("1",), ("1",), ("2",)]
    slots = [image.fields["tag"].slot for image in facts.of("deploy.image")]
    assert [bool(slot and slot.locked) for slot in slots] == [False, True, False]


def test_what_another_service_may_bring_is_unknown() -> None:
    facts = facts_of({"compose.yaml": "services:\n  a: {extends: {file: b.yaml, service: c}}\n"}, SYSTEM)

    image, args = row(one(facts.of("deploy.container")), "image", "args")
    assert isinstance(image, Unknown)
    assert isinstance(args, Unknown)


def test_an_image_that_is_built_here_has_none() -> None:
    facts = facts_of({"compose.yaml": "services:\n  a: {build: .}\n"}, SYSTEM)

    assert row(one(facts.of("deploy.container")), "image") == (None,)


def test_the_override_file_beside_it_has_the_last_word() -> None:
    files = {
        "a/docker-compose.yml": COMPOSE,
        "a/docker-compose.override.yml": "services:\n  gateway: {image: 'otel/collector:0.97.0'}\n",
        "b/docker-compose.yml": COMPOSE,
    }

    facts = facts_of(files, SYSTEM)

    tags = {image.place.path: image.fields["tag"].data for image in facts.of("deploy.image")}
    assert tags["a/docker-compose.yml"] == Unknown("a/docker-compose.override.yml sets `image` of the service anew")
    assert tags["b/docker-compose.yml"] == "0.73.0"
    assert isinstance(facts.of("deploy.container")[0].fields["args"].data, Items)


@pytest.mark.parametrize(
    "service",
    [
        "image: [a]",
        "image: {a: b}",
        "image: ",
        "build: {context: .}, volumes: text, networks: text, configs: {a: b}, links: text, environment: text",
        "build: , volumes: [1, null, [a], {a: b}], networks: [null, [a]], configs: [null, [a]], links: [[a]]",
        "build: , command: {a: b}, entrypoint: , deploy: [a], scale: [a], hostname: [a], network_mode: [a]",
    ],
)
def test_wrong_types_count_as_absent(service: str) -> None:
    facts = facts_of({"compose.yaml": f"services:\n  b: text\n  a: {{{service}}}\nconfigs: [a]\n"}, SYSTEM)

    assert len(facts.of("deploy.workload")) == 1
    assert not facts.of("deploy.image")
    assert not facts.of("deploy.mount")


def test_fragments_leave_long_sections_behind() -> None:
    text = COMPOSE + "    labels: {a: " + "x" * 5000 + "}\nconfigs: {c: {content: '" + "y" * 5000 + "'}}\n"

    assert "xxx" not in repr(fragments({"compose.yaml": text}, SYSTEM))
    assert "yyy" not in repr(fragments({"compose.yaml": text}, SYSTEM))
