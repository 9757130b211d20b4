from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.value import Ref
from tests.unit.systems.otelcol.support import CONTRIB, collector, facts_of, fields, indented, only, shown, why

EXPORTER = "otlp:\n  endpoint: gateway:4317\n  keepalive:\n    time: 20s"
FORMS = ("v1alpha1", "v1beta1")


def resource(form: str, config: str, spec: str = "", name: str = "gw", namespace: str = "") -> str:
    meta = f"{{name: {name}, namespace: {namespace}}}" if namespace else f"{{name: {name}}}"
    head = f"apiVersion: opentelemetry.io/{form}\nkind: OpenTelemetryCollector\nmetadata: {meta}\nspec:\n"
    return f"{head}{spec}  config:{' |' if form == 'v1alpha1' else ''}\n{indented(config.rstrip(), 4)}"


def read(form: str, config: str = "", spec: str = "") -> FactBase:
    return facts_of({"a.yaml": resource(form, config or collector(EXPORTER), spec)})


@pytest.mark.parametrize("form", FORMS)
def test_a_configuration_in_a_custom_resource_has_exact_places(form: str) -> None:
    text = resource(form, collector(EXPORTER))
    facts = facts_of({"a.yaml": text})
    client = only(facts, "grpc.client")
    slot = client.fields["time"].slot
    assert slot is not None
    assert text[slot.place.start : slot.place.end] == "20s"
    assert text[client.place.start : client.place.end] == "otlp"
    if form == "v1beta1":
        assert slot.place.doc.route == ("spec", "config")
        assert slot.route == ("exporters", "otlp", "keepalive", "time")
        assert slot.exists
    duration = next(found for found in facts.of("otelcol.duration") if shown(found, "value") == "20s")
    assert shown(duration, "setting") == "keepalive.time"
    assert {shown(key, "block") for key in facts.of("otelcol.key")} == {"keepalive"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("spec", "version", "distribution"),
    [
        (f"  image: {CONTRIB}:0.95.0\n", "0.95.0", "otelcol-contrib"),
        (f"  image: {CONTRIB}\n", "?", "otelcol-contrib"),
        ("  image: {{ .Values.image }}\n", "?", "?"),
        ("", "?", "otelcol"),
    ],
)
def test_the_image_says_what_runs(form: str, spec: str, version: str, distribution: str) -> None:
    config = only(read(form, spec=spec), "otelcol.config")
    assert fields(config, "version", "distribution") == (version, distribution)


def test_without_an_image_it_says_what_is_assumed() -> None:
    config = only(read("v1beta1"), "otelcol.config")
    assert "operator's own version" in why(config, "version")
    distribution = config.fields["distribution"]
    assert distribution.origin == "default"
    assert any("default image" in step.text for step in distribution.evidence)


@pytest.mark.parametrize(
    ("mode", "kind", "replicas", "services"),
    [
        ("", "Deployment", 1, 3),
        ("  mode: deployment\n  replicas: 3\n", "Deployment", 3, 3),
        ("  mode: statefulset\n  autoscaler: {maxReplicas: 3}\n", "StatefulSet", None, 3),
        ("  mode: daemonset\n", "DaemonSet", None, 3),
        ("  mode: sidecar\n", "Sidecar", None, 0),
        ("  mode: other\n", "?", 1, 3),
    ],
)
def test_what_the_operator_makes(mode: str, kind: str, replicas: int | None, services: int) -> None:
    facts = read("v1beta1", spec=mode)
    assert fields(only(facts, "deploy.workload"), "kind", "replicas") == (kind, replicas)
    assert len(facts.of("deploy.service")) == services


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("endpoint", "linked"),
    [
        ("gw-collector:4317", True),
        ("gw-collector.obs:4317", True),
        ("gw-collector-headless.obs.svc.cluster.local:4317", True),
        ("gw-collector-monitoring.obs:4317", False),
        ("gw-collector.obs:4318", False),
        ("gw.obs:4317", False),
    ],
)
def test_clients_find_it_by_its_services(form: str, endpoint: str, linked: bool) -> None:
    agent = resource("v1beta1", collector(f"otlp:\n  endpoint: {endpoint}"), name="agent", namespace="obs")
    gateway = resource(form, collector(receivers="otlp:\n  protocols:\n    grpc: {}"), namespace="obs")
    facts = facts_of({"agent.yaml": agent, "gw.yaml": gateway})
    assert bool(facts.of("grpc.link")) is linked
    server = next(found for found in facts.of("grpc.server") if found.place.path == "gw.yaml")
    assert shown(server, "local_only") is False


@pytest.mark.parametrize(("annotation", "direct"), [("enabled", False), ("disabled", True)])
def test_a_mesh_stands_in_between(annotation: str, direct: bool) -> None:
    spec = f"  podAnnotations: {{linkerd.io/inject: {annotation}}}\n"
    agent = resource("v1beta1", collector("otlp:\n  endpoint: gw-collector:4317"), name="agent")
    gateway = resource("v1beta1", collector(), spec)
    assert shown(only(facts_of({"a.yaml": agent, "g.yaml": gateway}), "grpc.link"), "direct") is direct


def test_a_mesh_beside_the_client_stands_in_between() -> None:
    spec = "  podAnnotations: {linkerd.io/inject: enabled}\n"
    agent = resource("v1beta1", collector("otlp:\n  endpoint: gw-collector:4317"), spec, name="agent")
    gateway = resource("v1beta1", collector())
    assert shown(only(facts_of({"a.yaml": agent, "g.yaml": gateway}), "grpc.link"), "direct") is False


def meshed(meta: str, namespace: str) -> object:
    """Whether the way to a resource with this metadata, in a namespace with these labels, is direct."""
    gateway = resource("v1beta1", collector(), namespace="obs").replace("metadata: {", f"metadata: {{{meta}")
    space = f"apiVersion: v1\nkind: Namespace\nmetadata: {{name: obs{namespace}}}\n"
    agent = resource("v1beta1", collector("otlp:\n  endpoint: gw-collector.obs:4317"), name="agent", namespace="web")
    files = {"a.yaml": agent, "g.yaml": gateway, "n.yaml": space}
    return shown(only(facts_of(files), "grpc.link"), "direct")


@pytest.mark.parametrize(
    ("meta", "namespace", "direct"),
    [
        ("", "", True),
        ("", ", labels: {istio-injection: enabled}", False),
        ("", ", labels: {istio-injection: disabled, istio.io/rev: x}", True),
        ("", ", labels: {istio.io/rev: canary}", False),
        ("", ", annotations: {linkerd.io/inject: enabled}", False),
        ("labels: {sidecar.istio.io/inject: 'true'}, ", "", False),
        ("labels: {istio.io/rev: canary}, ", "", False),
        ("annotations: {linkerd.io/inject: enabled}, ", "", False),
        ("labels: {sidecar.istio.io/inject: 'false'}, ", ", labels: {istio-injection: enabled}", True),
        ("annotations: {linkerd.io/inject: disabled}, ", ", annotations: {linkerd.io/inject: enabled}", True),
    ],
)
def test_the_operator_hands_its_labels_and_annotations_to_the_pods(meta: str, namespace: str, direct: bool) -> None:
    assert meshed(meta, namespace) is direct


def test_arguments_and_environment_count() -> None:
    spec = (
        f"  image: {CONTRIB}:0.105.0\n  args: {{feature-gates: '-confmap.strictlyTypedInput'}}\n"
        "  env: [{name: TIME, value: 40s}]\n"
    )
    facts = read("v1beta1", collector(EXPORTER.replace("20s", "${env:TIME}")), spec)
    assert shown(only(facts, "otelcol.config"), "strict_types") is False
    assert shown(only(facts, "grpc.client"), "time") == "40s"


def test_items_of_a_list_are_told_apart() -> None:
    one, two = (
        indented(resource("v1beta1", collector(EXPORTER), f"  image: {CONTRIB}:{tag}\n", name).rstrip(), 4)
        for name, tag in (("one", "0.95.0"), ("two", "0.120.0"))
    )
    text = f"apiVersion: v1\nkind: List\nitems:\n  -\n{one}  -\n{two}"
    facts = facts_of({"a.yaml": text})
    assert [shown(config, "version") for config in facts.of("otelcol.config")] == ["0.95.0", "0.120.0"]
    slots = [client.fields["time"].slot for client in facts.of("grpc.client")]
    assert [slot.place.doc.route[:2] for slot in slots if slot is not None] == [("items", 0), ("items", 1)]
    tags = [image.fields["tag"].slot for image in facts.of("deploy.image")]
    assert [slot.route for slot in tags if slot is not None] == [
        ("items", 0, "spec", "image"),
        ("items", 1, "spec", "image"),
    ]


def test_another_kind_of_that_name_is_left_alone() -> None:
    text = resource("v1beta1", collector()).replace("opentelemetry.io/", "example.com/")
    assert not facts_of({"a.yaml": text}).of("otelcol.config")


def test_the_workload_is_the_configuration_s() -> None:
    facts = read("v1beta1")
    assert only(facts, "otelcol.config").fields["workload"].data == Ref("deploy.workload", "a.yaml#0")
