from __future__ import annotations

import pytest

from linter.systems.kubernetes import SYSTEM as KUBERNETES
from linter.systems.otelcol import SYSTEM
from tests.harness import run_files
from tests.unit.systems.support import facts_of, rows

SIDECAR = """\
apiVersion: opentelemetry.io/v1beta1
kind: OpenTelemetryCollector
metadata: {name: NAME, namespace: NAMESPACE}
spec:
  mode: sidecar
  image: otel/opentelemetry-collector-contrib:0.155.0
  config: {receivers: {otlp: {protocols: {grpc: {}}}}, exporters: {debug: {}},
    service: {pipelines: {traces: {receivers: [otlp], exporters: [debug]}}}}
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: app, namespace: shop, annotations: {ANNOTATION}}
spec: {containers: [{name: app, image: app}]}
"""
NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, annotations: {ANNOTATION}}\n"


def sidecar(name: str, namespace: str = "shop") -> str:
    return SIDECAR.replace("NAMESPACE", namespace).replace("NAME", name)


def where(annotation: str, around: str = "", *others: str) -> list[object]:
    """The workloads that run the sidecar ``side``."""
    inject = "sidecar.opentelemetry.io/inject: "
    pod = POD.replace("ANNOTATION", f"{inject}'{annotation}'" if annotation else "")
    files = {"pod.yaml": pod, "side.yaml": sidecar("side")}
    if around:
        files["ns.yaml"] = NAMESPACE.replace("ANNOTATION", f"{inject}'{around}'")
    files |= {f"other{index}.yaml": text for index, text in enumerate(others)}
    found = rows(facts_of(files, KUBERNETES, SYSTEM), "deploy.mount", "workload", "source")
    return [getattr(workload, "id", None) for workload, source in found if source == "side.yaml#0/spec/config"]


@pytest.mark.parametrize(
    ("annotation", "around", "others"),
    [
        ("side", "", ()),
        ("shop/side", "", ()),
        ("true", "", ()),
        ("True", "false", ()),
        ("", "true", ()),
        ("true", "side", (sidecar("other"),)),
        ("true", "", (sidecar("other", "elsewhere"),)),
    ],
)
def test_a_sidecar_runs_where_it_is_asked_for(annotation: str, around: str, others: tuple[str, ...]) -> None:
    assert where(annotation, around, *others) == ["pod.yaml"]


@pytest.mark.parametrize(
    ("annotation", "around", "others"),
    [
        ("", "", ()),
        ("false", "true", ()),
        ("", "false", ()),
        ("elsewhere/side", "", ()),
        ("other", "", ()),
        ("true", "", (sidecar("other"),)),
    ],
)
def test_elsewhere_it_stands_for_itself(annotation: str, around: str, others: tuple[str, ...]) -> None:
    assert where(annotation, around, *others) == ["side.yaml#0"]


def test_localhost_leads_to_the_sidecar() -> None:
    agent = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: conf, namespace: shop}
data:
  config.yaml: |
    receivers: {otlp: {protocols: {grpc: {endpoint: "0.0.0.0:14317"}}}}
    exporters:
      otlp: {endpoint: "localhost:4317", tls: {insecure: true}, keepalive: {time: 20s, permit_without_stream: true}}
    service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}
---
apiVersion: v1
kind: Pod
metadata: {name: app, namespace: shop, annotations: {sidecar.opentelemetry.io/inject: side}}
spec:
  containers:
  - {name: c, image: "otel/opentelemetry-collector:0.155.0", args: [--config=/conf/config.yaml],
     volumeMounts: [{name: v, mountPath: /conf}]}
  volumes: [{name: v, configMap: {name: conf}}]
"""
    policy = "otelcol/keepalive-without-stream-refused"
    found = run_files({"agent.yaml": agent, "side.yaml": sidecar("side")}).result.findings
    alone = run_files({"agent.yaml": agent, "side.yaml": sidecar("other")}).result.findings

    assert policy in {finding.policy for finding in found}
    assert policy not in {finding.policy for finding in alone}


@pytest.mark.parametrize(("mine", "theirs", "expected"), [("true", "false", ["a/pod.yaml"]), ("false", "true", [])])
def test_of_two_namespaces_of_one_name_the_nearer_counts(mine: str, theirs: str, expected: list[str]) -> None:
    inject = "sidecar.opentelemetry.io/inject: "
    files = {
        "a/pod.yaml": POD.replace("ANNOTATION", ""),
        "a/side.yaml": sidecar("side"),
        "a/ns.yaml": NAMESPACE.replace("ANNOTATION", f"{inject}'{mine}'"),
        "b/ns.yaml": NAMESPACE.replace("ANNOTATION", f"{inject}'{theirs}'"),
    }
    found = rows(facts_of(files, KUBERNETES, SYSTEM), "deploy.mount", "workload")
    assert [getattr(workload, "id", "") for (workload,) in found] == (expected or ["a/side.yaml#0"])
