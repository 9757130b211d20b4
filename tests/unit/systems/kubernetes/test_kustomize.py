from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import PATCH
from linter.facts.value import Items, Unknown
from linter.syntax.document import DocRef, Document
from linter.syntax.node import Scalar
from linter.syntax.yaml.inside import inside as view_inside
from linter.syntax.yaml.parse import parse
from linter.system import Fragment, Setup
from linter.systems.kubernetes import SYSTEM
from tests.unit.systems.support import documents, made, one, row, rows

POD = (
    "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: {containers: [{name: c, image: 'otel/collector:0.73.0'}]}\n"
)
IMAGES = "images: [{name: otel/collector, newTag: 0.97.0}]\n"
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: gw}
spec:
  replicas: 1
  template:
    metadata: {labels: {app: gw}}
    spec:
      containers:
      - {name: side, image: busybox}
      - name: otel
        image: otel/collector:0.73.0
        args: [--config=/conf/relay.yaml]
        env: [{name: A, value: old}]
        volumeMounts: [{name: conf, mountPath: /conf}]
      volumes: [{name: conf, configMap: {name: conf}}]
"""
SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: gw}\nspec: {selector: {app: gw}, ports: [{port: 4317}]}\n"


def stated(document: Document[object]) -> list[Fragment]:
    """What a document says, patches inside it included."""
    found = [each for each in SYSTEM.local(document) if isinstance(each, Fragment)]
    for inner in SYSTEM.inside(document):
        if inner.name != PATCH or not isinstance(inner.node, Scalar):
            continue
        view = view_inside(document, inner.node)  # type: ignore[arg-type]
        assert not isinstance(view, str)
        for parsed in parse(view, DocRef(document.ref.path, "yaml", 0, document.ref, inner.route)):
            assert isinstance(parsed, Document)
            found += stated(parsed)
    return found


def built(files: dict[str, str]) -> FactBase:
    facts = FactBase()
    fragments = [
        each for path, text in files.items() for document in documents(path, text) for each in stated(document)
    ]
    for join in SYSTEM.joins:
        for entity in made(join.run(fragments, facts, Setup())):
            assert facts.get(entity.ref) is None, entity.ref
            facts.add(entity)
    return facts


def image(files: dict[str, str]) -> tuple[object, ...]:
    return row(one(built({"base/pod.yaml": POD, **files}).of("deploy.image")), "repository", "tag")


def otel(facts: FactBase, kind: str = "deploy.container") -> Entity:
    name = "name" if kind == "deploy.container" else "container"
    return one([each for each in facts.of(kind) if row(each, name) == ("otel",)])


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
        {
            "base/kustomization.yaml": "resources: [pod.yaml]\ncomponents: [../part]\n",
            "part/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n" + IMAGES,
        },
        {
            "base/kustomization.yaml": "resources: [pod.yaml]\n" + IMAGES.replace("0.97", "0.80"),
            "over/kustomization.yaml": "bases: [../base]\n" + IMAGES,
        },
    ],
)
def test_a_kustomization_replaces_the_tag_where_it_is_mended(files: dict[str, str]) -> None:
    facts = built({"base/pod.yaml": POD, **files})
    found = one(facts.of("deploy.image"))

    assert row(found, "repository", "tag", "reference") == ("otel/collector", "0.97.0", "otel/collector:0.97.0")
    slot = found.fields["tag"].slot
    assert slot is not None
    assert (slot.route, slot.part, slot.locked) == (("images", 0, "newTag"), "", "")
    text = files[slot.place.path]
    assert text[slot.place.start : slot.place.end] == "0.97.0"


@pytest.mark.parametrize(
    "files",
    [
        {"base/kustomization.yaml": "resources: [other.yaml]\n" + IMAGES},
        {"base/kustomization.yaml": "resources: [pod.yaml]\nimages: [{name: other, newTag: a}]\n"},
        {"base/kustomization.yaml": "resources: [pod.yaml]\n"},
        {"base/kustomization.yaml": "resources: [../../pod.yaml, '.', text, {a: b}]\nimages: text\n"},
        {"base/kustomization.yaml": "resources: text\n" + IMAGES},
        {"base/kustomization.yaml": "resources: [pod.yaml, ../loop]\n", "loop/kustomization.yaml": "resources: [.]\n"},
    ],
)
def test_other_kustomizations_change_nothing(files: dict[str, str]) -> None:
    assert image(files) == ("otel/collector", "0.73.0")


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("newName: mirror/x", ("mirror/x", "0.73.0", None)),
        ("newName: mirror/x, newTag: '1'", ("mirror/x", "1", None)),
        ("digest: 'sha256:aa'", ("otel/collector", None, "sha256:aa")),
        ("newTag: '1', digest: 'sha256:aa'", ("otel/collector", "1", "sha256:aa")),
    ],
)
def test_every_part_of_an_image_can_be_replaced(entry: str, expected: tuple[object, ...]) -> None:
    text = f"resources: [pod.yaml]\nimages: [{{name: otel/collector, {entry}}}]\n"
    facts = built({"base/pod.yaml": POD, "base/kustomization.yaml": text})

    assert row(one(facts.of("deploy.image")), "repository", "tag", "digest") == expected


@pytest.mark.parametrize("text", ["images: [{name: 'otel/.*', newTag: '1'}]\n", "transformers: [t.yaml]\n"])
def test_what_may_replace_an_image_makes_it_unknown(text: str) -> None:
    repository, tag = image({"base/kustomization.yaml": "resources: [pod.yaml]\n" + text})

    assert isinstance(repository, Unknown)
    assert isinstance(tag, Unknown)


def test_each_overlay_is_one_deployment_and_the_base_none() -> None:
    facts = built(
        {
            "base/d.yaml": DEPLOYMENT + "---\n" + SERVICE,
            "base/kustomization.yaml": "resources: [d.yaml]\n",
            "a/kustomization.yaml": "resources: [../base]\nnamespace: na\nnamePrefix: p-\n",
            "b/kustomization.yaml": "resources: [../base]\nnamespace: nb\nreplicas: [{name: gw, count: 4}]\n",
        }
    )

    assert rows(facts, "deploy.workload", "name", "scope", "replicas", "build") == [
        ("p-gw", "na", 1, "a/kustomization.yaml"),
        ("gw", "nb", 4, "b/kustomization.yaml"),
    ]
    hosts = {host for (host,) in rows(facts, "net.endpoint", "host")}
    assert {"p-gw", "p-gw.na.svc", "gw.nb"} <= hosts
    assert "gw.na" not in hosts


@pytest.mark.parametrize(
    ("behavior", "expected"),
    [
        ("merge", [("base/otel.yaml", "/conf/relay.yaml"), ("over/more.yaml", "/conf/more.yaml")]),
        ("replace", [("over/more.yaml", "/conf/more.yaml")]),
    ],
)
def test_generated_config_maps_are_mounted(behavior: str, expected: list[tuple[str, str]]) -> None:
    files = {
        "base/d.yaml": DEPLOYMENT,
        "base/kustomization.yaml": "resources: [d.yaml]\n"
        "configMapGenerator: [{name: conf, files: [relay.yaml=otel.yaml], literals: [a=b]}]\n",
        "over/kustomization.yaml": "resources: [../base]\nnameSuffix: -x\n"
        f"configMapGenerator: [{{name: conf, behavior: {behavior}, files: [more.yaml]}}]\n",
    }
    found = [pair for pair in rows(built(files), "deploy.mount", "source", "target") if pair[1] != "/conf/a"]

    assert found == expected


DEPLOYMENT_PATCH = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: gw}
spec:
  replicas: 3
  template:
    spec:
      containers:
      - name: otel
        image: otel/collector:0.99.0
        env: [{name: B, value: new}]
      - {name: side, $patch: delete}
"""
FORMS = [
    {"k/kustomization.yaml": "resources: [d.yaml]\npatches: [{path: p.yaml}]\n", "k/p.yaml": DEPLOYMENT_PATCH},
    {"k/kustomization.yaml": "resources: [d.yaml]\npatchesStrategicMerge: [./p.yaml]\n", "k/p.yaml": DEPLOYMENT_PATCH},
    {
        "k/kustomization.yaml": "resources: [d.yaml]\npatches:\n- target: {kind: Deployment, name: g.*}\n  patch: |\n"
        + "".join(f"    {line}\n" for line in DEPLOYMENT_PATCH.splitlines())
    },
    {
        "k/kustomization.yaml": "resources: [d.yaml]\npatchesStrategicMerge:\n- |-\n"
        + "".join(f"  {line}\n" for line in DEPLOYMENT_PATCH.splitlines())
    },
]


@pytest.mark.parametrize("files", FORMS)
def test_a_strategic_merge_patch_is_applied(files: dict[str, str]) -> None:
    files = {"k/d.yaml": DEPLOYMENT, **files}
    facts = built(files)

    assert rows(facts, "deploy.workload", "replicas") == [(3,)]
    assert rows(facts, "deploy.container", "name") == [("otel",)]
    environment = otel(facts).fields["environment"].data
    assert isinstance(environment, Items)
    assert [each.data for each in environment.values] == ["A=old", "B=new"]
    tag = one(facts.of("deploy.image")).fields["tag"]
    assert tag.data == "0.99.0"
    assert tag.slot is not None
    assert tag.slot.locked
    assert files[tag.slot.place.path][tag.slot.place.start : tag.slot.place.end] == "0.99.0"


OPERATIONS = """\
- {op: test, path: /spec/replicas, value: 1}
- {op: replace, path: /spec/replicas, value: 7}
- op: replace
  path: /spec/template/spec/containers/1/image
  value: otel/collector:0.98.0
- {op: add, path: /spec/template/spec/containers/1/args/-, value: --config=/conf/more.yaml}
- {op: remove, path: /spec/template/spec/containers/1/env}
- {op: copy, from: /x, path: /metadata/name}
"""


@pytest.mark.parametrize(
    "files",
    [
        {
            "k/kustomization.yaml": "resources: [d.yaml]\n"
            "patches: [{path: p.yaml, target: {kind: Deployment, name: gw}}]\n",
            "k/p.yaml": OPERATIONS,
        },
        {
            "k/kustomization.yaml": "resources: [d.yaml]\npatchesJson6902:\n- target: {kind: Deployment, name: gw}\n"
            "  patch: |-\n" + "".join(f"    {line}\n" for line in OPERATIONS.splitlines())
        },
    ],
)
def test_operations_are_applied(files: dict[str, str]) -> None:
    facts = built({"k/d.yaml": DEPLOYMENT, **files})

    replicas, name = row(one(facts.of("deploy.workload")), "replicas", "name")
    assert replicas == 7
    assert isinstance(name, Unknown)
    args, environment = row(otel(facts), "args", "environment")
    assert isinstance(args, Items)
    assert [each.data for each in args.values] == ["--config=/conf/relay.yaml", "--config=/conf/more.yaml"]
    assert environment == Items(())
    assert row(otel(facts, "deploy.image"), "tag") == ("0.98.0",)


@pytest.mark.parametrize(
    "text",
    [
        "patches: [{path: gone.yaml, target: {kind: Deployment}}]\n",
        "patches: [{path: p.yaml, target: {kind: Deployment, labelSelector: a=b}}]\n",
        "replacements: [{source: {kind: X}, targets: [{select: {name: gw}, fieldPaths: [spec]}]}]\n",
        "replacements: [{path: r.yaml}]\n",
    ],
)
def test_what_can_not_be_followed_leaves_nothing_of_the_old_values(text: str) -> None:
    files = {"d.yaml": DEPLOYMENT, "kustomization.yaml": "resources: [d.yaml]\n" + text}
    facts = built(files | ({"p.yaml": DEPLOYMENT_PATCH} if "p.yaml" in text else {}))

    assert rows(facts, "deploy.workload", "name") == [("gw",)]
    assert not facts.of("deploy.container")


def test_a_patch_gives_a_config_map_another_text() -> None:
    config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf}\ndata: {relay.yaml: 'a: b', other: 'x: y'}\n"
    patch = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf}\ndata: {relay.yaml: 'c: d', other: null}\n"
    files = {
        "d.yaml": DEPLOYMENT,
        "c.yaml": config,
        "p.yaml": patch,
        "kustomization.yaml": "resources: [d.yaml, c.yaml]\npatches: [{path: p.yaml}]\n",
    }

    assert rows(built(files), "deploy.mount", "source", "target") == [("p.yaml#0/data/relay.yaml", "/conf/relay.yaml")]


def test_what_a_patch_deletes_is_gone_from_the_base_too() -> None:
    patch = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: gw}\n$patch: delete\n"
    files = {
        "d.yaml": DEPLOYMENT,
        "p.yaml": patch,
        "kustomization.yaml": "resources: [d.yaml]\npatches: [{path: p.yaml}]\n",
    }

    assert not built(files).of("deploy.workload")


def test_annotations_for_all_put_a_proxy_in_front() -> None:
    files = {
        "d.yaml": DEPLOYMENT,
        "kustomization.yaml": "resources: [d.yaml]\ncommonAnnotations: {linkerd.io/inject: enabled}\n",
    }

    assert rows(built(files), "deploy.workload", "meshed") == [(True,)]


@pytest.mark.parametrize(
    ("labels", "linked", "meshed"),
    [
        ("commonLabels: {team: x}\n", True, None),
        ("labels: [{pairs: {team: x}, includeSelectors: true}]\n", True, None),
        ("labels: [{pairs: {team: x}, includeTemplates: true}]\n", True, None),
        ("labels: [{pairs: {team: x}}]\n", False, None),
        ("", False, None),
        ("commonLabels: {team: x, sidecar.istio.io/inject: 'true'}\n", True, True),
    ],
)
def test_labels_for_all_are_those_of_pods_and_selectors(labels: str, linked: bool, meshed: bool | None) -> None:
    service = SERVICE.replace("{app: gw}", "{app: gw, team: x}")
    facts = built({"d.yaml": DEPLOYMENT + "---\n" + service, "kustomization.yaml": "resources: [d.yaml]\n" + labels})
    assert all((workload is not None) is linked for (workload,) in rows(facts, "net.endpoint", "workload"))
    assert rows(facts, "deploy.workload", "meshed") == [(meshed,)]


def test_selectors_are_those_of_the_overlay() -> None:
    files = {
        "b/d.yaml": DEPLOYMENT + "---\n" + SERVICE,
        "b/kustomization.yaml": "resources: [d.yaml]\n",
        "one/kustomization.yaml": "resources: [../b]\ncommonLabels: {track: one}\n",
        "two/kustomization.yaml": "resources: [../b]\nlabels: [{pairs: {track: two}, includeSelectors: true}]\n",
    }
    found = set(rows(built(files), "net.endpoint", "build", "workload"))
    assert len(found) == 2
    assert all(workload is not None and not isinstance(workload, Unknown) for _, workload in found)


@pytest.mark.parametrize(
    "key", ["commonLabels: {istio-injection: enabled}", "commonAnnotations: {linkerd.io/inject: enabled}"]
)
def test_what_is_set_for_all_reaches_namespaces(key: str) -> None:
    namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: n}\n---\n"
    deployment = DEPLOYMENT.replace("{name: gw}", "{name: gw, namespace: n}", 1)
    files = {"d.yaml": namespace + deployment, "kustomization.yaml": f"resources: [d.yaml]\n{key}\n"}
    assert rows(built(files), "deploy.workload", "meshed") == [(True,)]
