from __future__ import annotations

import pytest

from linter.facts.value import Unknown
from linter.systems.kubernetes import SYSTEM
from tests.unit.systems.support import facts_of, one, row

POD = (
    "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: {containers: [{name: c, image: 'otel/collector:0.73.0'}]}\n"
)
IMAGES = "images: [{name: otel/collector, newTag: 0.97.0}]\n"


def image(files: dict[str, str]) -> tuple[object, ...]:
    facts = facts_of({"base/pod.yaml": POD, **files}, SYSTEM)
    return row(one(facts.of("deploy.image")), "repository", "tag")


@pytest.mark.parametrize(
    "files",
    [
        {"base/kustomization.yaml": "resources: [pod.yaml]\n" + IMAGES},
        {
            "base/kustomization.yml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
            "resources: [pod.yaml]\n" + IMAGES
        },
        {
            "base/kustomization.yaml": "resources: [./pod.yaml]\n",
            "overlays/one/kustomization.yaml": "resources: ['https://x/y', ../../base]\n" + IMAGES,
        },
        {"Kustomization": "resources: [base/pod.yaml]\n" + IMAGES},
    ],
)
def test_a_tag_that_a_kustomization_replaces_is_unknown(files: dict[str, str]) -> None:
    repository, tag = image(files)

    assert repository == "otel/collector"
    assert tag == Unknown(f"{list(files)[-1]} replaces it")


@pytest.mark.parametrize(
    "files",
    [
        {"base/kustomization.yaml": "resources: [other.yaml]\n" + IMAGES},
        {"base/kustomization.yaml": "resources: [pod.yaml]\nimages: [{name: other, newTag: a}]\n"},
        {"base/kustomization.yaml": "resources: [pod.yaml]\n"},
        {"base/kustomization.yaml": "resources: [../../pod.yaml, '.', text, {a: b}]\nimages: text\n"},
        {"base/kustomization.yaml": "resources: text\n" + IMAGES},
    ],
)
def test_other_kustomizations_change_nothing(files: dict[str, str]) -> None:
    assert image(files) == ("otel/collector", "0.73.0")


def test_a_new_name_makes_the_repository_unknown() -> None:
    text = "resources: [pod.yaml]\nimages: [{name: otel/collector, newName: mirror/collector}]\n"

    repository, tag = image({"base/kustomization.yaml": text})

    assert isinstance(repository, Unknown)
    assert tag == "0.73.0"
