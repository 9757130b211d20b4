from __future__ import annotations

import json
import textwrap

import pytest

from linter.facts.base import FactBase
from linter.facts.value import Items, Unknown
from tests.harness import run_files
from tests.unit.systems.helm.support import facts_of
from tests.unit.systems.otelcol.support import collector, only, shown

IMAGE = "public.ecr.aws/aws-observability/aws-otel-collector:v0.43.0"
HEAD = """\
AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Other: {Type: AWS::SNS::Topic}
  Task:
    Type: AWS::ECS::TaskDefinition
    Properties:
      NetworkMode: MODE
      ContainerDefinitions:
        - Name: shop
          Image: shop:1
          Environment:
            - {Name: OTEL_EXPORTER_OTLP_ENDPOINT, Value: 'http://localhost:4317'}
            - {Name: OTEL_EXPORTER_OTLP_PROTOCOL, Value: grpc}
        - Name: adot
          Image: IMAGE
          Command: [--config=/etc/ecs/ecs-default-config.yaml]
          Environment:
            - {Name: A, Value: b}
            - Name: AOT_CONFIG_CONTENT
              Value: |
"""


def template(image: str = IMAGE, mode: str = "awsvpc", head: str = HEAD) -> FactBase:
    return facts_of({"t/a.yaml": head.replace("IMAGE", image).replace("MODE", mode) + _config(16)})


def _config(width: int) -> str:
    return textwrap.indent(collector(), " " * width)


@pytest.mark.parametrize(
    ("image", "version"),
    [
        (IMAGE, "0.117.0"),
        (f"!Sub '{IMAGE}'", "0.117.0"),
        ("!Sub 'public.ecr.aws/aws-observability/aws-otel-collector:${V}'", "?"),
        ("!Ref Image", "?"),
        ("{Ref: Image}", "?"),
        ("!If [A, b, c]", "?"),
    ],
)
def test_the_image_says_which_release_reads_the_variable(image: str, version: str) -> None:
    config = only(template(image), "otelcol.config")
    assert shown(config, "version") == version
    assert config.fields["workload"].data is not None


@pytest.mark.parametrize(
    ("mode", "links"), [("awsvpc", 1), ("host", 1), ("bridge", 0), ("none", 0), ("!Ref Mode", 0), ("[a]", 0)]
)
def test_only_some_modes_give_a_task_one_network(mode: str, links: int) -> None:
    assert len(template(mode=mode).of("grpc.link")) == links


def test_the_text_of_a_function_is_read_too() -> None:
    head = HEAD.replace("              Value: |\n", "              Value:\n                Fn::Sub: |\n")
    facts = facts_of({"t/a.yaml": head.replace("IMAGE", IMAGE).replace("MODE", "awsvpc") + _config(18)})
    assert shown(only(facts, "otelcol.config"), "version") == "0.117.0"


def test_a_task_definition_in_json() -> None:
    environment = [{"name": "AOT_CONFIG_CONTENT", "value": collector()}]
    containers = [{"name": "adot", "image": IMAGE, "environment": environment}]
    facts = facts_of({"task.json": json.dumps({"family": "f", "containerDefinitions": containers}, indent=1)})
    assert shown(only(facts, "otelcol.config"), "version") == "0.117.0"


@pytest.mark.parametrize(
    ("more", "complete"),
    [
        ("", True),
        ("          Secrets: [{Name: B, ValueFrom: c}]\n", False),
        ("          EnvironmentFiles: []\n", False),
    ],
)
def test_the_environment_is_whole_where_nothing_else_sets_it(more: str, complete: bool) -> None:
    facts = template(head=HEAD.replace("          Command:", f"{more}          Command:"))
    container = facts.of("deploy.container")[1]
    items = container.fields["environment"].data
    assert isinstance(items, Items)
    assert items.complete is complete
    assert [value.data for value in items.values] == ["A=b"]


@pytest.mark.parametrize(
    "text",
    [
        "containerDefinitions: x\n",
        "containerDefinitions: [a, {name: [b], image: {c: d}, environment: e, command: f}]\n",
        "containerDefinitions: [{environment: [a, {name: b}, {name: c, value: {d: e}}, {value: f}]}]\n",
        "Resources: [a]\nContainerDefinitions: b\n",
        "Resources: {a: b, c: {Type: AWS::ECS::TaskDefinition}, d: {Type: [e]}}\nContainerDefinitions: f\n",
        "Resources: {T: {Type: AWS::ECS::TaskDefinition, Properties: {ContainerDefinitions: !Ref A}}}\n",
    ],
)
def test_wrong_types_count_as_absent(text: str) -> None:
    assert not facts_of({"a.yaml": text}).of("grpc.link")
    assert not run_files({"a.yaml": text}).result.findings


def test_words_that_a_function_fills_in_are_not_known() -> None:
    facts = template(head=HEAD.replace("[--config=/etc/ecs/ecs-default-config.yaml]", "[a, !Ref B]"))
    items = facts.of("deploy.container")[1].fields["args"].data
    assert isinstance(items, Items)
    assert not items.complete
    assert isinstance(items.values[1].data, Unknown)
