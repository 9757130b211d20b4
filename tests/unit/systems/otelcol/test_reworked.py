"""Custom resources in kustomizations."""

from __future__ import annotations

import pytest

from linter.finding import Finding
from linter.systems.kubernetes import SYSTEM as KUBERNETES
from linter.systems.otelcol import SYSTEM
from tests.harness import run_files
from tests.unit.systems.support import facts_of, row

RESOURCE = """\
apiVersion: opentelemetry.io/v1beta1
kind: OpenTelemetryCollector
metadata: {name: gw}
spec:
  image: otel/opentelemetry-collector-contrib:0.155.0
  config:
    receivers: {otlp: {protocols: {grpc: {}}}}
    exporters:
      otlp: {endpoint: "far:4317", keepalive: {time: 5s, timeout: 5s}}
    service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}
"""
HEAD = "apiVersion: opentelemetry.io/v1beta1\nkind: OpenTelemetryCollector\nmetadata: {name: gw}\nspec:\n"
PATCH = HEAD + "  config: {exporters: {otlp: {keepalive: {time: 6s}}}}\n"
FLOOR = "otelcol/keepalive-time-below-floor"


def found(files: dict[str, str]) -> list[tuple[str, str, str]]:
    """Policy, file and text of each finding about the ping's time."""
    findings = [each for each in run_files(files).result.findings if each.policy == FLOOR]
    return [(each.policy, each.place.path, shown(files, each)) for each in findings]


def shown(files: dict[str, str], finding: Finding) -> str:
    place = finding.place
    return files[place.path][place.start : place.end]


def tree(kustomization: str, **files: str) -> dict[str, str]:
    named = {f"{name}.yaml": text for name, text in files.items()}
    return {"cr.yaml": RESOURCE, "kustomization.yaml": "resources: [cr.yaml]\n" + kustomization, **named}


def test_without_patches_it_is_judged_as_written() -> None:
    assert found(tree("namespace: x\n")) == [(FLOOR, "cr.yaml", "5s")]


@pytest.mark.parametrize(
    "kustomization",
    ["patches: [{path: p.yaml}]\n", "patchesStrategicMerge: [p.yaml]\n"],
)
def test_a_patch_is_merged_over_the_configuration(kustomization: str) -> None:
    assert found(tree(kustomization, p=PATCH)) == [(FLOOR, "p.yaml", "6s")]
    assert found(tree(kustomization, p=PATCH.replace("6s", "60s"))) == []


@pytest.mark.parametrize(
    "path",
    ["/spec/config/exporters/otlp/keepalive/time", "/spec/config/exporters/otlp", "/spec/config", "/spec"],
)
def test_operations_leave_the_old_value_unknown(path: str) -> None:
    operation = f"- {{op: replace, path: {path}, value: 60s}}\n"
    target = "target: {kind: OpenTelemetryCollector, name: NAME}"
    files = tree(f"patches: [{{path: p.yaml, {target}}}]\n", p=operation)

    assert found({name: text.replace("NAME", "gw") for name, text in files.items()}) == []
    assert found({name: text.replace("NAME", "other") for name, text in files.items()}) == [(FLOOR, "cr.yaml", "5s")]


def test_a_patch_within_the_kustomization_leaves_the_old_value_unknown() -> None:
    inline = "patches:\n- patch: |-\n" + "".join(f"    {line}\n" for line in PATCH.splitlines())

    assert found(tree(inline)) == []
    assert found(tree(inline.replace("OpenTelemetryCollector", "Other"))) == [(FLOOR, "cr.yaml", "5s")]


def test_an_image_comes_from_a_patch_and_not_from_images() -> None:
    images = "images: [{name: otel/opentelemetry-collector-contrib, newTag: 0.96.0}]\n"
    blocks = "otelcol/loadbalancing-shutdown-blocks"
    balancer = RESOURCE.replace('otlp: {endpoint: "far:4317", keepalive: {time: 5s, timeout: 5s}}', LB).replace(
        "exporters: [otlp]", "exporters: [loadbalancing]"
    )
    patch = HEAD + "  image: otel/opentelemetry-collector-contrib:0.96.0\n"

    assert blocks not in policies(tree(images) | {"cr.yaml": balancer})
    assert blocks in policies(tree("patches: [{path: p.yaml}]\n", p=patch) | {"cr.yaml": balancer})


LB = "loadbalancing: {protocol: {otlp: {keepalive: {time: 30s, timeout: 5s}}}, resolver: {static: {hostnames: [a]}}}"


def policies(files: dict[str, str]) -> set[str]:
    return {each.policy for each in run_files(files).result.findings}


def test_two_overlays_are_two_deployments() -> None:
    files = {
        "base/cr.yaml": RESOURCE,
        "base/kustomization.yaml": "resources: [cr.yaml]\n",
        "a/kustomization.yaml": "resources: [../base]\nnamePrefix: a-\n",
        "b/kustomization.yaml": "resources: [../base]\npatches: [{path: p.yaml}]\n",
        "b/p.yaml": PATCH.replace("6s", "60s"),
    }
    (finding,) = [each for each in run_files(files).result.findings if each.policy == FLOOR]

    assert finding.instances == ("base/cr.yaml#0@a/otc-container",)


SPACE = "apiVersion: v1\nkind: Namespace\nmetadata: {name: obs, labels: {istio-injection: enabled}}\n"


@pytest.mark.parametrize(("kustomization", "direct"), [("", True), ("namespace: obs\n", False)])
def test_a_mesh_is_that_of_the_namespace_that_a_build_gives(kustomization: str, direct: bool) -> None:
    files = {**tree(kustomization), "ns.yaml": SPACE}
    found = facts_of(files, KUBERNETES, SYSTEM).of("net.endpoint")
    assert {row(each, "direct") for each in found} == {(direct,)}


def test_a_patch_that_lets_a_mesh_in_counts() -> None:
    patch = HEAD.replace("{name: gw}", "{name: gw, annotations: {linkerd.io/inject: enabled}}")
    files = tree("patches: [{path: p.yaml}]\n", p=patch + "  replicas: 2\n")
    found = facts_of(files, KUBERNETES, SYSTEM)
    assert {row(each, "direct") for each in found.of("net.endpoint")} == {(False,)}


def test_an_autoscaler_is_that_of_the_build() -> None:
    resource = RESOURCE.replace("spec:\n", "spec:\n  autoscaler: {maxReplicas: 4}\n")
    folders = {f"{name}/kustomization.yaml": "resources: [../cr.yaml]\n" for name in "ab"}
    found = facts_of({"cr.yaml": resource, **folders}, KUBERNETES, SYSTEM)
    workloads = [each.ref for each in found.of("deploy.workload")]
    assert len(workloads) == 2
    assert [row(each, "workload", "most") for each in found.of("deploy.autoscaler")] == [(ref, 4) for ref in workloads]
