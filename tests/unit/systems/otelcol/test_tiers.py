from __future__ import annotations

import pytest

from linter.facts.entity import Entity
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed, facts_of, fields, indented, only, shown

SAMPLING = "processors:\n  tail_sampling: {policies: []}\n"


def sampling(receivers: str = "otlp:\n  protocols:\n    grpc:\n      endpoint: 0.0.0.0:4317") -> str:
    used = receivers.partition(":")[0]
    return (
        f"receivers:\n{indented(receivers)}{SAMPLING}exporters:\n  debug: {{}}\nservice:\n  pipelines:\n"
        f"    traces: {{receivers: [{used}], processors: [tail_sampling], exporters: [debug]}}\n"
    )


def balancing(host: str, more: str = "", signal: str = "traces") -> str:
    resolver = f"resolver: {{dns: {{hostname: {host}}}}}"
    return collector(f"load_balancing:\n  protocol: {{otlp: {{}}}}\n  {resolver}{more}", signal=signal)


def tail_sampler(text: str, config: str = "") -> Entity:
    return only(facts_of({"a.yaml": text, **({"config.yaml": config} if config else {})}), "otelcol.tail_sampler")


def deployed(kind: str = "Deployment", spec: str = "replicas: 2", more: str = "") -> str:
    return (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  config.yaml: |\n"
        f"{indented(sampling(), 4)}---\napiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: gw}}\nspec:\n  {spec}\n"
        f"  template:\n    spec:\n      containers:\n        - name: c\n          image: {CONTRIB}:0.150.0\n"
        "          volumeMounts: [{name: v, mountPath: /etc/otelcol-contrib}]\n"
        "      volumes: [{name: v, configMap: {name: c}}]\n" + more
    )


def scaler(most: str, group: str = "autoscaling/v2", kind: str = "HorizontalPodAutoscaler", name: str = "gw") -> str:
    key = "maxReplicas" if kind == "HorizontalPodAutoscaler" else "maxReplicaCount"
    target = f"{{kind: Deployment, name: {name}}}" if kind == "HorizontalPodAutoscaler" else f"{{name: {name}}}"
    return (
        f"---\napiVersion: {group}\nkind: {kind}\nmetadata: {{name: s}}\n"
        f"spec:\n  scaleTargetRef: {target}\n  {key}: {most}\n"
    )


@pytest.mark.parametrize(
    ("text", "replicas", "several"),
    [
        (deployed(), 2, True),
        (deployed(spec="replicas: 1"), 1, False),
        (deployed(spec="paused: false"), None, None),
        (deployed("DaemonSet", "paused: false"), None, None),
        (deployed(spec="replicas: '{{ .Values.n }}'"), "?", "?"),
        (deployed(spec="replicas: 1", more=scaler("5")), 1, True),
        (deployed(spec="replicas: 1", more=scaler("1")), 1, False),
        (deployed(spec="replicas: 3", more=scaler("1")), 3, True),
        (deployed(spec="replicas: 1", more=scaler("5", name="other")), 1, False),
        (deployed(spec="paused: false", more=scaler("3", "autoscaling/v1")), None, True),
        (deployed(spec="replicas: 1", more=scaler("4", "keda.sh/v1alpha1", "ScaledObject")), 1, True),
        (deployed(spec="replicas: 1", more=scaler("4", "example.com/v1")), 1, False),
        (deployed(spec="replicas: 1", more=scaler("'{{ .Values.most }}'")), 1, "?"),
    ],
)
def test_how_many_may_run(text: str, replicas: object, several: object) -> None:
    assert fields(tail_sampler(text), "replicas", "several") == (replicas, several)


@pytest.mark.parametrize(
    ("spec", "several"),
    [
        ("replicas: 3", True),
        ("mode: deployment", False),
        ("autoscaler: {minReplicas: 1, maxReplicas: 4}", True),
        ("mode: statefulset\n  autoscaler: {maxReplicas: 1}", False),
        ("mode: daemonset\n  autoscaler: {maxReplicas: 4}", None),
    ],
)
def test_how_many_the_operator_makes(spec: str, several: object) -> None:
    text = (
        "apiVersion: opentelemetry.io/v1beta1\nkind: OpenTelemetryCollector\nmetadata: {name: gw}\n"
        f"spec:\n  {spec}\n  image: {CONTRIB}:0.150.0\n  config:\n{indented(sampling(), 4)}"
    )
    assert shown(tail_sampler(text), "several") == several


def test_without_a_workload_nothing_is_said_about_the_number() -> None:
    assert fields(tail_sampler(sampling()), "workload", "replicas", "several") == (None, None, None)


@pytest.mark.parametrize(
    ("front", "balanced"),
    [
        (balancing("back"), True),
        (balancing("back", "\n  routing_key: traceID"), True),
        (balancing("back", "\n  routing_key: '${env:KEY}'"), True),
        (balancing("back", "\n  routing_key: service"), False),
        (balancing("back", signal="logs"), False),
        (balancing("elsewhere.example.com"), "?"),
        (collector("otlp:\n  endpoint: back:4317"), False),
    ],
)
def test_whether_a_load_balancer_keeps_traces_together(front: str, balanced: object) -> None:
    images = dict.fromkeys(("front", "back"), f"{CONTRIB}:0.155.0")
    files = {"compose.yaml": composed(**images), "front.yaml": front, "back.yaml": sampling()}
    assert shown(only(facts_of(files), "otelcol.tail_sampler"), "balanced") == balanced


@pytest.mark.parametrize(("receiver", "queued"), [("kafka:\n  brokers: [a:9092]", True), ("otlp:", False)])
def test_a_message_queue_may_keep_traces_together(receiver: str, queued: bool) -> None:
    assert shown(tail_sampler(sampling(receiver)), "queued") is queued


def rings(**versions: str) -> list[tuple[str, str]]:
    images = {name: f"{CONTRIB}:{version}" for name, version in versions.items()} | {"back": f"{CONTRIB}:0.155.0"}
    fronts = {f"{name}.yaml": balancing("back") for name in versions}
    facts = facts_of({"compose.yaml": composed(**images), "back.yaml": collector(), **fronts})
    found = facts.of("otelcol.rings")
    ends = [[facts.get(one.fields[end].data) for end in ("older", "newer")] for one in found]  # type: ignore[arg-type]
    return [tuple(end.place.path for end in pair if end is not None) for pair in ends]  # type: ignore[misc]


def test_the_oldest_and_the_newest_of_those_that_share_a_backend_are_paired() -> None:
    assert rings(a="0.155.0", b="0.129.0", c="0.157.0") == [("b.yaml", "c.yaml")]


def test_one_alone_or_two_of_one_release_have_no_second_ring() -> None:
    assert rings(a="0.155.0") == []
    assert rings(a="0.155.0", b="0.155.0") == []
