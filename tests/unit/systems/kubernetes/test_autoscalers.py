from __future__ import annotations

import pytest

from linter.facts.value import Ref, Unknown
from linter.systems.kubernetes import SYSTEM
from tests.unit.systems.support import facts_of, one, row


def workload(namespace: str = "", kind: str = "Deployment") -> str:
    meta = f"{{name: gateway, namespace: {namespace}}}" if namespace else "{name: gateway}"
    spec = "{template: {spec: {containers: [{name: c, image: a:1}]}}}"
    return f"apiVersion: apps/v1\nkind: {kind}\nmetadata: {meta}\nspec: {spec}\n"


def scaler(target: str, namespace: str = "", most: str = "5") -> str:
    meta = f"{{name: s, namespace: {namespace}}}" if namespace else "{name: s}"
    return (
        f"apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {meta}\n"
        f"spec: {{scaleTargetRef: {target}, minReplicas: 1, maxReplicas: {most}}}\n"
    )


GATEWAY = "{apiVersion: apps/v1, kind: Deployment, name: gateway}"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"w.yaml": workload(), "s.yaml": scaler(GATEWAY)}, Ref("deploy.workload", "w.yaml")),
        ({"w.yaml": workload("a"), "s.yaml": scaler(GATEWAY, "a")}, Ref("deploy.workload", "w.yaml")),
        ({"w.yaml": workload("a"), "s.yaml": scaler(GATEWAY, "b")}, None),
        ({"w.yaml": workload(kind="StatefulSet"), "s.yaml": scaler(GATEWAY)}, None),
        ({"w.yaml": workload(), "s.yaml": scaler("{kind: Deployment, name: other}")}, None),
        ({"w.yaml": workload(), "s.yaml": scaler("{kind: Deployment}")}, None),
        ({"s.yaml": scaler(GATEWAY)}, None),
    ],
)
def test_an_autoscaler_leads_to_the_workload_of_its_target(files: dict[str, str], expected: Ref | None) -> None:
    found = one(facts_of(files, SYSTEM).of("deploy.autoscaler"))
    assert row(found, "workload", "most") == (expected, 5)


def test_a_templated_name_leads_to_nothing_that_is_known() -> None:
    text = scaler("{kind: Deployment, name: '{{ .Values.name }}'}", most="'{{ .Values.most }}'")
    found = one(facts_of({"s.yaml": text}, SYSTEM).of("deploy.autoscaler"))
    assert isinstance(found.fields["workload"].data, Unknown)
    assert isinstance(found.fields["most"].data, Unknown)


def test_an_autoscaler_of_another_group_is_none() -> None:
    text = scaler(GATEWAY).replace("autoscaling/v2", "example.com/v1")
    assert not facts_of({"s.yaml": text}, SYSTEM).of("deploy.autoscaler")


@pytest.mark.parametrize(
    ("spec", "own"),
    [("", True), ("hostNetwork: true, ", False), ("hostNetwork: false, ", True)],
)
def test_a_pod_on_the_hosts_network_has_none_of_its_own(spec: str, own: bool) -> None:
    text = workload().replace("{containers:", f"{{{spec}containers:")
    found = one(facts_of({"w.yaml": text}, SYSTEM).of("deploy.workload"))
    assert row(found, "own_network") == (own,)


@pytest.mark.parametrize(("folders", "expected"), [("a", ["w.yaml"]), ("ab", ["w.yaml@a", "w.yaml@b"])])
def test_an_autoscaler_is_rolled_out_with_its_workload(folders: str, expected: list[str]) -> None:
    files = {"w.yaml": workload(), "s.yaml": scaler("{kind: Deployment, name: gateway}")}
    for name in folders:
        files[f"{name}/kustomization.yaml"] = f"resources: [../w.yaml, ../s.yaml]\nnamePrefix: {name}-\n"
    found = facts_of(files, SYSTEM).of("deploy.autoscaler")
    assert [row(each, "workload", "most") for each in found] == [
        (Ref("deploy.workload", target), 5) for target in expected
    ]


def test_a_patch_of_an_autoscaler_counts() -> None:
    files = {
        "w.yaml": workload(),
        "s.yaml": scaler("{kind: Deployment, name: gateway}"),
        "p.yaml": scaler("{kind: Deployment, name: gateway}", most="9"),
        "kustomization.yaml": "resources: [w.yaml, s.yaml]\npatches: [{path: p.yaml}]\n",
    }
    assert row(one(facts_of(files, SYSTEM).of("deploy.autoscaler")), "most") == (9,)
