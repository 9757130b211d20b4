"""Custom resources in kustomizations."""

from __future__ import annotations

import pytest

from linter.facts.value import Unknown
from linter.finding import Finding
from linter.systems.kubernetes import SYSTEM as KUBERNETES
from linter.systems.otelcol import SYSTEM
from tests.harness import run_files
from tests.unit.systems.helm.support import facts_of as facts_of_all
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


GONE = HEAD.replace("spec:\n", "") + "$patch: delete\n"


def inline(text: str, target: str = "") -> str:
    body = "".join(f"    {line}\n" for line in text.splitlines())
    return f"patches:\n- patch: |-\n{body}" + (f"  target: {target}\n" if target else "")


@pytest.mark.parametrize(
    "kustomization",
    [
        "patches: [{path: p.yaml}]\n",
        "patches: [{path: p.yaml, target: {kind: OpenTelemetryCollector, name: gw}}]\n",
        inline(GONE),
        inline(GONE.replace("metadata: {name: gw}", "metadata:\n  labels:\n    name: b\n  name: gw")),
        inline("$patch: delete\nkind: OpenTelemetryCollector\nmetadata: {name: x}\n", "{name: gw}"),
    ],
)
def test_what_a_patch_deletes_is_neither_run_nor_judged(kustomization: str) -> None:
    files = tree(kustomization, p=GONE)
    assert found(files) == []
    assert not facts_of_all(files).of("otelcol.config")
    other = {name: text.replace("gw", "other") if name != "cr.yaml" else text for name, text in files.items()}
    assert found(other) == [(FLOOR, "cr.yaml", "5s")]


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ("  $patch: replace\n  image: x:1\n", []),
        ("  config: {exporters: {$patch: replace, otlp: {endpoint: 'b:4317'}}}\n", []),
        ("  config: {exporters: {otlp: {keepalive: {$patch: delete}}}}\n", []),
        ("  $patch: replace\n" + RESOURCE.partition("spec:\n")[2], [(FLOOR, "p.yaml", "5s")]),
    ],
)
def test_a_directive_of_a_patch_leaves_nothing_of_the_old_values(
    config: str, expected: list[tuple[str, str, str]]
) -> None:
    assert found(tree("patches: [{path: p.yaml}]\n", p=HEAD + config)) == expected


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("select: {kind: OpenTelemetryCollector}, fieldPaths: [spec.config.exporters.otlp.keepalive.time]", 0),
        ("select: {name: gw}, fieldPaths: ['spec.config.exporters.[otlp].keepalive']", 0),
        ("select: {kind: OpenTelemetryCollector}, fieldPaths: [spec.config.exporters.otlp.endpoint]", 1),
        ("select: {kind: Deployment}, fieldPaths: [spec]", 1),
    ],
)
def test_what_a_replacement_writes_is_unknown(target: str, expected: int) -> None:
    text = f"replacements: [{{source: {{kind: ConfigMap, name: c}}, targets: [{{{target}}}]}}]\n"
    assert len(found(tree(text))) == expected
    assert not found(tree("replacements: [{path: r.yaml}]\n"))


def test_fields_that_the_project_adds_to_transformers_are_unknown() -> None:
    text = "images: [{name: otel/opentelemetry-collector-contrib, newTag: 0.96.0}]\n"
    plain, added = (facts_of_all(tree(text + more)) for more in ("", "configurations: [c.yaml]\n"))
    assert str(plain.of("otelcol.config")[0].fields["version"].data) == "0.155.0"
    assert isinstance(added.of("otelcol.config")[0].fields["version"].data, Unknown)


CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: conf}
data:
  relay.yaml: |
    receivers: {otlp: {protocols: {grpc: {}}}}
    exporters: {otlp: {endpoint: 'far:4317', keepalive: {time: 5s, timeout: 5s}}}
    service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}
"""
CM_HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf}\n"


@pytest.mark.parametrize(
    ("kustomization", "expected"),
    [
        ("", 1),
        (inline(CM_HEAD + "$patch: delete\n"), 0),
        (inline(CM_HEAD + "data: {$patch: replace, a: b}\n"), 0),
        (inline(CM_HEAD + "data: {relay.yaml: null}\n"), 0),
        (inline(CM_HEAD + "data: {a: b}\n"), 1),
        ("patches: [{path: gone.yaml, target: {kind: ConfigMap}}]\n", 1),
        ("replacements: [{targets: [{select: {kind: ConfigMap}, fieldPaths: ['data.[relay.yaml]']}]}]\n", 0),
        ("replacements: [{targets: [{select: {kind: ConfigMap}, fieldPaths: ['data.relay\\.yaml']}]}]\n", 0),
        ("replacements: [{targets: [{select: {kind: ConfigMap}, fieldPaths: [data.other]}]}]\n", 1),
    ],
)
def test_a_text_that_no_build_has_is_not_judged(kustomization: str, expected: int) -> None:
    files = {"cm.yaml": CONFIG_MAP, "kustomization.yaml": "resources: [cm.yaml]\n" + kustomization}
    assert len(found(files)) == expected


def test_a_document_in_a_literal_of_a_generator_is_judged_where_it_stands() -> None:
    config = CONFIG_MAP.partition("relay.yaml: |\n")[2]
    text = f"configMapGenerator:\n- name: conf\n  literals:\n  - a=b\n  - |\n    relay.yaml={config.lstrip()}"
    files = {"kustomization.yaml": text}
    assert found(files) == [(FLOOR, "kustomization.yaml", "5s")]
    assert run_files(files).fix("unsafe") == files  # the second parser has no way into a part of a text
