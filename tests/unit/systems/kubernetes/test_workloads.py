from __future__ import annotations

import pickle

import pytest

from linter.facts.value import Items, Ref, Unknown
from linter.systems.kubernetes import SYSTEM
from tests.unit.systems.support import facts_of, fragments, one, row, rows

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: gateway
  namespace: observability
spec:
  replicas: 3
  template:
    metadata:
      labels: {app: gateway}
    spec:
      initContainers:
      - name: wait
        image: busybox
      containers:
      - name: otel
        image: "ghcr.io:443/otel/collector:0.73.0"
        command: [/otelcol]
        args: ["--config=/conf/relay.yaml", "--set=a=${B}", 4317]
        env:
        - {name: A, value: b}
        - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
"""

POD_IP = "        - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}\n"


def test_a_deployment_is_a_workload() -> None:
    facts = facts_of({"k/a.yaml": DEPLOYMENT}, SYSTEM)

    workload = one(facts.of("deploy.workload"))
    assert workload.ref == Ref("deploy.workload", "k/a.yaml")
    assert (workload.name, workload.path) == ("Deployment gateway", "Deployment/gateway")
    assert row(workload, "name", "namespace", "platform", "scope", "kind", "replicas") == (
        "gateway",
        "observability",
        "kubernetes",
        "observability",
        "Deployment",
        3,
    )
    assert DEPLOYMENT[workload.place.start : workload.place.end] == "gateway"


def test_containers_come_with_images_and_arguments() -> None:
    facts = facts_of({"a.yaml": DEPLOYMENT}, SYSTEM)

    assert rows(facts, "deploy.container", "name") == [("otel",), ("wait",)]
    container = facts.of("deploy.container")[0]
    args, environment = row(container, "args", "environment")
    assert isinstance(args, Items)
    assert args.complete
    assert [value.data for value in args.values] == ["/otelcol", "--config=/conf/relay.yaml", "--set=a=${B}", "4317"]
    assert isinstance(environment, Items)
    assert ([value.data for value in environment.values], environment.complete) == (["A=b"], False)


def test_the_slot_of_a_tag_is_the_tag() -> None:
    facts = facts_of({"a.yaml": DEPLOYMENT}, SYSTEM)

    image = facts.of("deploy.image")[0]
    assert row(image, "container", "reference", "repository", "tag", "digest") == (
        "otel",
        "ghcr.io:443/otel/collector:0.73.0",
        "ghcr.io:443/otel/collector",
        "0.73.0",
        None,
    )
    slot = image.fields["tag"].slot
    assert slot is not None
    assert (slot.route, slot.exists, slot.part, slot.locked) == (
        ("spec", "template", "spec", "containers", 0, "image"),
        True,
        "tag",
        "",
    )
    assert DEPLOYMENT[slot.place.start : slot.place.end] == "0.73.0"


def test_routes_into_items_of_lists_start_at_the_document() -> None:
    text = "apiVersion: v1\nkind: List\nitems:\n- {}\n- " + DEPLOYMENT.replace("\n", "\n  ")

    facts = facts_of({"a.yaml": text}, SYSTEM)

    assert one(facts.of("deploy.workload")).ref.id == "a.yaml#0/items/1"
    slot = facts.of("deploy.image")[0].fields["tag"].slot
    assert slot is not None
    assert slot.route[:3] == ("items", 1, "spec")
    assert slot.exists
    assert text[slot.place.start : slot.place.end] == "0.73.0"


@pytest.mark.parametrize(
    ("version", "kind", "spec"),
    [
        ("apps/v1", "StatefulSet", "template: {spec: {containers: [{name: c, image: i}]}}"),
        ("apps/v1", "DaemonSet", "template: {spec: {containers: [{name: c, image: i}]}}"),
        ("apps/v1", "ReplicaSet", "template: {spec: {containers: [{name: c, image: i}]}}"),
        ("v1", "ReplicationController", "template: {spec: {containers: [{name: c, image: i}]}}"),
        ("batch/v1", "Job", "template: {spec: {containers: [{name: c, image: i}]}}"),
        ("batch/v1", "CronJob", "jobTemplate: {spec: {template: {spec: {containers: [{name: c, image: i}]}}}}"),
        ("v1", "Pod", "containers: [{name: c, image: i}]"),
        ("extensions/v1beta1", "Deployment", "template: {spec: {containers: [{name: c, image: i}]}}"),
        ('"{{ .Values.api }}/v1"', "Deployment", "template: {spec: {containers: [{name: c, image: i}]}}"),
    ],
)
def test_every_kind_that_runs_containers_counts(version: str, kind: str, spec: str) -> None:
    facts = facts_of(
        {"a.yaml": f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: x}}\nspec: {{{spec}}}\n"}, SYSTEM
    )

    assert rows(facts, "deploy.workload", "kind", "scope", "namespace", "replicas") == [(kind, "", None, None)]
    assert rows(facts, "deploy.image", "repository", "tag") == [("i", None)]


@pytest.mark.parametrize(
    ("version", "kind"),
    [("batch.volcano.sh/v1", "Job"), ("serving.knative.dev/v1", "Service"), ("example.com/v1", "Deployment")],
)
def test_namesakes_of_other_groups_do_not(version: str, kind: str) -> None:
    facts = facts_of({"a.yaml": f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: x}}\n"}, SYSTEM)

    assert facts.kinds() == []


def test_templates_are_unknown_and_say_so() -> None:
    text = DEPLOYMENT.replace("0.73.0", "{{ .Values.tag }}").replace("replicas: 3", "replicas: {{ .Values.replicas }}")

    facts = facts_of(
        {"a.yaml": text.replace("namespace: observability", 'namespace: "{{ .Release.Namespace }}"')}, SYSTEM
    )

    tag, repository = row(facts.of("deploy.image")[0], "tag", "repository")
    assert tag == Unknown("`{{ .Values.tag }}` is filled in before this is used")
    assert repository == "ghcr.io:443/otel/collector"
    namespace, replicas, scope = row(one(facts.of("deploy.workload")), "namespace", "replicas", "scope")
    assert isinstance(namespace, Unknown)
    assert isinstance(replicas, Unknown)
    assert scope == "{{ .Release.Namespace }}"


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "spec:",
        "spec: []",
        "spec: text",
        "spec: {template: }",
        "spec: {template: [], replicas: []}",
        "spec: {template: {spec: {containers: }}}",
        "spec: {template: {spec: {containers: {a: b}, volumes: text}}}",
        "spec: {template: {spec: {containers: [text, null, [a], {name: [x], image: {a: b}, args: {a: b}}]}}}",
        "spec: {template: {spec: {containers: [{image: , command: a, env: [a, {value: x}], volumeMounts: [a]}]}}}",
    ],
)
def test_wrong_types_count_as_absent(spec: str) -> None:
    facts = facts_of({"a.yaml": f"apiVersion: apps/v1\nkind: Deployment\nmetadata: [x]\n{spec}\n"}, SYSTEM)

    assert len(facts.of("deploy.workload")) == 1
    assert not facts.of("deploy.image")
    assert not facts.of("deploy.mount")


def test_arguments_that_are_no_list_are_unknown() -> None:
    text = DEPLOYMENT.replace("command: [/otelcol]", "command: /otelcol -v")

    assert isinstance(row(facts_of({"a.yaml": text}, SYSTEM).of("deploy.container")[0], "args")[0], Unknown)


def test_a_templated_environment_is_incomplete() -> None:
    text = DEPLOYMENT.replace("{name: A, value: b}", '{name: A, value: "{{ .x }}"}').replace(POD_IP, "")

    environment = row(facts_of({"a.yaml": text}, SYSTEM).of("deploy.container")[0], "environment")[0]

    assert environment == Items((), complete=False)


def test_an_aliased_image_is_locked() -> None:
    text = """\
apiVersion: v1
kind: Pod
metadata: {name: x}
spec:
  containers:
  - {name: a, image: &image "otel/collector:0.73.0"}
  - {name: b, image: *image}
"""

    images = facts_of({"a.yaml": text}, SYSTEM).of("deploy.image")

    assert [image.fields["tag"].data for image in images] == ["0.73.0", "0.73.0"]
    slots = [image.fields["tag"].slot for image in images]
    assert [bool(slot and slot.locked) for slot in slots] == [False, True]


def test_fragments_are_small_and_picklable() -> None:
    noise = DEPLOYMENT.replace("spec:\n  replicas", "  annotations: {big: '" + "x" * 5000 + "'}\nspec:\n  replicas")

    stated = fragments({"a.yaml": noise}, SYSTEM)

    assert len(pickle.dumps(stated)) < 5000
    assert pickle.loads(pickle.dumps(stated)) == stated


def test_a_config_map_leaves_its_texts_behind() -> None:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  relay: |\n    a: " + "x" * 5000 + "\n"

    assert len(pickle.dumps(fragments({"a.yaml": text}, SYSTEM))) < 2000
