from __future__ import annotations

import pytest

from linter.systems.kubernetes import SYSTEM
from tests.harness import run_files
from tests.unit.systems.support import documents, facts_of, rows

CONFIG = """\
receivers: {otlp: {protocols: {grpc: {}}}}
exporters:
  loadbalancing: {protocol: {otlp: {keepalive: {time: 30s, timeout: 5s}}}, resolver: {static: {hostnames: [a]}}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [loadbalancing]}}}
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: x}
spec:
  containers:
  - name: otel
    image: otel/opentelemetry-collector-contrib:0.96.0
    args: [--config=env:CONFIG]
    ENVIRONMENT
"""
MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf}\ndata:\n  relay: |\n"


def indented(text: str, by: int) -> str:
    return "".join(" " * by + line + "\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ("env: [{name: CONFIG, valueFrom: {configMapKeyRef: {name: conf, key: relay}}}]", ["env:CONFIG"]),
        ("env: [{name: CONFIG, valueFrom: {configMapKeyRef: {name: conf, key: gone}}}]", []),
        ("env: [{name: CONFIG, valueFrom: {configMapKeyRef: {name: gone, key: relay}}}]", []),
        ("env: [{name: CONFIG, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]", []),
        ("envFrom: [{configMapRef: {name: conf}, prefix: A_}]", ["env:A_relay"]),
        ("envFrom: [{secretRef: {name: conf}}]", []),
        ("env: [{name: CONFIG, value: 'a: b'}]", []),
    ],
)
def test_variables_hold_texts_of_config_maps(environment: str, expected: list[str]) -> None:
    files = {"pod.yaml": POD.replace("ENVIRONMENT", environment), "conf.yaml": MAP + "    a: b\n"}
    found = rows(facts_of(files, SYSTEM), "deploy.mount", "target", "source")

    assert found == [(target, "conf.yaml#0/data/relay") for target in expected]


INLINE = POD.replace("ENVIRONMENT\n", "env:\n    - name: CONFIG\n      value: |\n" + indented(CONFIG, 8))
BY_NAME = POD.replace("ENVIRONMENT", "env: [{name: CONFIG, valueFrom: {configMapKeyRef: {name: conf, key: relay}}}]")


def test_a_text_of_several_lines_is_a_document() -> None:
    (document,) = documents("pod.yaml", INLINE)

    (inner,) = SYSTEM.inside(document)
    assert (inner.name, inner.route) == ("CONFIG", ("spec", "containers", 0, "env", 0, "value"))


@pytest.mark.parametrize(
    "files",
    [{"pod.yaml": INLINE}, {"pod.yaml": BY_NAME, "conf.yaml": MAP + indented(CONFIG, 4)}],
)
def test_a_configuration_in_a_variable_runs_in_that_container(files: dict[str, str]) -> None:
    found = {finding.policy: finding for finding in run_files(files).result.findings}

    place = found["otelcol/loadbalancing-shutdown-blocks"].place
    assert files[place.path][place.start : place.end] == "loadbalancing"


def test_a_variable_that_no_argument_names_is_not_read() -> None:
    files = {"pod.yaml": BY_NAME.replace("args: [--config=env:CONFIG]", ""), "conf.yaml": MAP + indented(CONFIG, 4)}

    assert not {"otelcol/loadbalancing-shutdown-blocks"} & {each.policy for each in run_files(files).result.findings}
