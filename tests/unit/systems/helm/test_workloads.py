from __future__ import annotations

from textwrap import indent

import pytest

from linter.facts.entity import Entity
from linter.facts.value import Data, Items, Unknown
from tests.unit.systems.helm.support import VALUES, chart, facts_of
from tests.unit.systems.support import row, rows


def image(files: dict[str, str]) -> Entity:
    (found,) = facts_of(files).of("deploy.image")
    return found


@pytest.mark.parametrize(
    ("files", "tag"),
    [
        ({"Chart.yaml": chart("0.86.0")}, "0.97.0"),
        ({"Chart.yaml": chart("v0.170.0")}, "0.158.0"),
        (
            {"Chart.yaml": chart("~0.86.0"), "Chart.lock": chart("0.111.0").replace("    alias: gateway\n", "")},
            "0.115.1",
        ),
    ],
)
def test_a_tag_that_is_left_out_is_the_charts_application(files: dict[str, str], tag: str) -> None:
    found = image({f"deploy/{name}": text for name, text in files.items()} | {"deploy/env/values.yaml": VALUES})
    assert row(found, "reference", "repository", "tag", "digest") == (
        f"otel/opentelemetry-collector-contrib:{tag}",
        "otel/opentelemetry-collector-contrib",
        tag,
        None,
    )
    slot = found.fields["tag"].slot
    assert slot is not None
    assert (slot.route, slot.written) == (("gateway", "image", "tag"), 2)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({}, "whose release is not known"),
        ({"Chart.yaml": chart("0.86.0").replace("gateway", "other")}, "whose release is not known"),
        ({"Chart.yaml": chart("^0.86.0")}, "allows several releases"),
        ({"Chart.yaml": chart("9.9.9")}, "is not known"),
        ({"Chart.yaml": chart("0.86.0"), "values-prod.yaml": VALUES}, "values-prod.yaml may be laid over"),
    ],
)
def test_a_tag_that_the_input_does_not_decide_is_unknown(files: dict[str, str], why: str) -> None:
    facts = facts_of({**files, "values.yaml": VALUES})
    found = next(entity for entity in facts.of("deploy.image") if entity.place.path == "values.yaml")
    tag = found.fields["tag"].data
    assert isinstance(tag, Unknown)
    assert why in tag.why


@pytest.mark.parametrize(
    ("name", "other", "tag"),
    [
        ("values-prod.yaml", "gateway:\n  image:\n    tag: 0.155.0\n", None),
        ("prod.values.yml", "gateway: {image: {tag: 0.155.0}}\n", None),
        ("Values_Prod.yaml", "gateway: {image: {digest: 'sha256:aa'}}\n", None),
        ("values-prod.yaml", "gateway: {replicaCount: 2, image: }\n", "0.97.0"),
        ("values-prod.yaml", "gateway: {image: {pullPolicy: Always}}\nother: {tag: a}\n", "0.97.0"),
        ("values-prod.yaml", "gateway: {image: {repository: mirror/otelcol}}\n", "0.97.0"),
        ("values-prod.yaml", "another: {image: {tag: 0.155.0}}\n", "0.97.0"),
        ("values-prod.yaml", "image: {tag: 0.155.0}\n", "0.97.0"),
        ("values-prod.yaml", "gateway: [{image: {tag: 0.155.0}}\n", "0.97.0"),
        ("prod/values-prod.yaml", "gateway: {image: {tag: 0.155.0}}\n", "0.97.0"),
        ("other.yaml", "gateway: {image: {tag: 0.155.0}}\n", "0.97.0"),
    ],
)
def test_a_file_beside_the_values_may_name_another_image(name: str, other: str, tag: str | None) -> None:
    files = {"Chart.yaml": chart("0.86.0"), "values.yaml": VALUES, name: other}
    found = image(files).fields["tag"].data
    assert (None if isinstance(found, Unknown) else found) == tag
    written = {**files, "values.yaml": VALUES.replace("-contrib\n", "-contrib\n    tag: 0.100.0\n")}
    assert image(written).fields["tag"].data == "0.100.0"


APPLICATIONS = """\
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all}
spec:
  generators: [{clusters: {}}]
  template:
    metadata: {name: NAME}
    spec:
      destination: {namespace: obs}
      source:
        chart: opentelemetry-collector
        targetRevision: 0.86.0
        helm:
          VALUES
"""


def applications(name: str = "edge", key: str = "values: |") -> str:
    text = indent(VALUES.split("\n", 1)[1].replace("  fullnameOverride: gw\n", ""), " " * 10)
    return APPLICATIONS.replace("NAME", name).replace("          VALUES\n", f"          {key}\n{text}")


@pytest.mark.parametrize("key", ["values: |", "valuesObject:"])
def test_the_template_of_an_application_set_releases_a_chart(key: str) -> None:
    facts = facts_of({"set.yaml": applications(key=key)})
    assert [row(one, "tag") for one in facts.of("deploy.image")] == [("0.97.0",)]
    assert ("edge-opentelemetry-collector", "obs") in rows(facts, "net.endpoint", "host", "scope")
    several = applications(key=key).replace("      source:\n        chart", "      sources:\n      - chart")
    assert [row(one, "tag") for one in facts_of({"set.yaml": several}).of("deploy.image")] == [("0.97.0",)]


def test_what_the_generators_of_an_application_set_fill_in_is_not_known() -> None:
    facts = facts_of({"set.yaml": applications("'{{.name}}-edge'").replace("0.86.0", "'{{.chart}}'")})
    (found,) = facts.of("deploy.image")
    assert isinstance(found.fields["tag"].data, Unknown)
    assert not list(facts.of("net.endpoint"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{clusters: {}}", "{clusters: {template: {spec: {source: {targetRevision: 0.111.0}}}}}"),
        ("  template:\n", "  templatePatch: |\n    spec: {}\n  template:\n"),
    ],
)
def test_an_application_set_that_changes_its_template_leaves_the_release_open(old: str, new: str) -> None:
    (found,) = facts_of({"set.yaml": applications().replace(old, new)}).of("deploy.image")
    assert isinstance(found.fields["tag"].data, Unknown)


DEPENDENCY = "  - {name: opentelemetry-collector, version: VERSION}\n"


@pytest.mark.parametrize(
    ("key", "tag"), [("gateway", "0.97.0"), ("agent", "0.115.1"), ("opentelemetry-collector", "0.158.0")]
)
def test_one_chart_under_several_names_is_told_apart_by_the_order_of_the_lock(key: str, tag: str) -> None:
    aliased = (DEPENDENCY.replace("}", f", alias: {alias}}}") for alias in ("gateway", "agent"))
    wanted = "dependencies:\n" + "".join((*aliased, DEPENDENCY)).replace("VERSION", '"*"')
    locked = "dependencies:\n  - {name: other, version: 1.0.0}\n"
    locked += "".join(DEPENDENCY.replace("VERSION", release) for release in ("0.86.0", "0.111.0", "0.170.0"))
    files = {"Chart.yaml": f"apiVersion: v2\nname: x\n{wanted}", "Chart.lock": locked}
    assert row(image({**files, "values.yaml": VALUES.replace("gateway:", f"{key}:")}), "tag") == (tag,)


def test_a_lock_with_fewer_entries_than_the_chart_says_nothing_about_the_rest() -> None:
    wanted = (
        DEPENDENCY.replace("}", ", alias: other}").replace("VERSION", '"*"')
        + chart("0.86.0").split("dependencies:\n")[1]
    )
    files = {"Chart.yaml": f"apiVersion: v2\nname: x\ndependencies:\n{wanted}"}
    files["Chart.lock"] = "dependencies:\n" + DEPENDENCY.replace("VERSION", "0.111.0")
    assert row(image({**files, "values.yaml": VALUES}), "tag") == ("0.97.0",)


def test_a_written_tag_and_digest_win() -> None:
    written = VALUES.replace("-contrib\n", "-contrib\n    tag: 0.100.0\n")
    assert row(image({"Chart.yaml": chart("0.86.0"), "values.yaml": written}), "tag") == ("0.100.0",)
    pinned = VALUES.replace("-contrib\n", "-contrib\n    digest: sha256:ab\n")
    assert row(image({"Chart.yaml": chart("0.86.0"), "values.yaml": pinned}), "tag", "digest") == (None, "sha256:ab")
    templated = VALUES.replace("-contrib\n", "-contrib\n    tag: '{{ .Values.tag }}'\n")
    assert isinstance(row(image({"values.yaml": templated}), "tag")[0], Unknown)


@pytest.mark.parametrize(
    ("version", "expected"), [("0.6.0", None), ("0.88.0", "otel/opentelemetry-collector-contrib"), ("0.89.0", None)]
)
def test_before_0_89_the_chart_named_an_image(version: str, expected: str | None) -> None:
    values = VALUES.replace("  image:\n    repository: otel/opentelemetry-collector-contrib\n", "")
    (repository,) = row(image({"Chart.yaml": chart(version), "values.yaml": values}), "repository")
    assert repository == expected if expected else isinstance(repository, Unknown)


def test_the_charts_own_values_have_its_own_application() -> None:
    own = VALUES.replace("gateway:\n", "").replace("\n  ", "\n").lstrip()
    files = {"Chart.yaml": "name: my-opentelemetry-collector\nversion: 1.0.0\nappVersion: 0.99.0\n", "values.yaml": own}
    assert row(image(files), "tag") == ("0.99.0",)


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("daemonset", "DaemonSet"), ("deployment", "Deployment"), ("statefulset", "StatefulSet")],
)
def test_the_mode_says_what_runs(mode: str, kind: str) -> None:
    facts = facts_of(
        {"values.yaml": VALUES.replace("deployment", mode).replace("  image:", "  replicaCount: 3\n  image:")}
    )
    assert rows(facts, "deploy.workload", "kind", "replicas", "platform") == [(kind, 3, "kubernetes")]


SPLUNK = "clusterName: a\n{role}:\n  config:\n    exporters:\n      otlp: {{endpoint: 'a:4317'}}\n"


@pytest.mark.parametrize(("role", "kind"), [("agent", "DaemonSet"), ("gateway", None), ("clusterReceiver", None)])
def test_only_the_agent_of_splunks_chart_is_always_the_same(role: str, kind: str | None) -> None:
    (found,) = facts_of({"values.yaml": SPLUNK.format(role=role)}).of("deploy.workload")
    data = found.fields["kind"].data
    assert data == kind if kind else isinstance(data, Unknown)


STACK = (
    "collectors:\n  one:\n    image: {{{image}}}\n    config:\n      exporters:\n        otlp: {{endpoint: 'a:4317'}}\n"
)


def test_the_image_of_a_stacks_collector_counts_only_with_a_tag_or_a_digest() -> None:
    name = "repository: otel/opentelemetry-collector-k8s"
    tagged = image({"values.yaml": STACK.format(image=f"{name}, tag: 0.100.0")})
    assert row(tagged, "repository", "tag", "container") == (name[12:], "0.100.0", "otc-container")
    pinned = image({"values.yaml": STACK.format(image=f"{name}, digest: 'sha256:ab'")})
    assert row(pinned, "repository", "tag") == (name[12:], None)
    for data in row(image({"values.yaml": STACK.format(image=name)}), "reference", "repository", "tag"):
        assert isinstance(data, Unknown)
        assert "operator decide" in data.why


def components(files: dict[str, str]) -> list[tuple[Data | Unknown, ...]]:
    return rows(facts_of(files), "otelcol.config", "partial", "container", "file")


def test_the_configuration_is_laid_over_the_charts_own() -> None:
    facts = facts_of({"Chart.yaml": chart("0.86.0"), "values.yaml": VALUES})
    assert rows(facts, "otelcol.config", "partial", "container", "file") == [
        (True, "opentelemetry-collector", "values.yaml")
    ]
    (config,) = facts.of("otelcol.config")
    assert str(config.fields["version"].data) == "0.97.0"
    assert config.fields["distribution"].data == "otelcol-contrib"
    # the chart defines zipkin
    uses = facts.of("otelcol.reference")
    defined = {use.fields["id"].data: use.fields["defined"].data for use in uses}
    assert defined == {"zipkin": True, "otlp": True}


def test_what_the_chart_does_not_configure_is_all_there() -> None:
    """The exporter is no part of the chart's defaults, so what it leaves out is left out; the receiver is one."""
    facts = facts_of({"values.yaml": VALUES})
    (client,) = facts.of("grpc.client")
    assert not isinstance(row(client, "timeout")[0], Unknown)
    layered = facts_of({"values.yaml": VALUES, "values-prod.yaml": VALUES})
    assert all(isinstance(row(client, "timeout")[0], Unknown) for client in layered.of("grpc.client"))


def test_alternate_config_is_the_whole_configuration() -> None:
    values = VALUES.replace("  config:", "  alternateConfig:")
    assert components({"values.yaml": values}) == [(False, "opentelemetry-collector", "values.yaml")]
    preset = values.replace("  mode:", "  presets: {kubeletMetrics: {enabled: true}}\n  mode:")
    assert components({"values.yaml": preset}) == [(True, "opentelemetry-collector", "values.yaml")]


def test_arguments_of_the_chart_reach_the_collector() -> None:
    values = VALUES.replace(
        "  mode:", "  command:\n    name: otelcol-contrib\n    extraArgs: [--feature-gates=a]\n  mode:"
    )
    (container,) = facts_of({"values.yaml": values}).of("deploy.container")
    items = container.fields["args"].data
    assert isinstance(items, Items)
    assert [item.data for item in items.values] == [
        "/otelcol-contrib",
        "--config=/conf/relay.yaml",
        "--feature-gates=a",
    ]


def test_settings_in_the_charts_arguments_are_laid_over_the_values() -> None:
    args = "  command:\n    extraArgs: ['--set=exporters.otlp.keepalive.timeout=7s']\n"
    files = {"values.yaml": VALUES.replace("  mode:", args + "  mode:").replace("30s", "${env:TIME:-40s}")}
    (client,) = facts_of({"Chart.yaml": chart("0.170.0"), **files}).of("grpc.client")
    timeout, time = row(client, "timeout", "time")
    assert str(timeout) == "7s"
    # the chart's environment may hold the variable
    assert isinstance(time, Unknown)


SPLUNK_VALUES = """\
splunk-otel-collector:
  clusterName: c
  splunkObservability: {realm: us0}
  agent:
    config:
      exporters:
        otlp: {endpoint: "backend:4317"}
"""


@pytest.mark.parametrize(("release", "tag"), [("0.105.5", "0.105.0"), ("0.131.1", "0.131.2"), ("0.158.0", "0.158.0")])
def test_splunks_chart_brings_its_own_image(release: str, tag: str) -> None:
    dependency = chart(release).replace("opentelemetry-collector\n", "splunk-otel-collector\n")
    files = {"Chart.yaml": dependency.replace("    alias: gateway\n", ""), "values.yaml": SPLUNK_VALUES}

    assert row(image(files), "repository", "tag") == ("quay.io/signalfx/splunk-otel-collector", tag)


@pytest.mark.parametrize(
    ("settings", "most"),
    [
        ("{enabled: true, maxReplicas: 4}", 4),
        ("{enabled: true}", Unknown("`maxReplicas` is not written")),
        ("{enabled: true, maxReplicas: many}", Unknown("`many` is not a number")),
    ],
)
def test_what_the_chart_scales(settings: str, most: object) -> None:
    facts = facts_of({"values.yaml": VALUES.replace("  image:", f"  autoscaling: {settings}\n  image:")})
    (found,) = facts.of("deploy.autoscaler")
    (workload,) = facts.of("deploy.workload")
    assert found.fields["workload"].data == workload.ref
    assert found.fields["most"].data == most


def test_without_autoscaling_nothing_is_scaled() -> None:
    for settings in ("{enabled: false, maxReplicas: 4}", "{maxReplicas: 4}"):
        facts = facts_of({"values.yaml": VALUES.replace("  image:", f"  autoscaling: {settings}\n  image:")})
        assert not facts.of("deploy.autoscaler")
