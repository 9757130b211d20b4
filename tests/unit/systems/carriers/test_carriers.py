"""Configurations in files that write other files: read where they stand, and changed there."""

from __future__ import annotations

import json
import textwrap

import pytest

from linter.syntax.document import HELD, Document
from linter.systems.carriers.inside import holds
from tests.harness import run_files
from tests.yamls import read

CONFIG = """\
receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 0.0.0.0:4317
exporters:
  otlp:
    endpoint: gateway:4317
    keepalive:
      time: 7s
      timeout: 3s
service:
  pipelines:
    traces:
      receivers: [otlp]
      exporters: [otlp]
"""


def held(head: str, width: int) -> str:
    return head + textwrap.indent(CONFIG, " " * width)


CLOUD_INIT = held("#cloud-config\nwrite_files:\n- path: /etc/otelcol/config.yaml\n  content: |\n", 4)
FORMATION = held(
    "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  C:\n    Type: AWS::SSM::Parameter\n    Properties:\n"
    "      Tags: [!Ref Name]\n      Value: !Sub |\n",
    8,
)
BOSH = held("instance_groups:\n- name: a\n  jobs:\n  - name: otel\n    properties:\n      config_yaml: |\n", 8)
PLAY = held(
    "- hosts: all\n  tasks:\n    - name: write\n      ansible.builtin.copy:\n        dest: /a\n        content: |\n", 10
)
ROLE = held("- name: write\n  block:\n    - copy:\n        dest: /etc/otelcol/config.yaml\n        content: |\n", 10)
FORMS = {"cloud-init": CLOUD_INIT, "cloudformation": FORMATION, "bosh": BOSH, "playbook": PLAY, "role": ROLE}


JSON_FORMS = {
    "cloudformation": {
        "Resources": {"T": {"Properties": {"ContainerDefinitions": [{"Environment": [{"Value": CONFIG}]}]}}}
    },
    "terraform": {"resource": {"kubernetes_config_map": {"c": {"data": {"relay.yaml": CONFIG}}}}},
    "nomad": {"Job": {"TaskGroups": [{"Tasks": [{"Templates": [{"DestPath": "local/c", "EmbeddedTmpl": CONFIG}]}]}]}},
    "task definition": {"family": "x", "containerDefinitions": [{"environment": [{"name": "C", "value": CONFIG}]}]},
}


@pytest.mark.parametrize("form", JSON_FORMS)
@pytest.mark.parametrize("indent", [None, 2])
def test_in_json_too(form: str, indent: int | None) -> None:
    text = json.dumps(JSON_FORMS[form], indent=indent)
    run = run_files({"a.json": text})
    (finding,) = [one for one in run.result.findings if one.policy == "otelcol/keepalive-time-below-floor"]
    assert text[finding.place.start : finding.place.end] == "7s"
    fixed = run.fix("safe", "otelcol/keepalive-time-below-floor")["a.json"]
    assert fixed == text.replace("time: 7s", "time: 10s")


def test_other_json_is_left_alone() -> None:
    text = json.dumps({"name": "x", "value": CONFIG})
    assert not run_files({"a.json": text}).result.findings


@pytest.mark.parametrize("form", FORMS)
def test_the_configuration_is_judged_at_its_place_and_mended_there(form: str) -> None:
    text = FORMS[form]
    run = run_files({"a.yaml": text})
    (finding,) = [one for one in run.result.findings if one.policy == "otelcol/keepalive-time-below-floor"]
    assert text[finding.place.start : finding.place.end] == "7s"
    assert text.index("7s") == finding.place.start
    fixed = run.fix("safe", "otelcol/keepalive-time-below-floor")["a.yaml"]
    assert fixed == text.replace("time: 7s", "time: 10s")


@pytest.mark.parametrize("form", FORMS)
def test_pipelines_on_one_line_with_the_service_are_seen(form: str) -> None:
    text = FORMS[form].replace("\r", "")
    head, found, rest = text.partition("service:")
    width = len(head) - len(head.rstrip(" "))
    text = f"{head}{found} {{pipelines: {{traces: {{receivers: [otlp], exporters: [otlp]}}}}}}\n"
    assert rest
    assert width
    findings = run_files({"a.yaml": text}).result.findings
    assert [one.policy for one in findings] == ["otelcol/keepalive-time-below-floor"]


@pytest.mark.parametrize(
    "text",
    [
        CLOUD_INIT.replace("write_files", "notes"),
        PLAY.replace("ansible.builtin.copy", "shell"),
        "otelcol_version: 0.95.0\notelcol_config:\n" + textwrap.indent(CONFIG, "  "),
        "- hosts: all\n  vars:\n    otelcol:\n" + textwrap.indent(CONFIG, "      "),
    ],
)
def test_a_configuration_in_what_is_not_read_is_not_passed_over_without_a_word(text: str) -> None:
    result = run_files({"a.yaml": text}).result
    assert [(skip.path, skip.why) for skip in result.skipped] == [("a.yaml", HELD)]
    assert (result.opened, result.findings) == (0, ())


def test_what_somebody_reads_is_not_skipped() -> None:
    values = "image: {tag: 0.155.0}\nconfig:\n" + textwrap.indent(CONFIG, "  ")
    kubernetes = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: |\n" + textwrap.indent(
        CONFIG, "    "
    )
    for text in (
        values,
        kubernetes,
        "services: {a: {image: b}}\nconfigs:\n  c:\n    content: |\n" + textwrap.indent(CONFIG, "      "),
    ):
        assert not run_files({"compose.yaml": text}).result.skipped


def test_a_schema_of_configurations_is_none() -> None:
    text = "properties:\n  receivers: {type: object}\n  service:\n    properties:\n      pipelines: {type: object}\n"
    assert not run_files({"a.yaml": text}).result.skipped


def test_what_is_filled_in_is_not_known() -> None:
    text = FORMATION.replace("7s", "${Ping}")
    result = run_files({"a.yaml": text}).result
    assert not [one for one in result.findings if "keepalive" in one.policy]
    assert any("`${Ping}`" in item.why for item in result.unjudged)


@pytest.mark.parametrize(
    "text",
    [
        CLOUD_INIT.replace("pipelines:", "lines:"),
        "- name: a\n  " + "block:\n  - " * 40 + "name: receivers\n",
    ],
)
def test_other_texts_are_left_alone(text: str) -> None:
    assert run_files({"a.yaml": text}).result.opened == 0


def test_what_cannot_be_parsed_is_named() -> None:
    result = run_files({"a.yaml": CLOUD_INIT + "  x: [\n"}).result
    assert [skip.path for skip in result.skipped] == ["a.yaml"]
    assert not result.findings


@pytest.mark.parametrize("word", ["receivers", "\\x72eceivers", "rec\\\n  eivers"])
def test_a_configuration_is_found_however_its_text_is_written(word: str) -> None:
    (document,) = read(f'a: "{word}: {{}}\\nservice:\\n  pipelines: {{}}"\n')
    assert isinstance(document, Document)
    assert holds(document)
