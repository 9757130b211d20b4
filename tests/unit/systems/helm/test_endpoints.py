from __future__ import annotations

import textwrap

import pytest

from linter.facts.kinds import NODE
from linter.facts.value import Unknown
from tests.unit.systems.helm.support import VALUES, chart, facts_of
from tests.unit.systems.support import rows

OWN = textwrap.dedent(VALUES.partition("\n")[2])


def hosts(files: dict[str, str]) -> set[object]:
    return {host for (host,) in rows(facts_of(files), "net.endpoint", "host") if host != NODE}


def application(values: str, release: str = "release: 1", namespace: str = "obs") -> str:
    return (
        "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: edge}\nspec:\n"
        f"  destination: {{namespace: {namespace}}}\n  source:\n    chart: opentelemetry-collector\n"
        "    targetRevision: 0.86.0\n    helm:\n" + textwrap.indent(values, "      ")
    )


def test_a_name_that_is_overridden_is_the_services() -> None:
    facts = facts_of({"values.yaml": VALUES})
    assert rows(facts, "net.endpoint", "host", "port", "target_port", "headless")[:2] == [
        ("gw", 4317, 4317, False),
        ("gw", 4318, 4318, False),
    ]


def test_without_the_releases_name_there_is_no_service() -> None:
    assert hosts({"values.yaml": VALUES.replace("  fullnameOverride: gw\n", "")}) == set()


@pytest.mark.parametrize("key", ["valuesObject:\n", "values: |\n"])
def test_an_application_of_argo_names_release_version_and_namespace(key: str) -> None:
    own = OWN.replace("fullnameOverride: gw\n", "")
    facts = facts_of({"app.yaml": application(key + textwrap.indent(own, "  "))})
    assert rows(facts, "deploy.image", "tag") == [("0.97.0",)]
    assert "edge-opentelemetry-collector.obs.svc.cluster.local" in {
        host for (host,) in rows(facts, "net.endpoint", "host")
    }
    assert len(facts.of("otelcol.config")) == 1


@pytest.mark.parametrize("key", ["valuesObject:\n", "values: |\n"])
@pytest.mark.parametrize("name", ["edge", "front"])
def test_an_application_may_have_several_sources(key: str, name: str) -> None:
    own = OWN.replace("fullnameOverride: gw\n", "")
    one = application(key + textwrap.indent(own, "  "))
    head, _, source = one.partition("  source:\n")
    called = "" if name == "edge" else f"        releaseName: {name}\n"
    several = (
        f"{head}  source: {{chart: opentelemetry-collector, targetRevision: 0.1.0}}\n  sources:\n"
        "    - {path: base, ref: values, targetRevision: main}\n"
        f"    -{textwrap.indent(source, '  ')[5:]}{called}"
    )
    facts = facts_of({"app.yaml": several})
    assert rows(facts, "deploy.image", "tag") == [("0.97.0",)]
    assert f"{name}-opentelemetry-collector.obs.svc.cluster.local" in {
        host for (host,) in rows(facts, "net.endpoint", "host")
    }


def test_a_helm_release_of_flux_does_so_too() -> None:
    text = (
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: otel, namespace: obs}\nspec:\n"
        "  chart: {spec: {chart: opentelemetry-collector, version: 0.86.0}}\n  values:\n"
    ) + textwrap.indent(OWN.replace("fullnameOverride: gw\n", ""), "    ")
    facts = facts_of({"release.yaml": text})
    assert rows(facts, "deploy.image", "tag") == [("0.97.0",)]
    assert ("otel-opentelemetry-collector", "obs") in rows(facts, "net.endpoint", "host", "scope")


def test_a_daemonset_has_a_service_on_demand_only() -> None:
    daemon = VALUES.replace("deployment", "daemonset")
    assert hosts({"values.yaml": daemon}) == set()
    assert "gw" in hosts({"values.yaml": daemon.replace("  mode:", "  service: {enabled: true}\n  mode:")})


def test_whether_the_service_of_a_statefulset_is_headless_is_unknown() -> None:
    found = rows(facts_of({"values.yaml": VALUES.replace("deployment", "statefulset")}), "net.endpoint", "headless")
    assert found
    assert all(isinstance(value, Unknown) for (value,) in found)


@pytest.mark.parametrize("key", ["valuesObject:\n", "values: |\n"])
def test_values_of_a_chart_within_the_released_one_are_named_after_their_key(key: str) -> None:
    values = VALUES.replace("  fullnameOverride: gw\n", "")
    text = application(key + textwrap.indent(values, "  ")).replace("opentelemetry-collector\n", "umbrella\n")
    facts = facts_of({"app.yaml": text})
    assert ("edge-gateway", "obs") in rows(facts, "net.endpoint", "host", "scope")
    assert isinstance(rows(facts, "deploy.image", "tag")[0][0], Unknown)


@pytest.mark.parametrize(
    ("pods", "direct"),
    [
        ("podAnnotations: {linkerd.io/inject: enabled}", False),
        ("podLabels: {sidecar.istio.io/inject: 'true'}", False),
        ("podLabels: {sidecar.istio.io/inject: 'false'}", True),
        ("podLabels: {app: x}", True),
    ],
)
def test_a_mesh_stands_in_between(pods: str, direct: bool) -> None:
    facts = facts_of({"values.yaml": f"{VALUES}  {pods}\n"})
    assert set(rows(facts, "net.endpoint", "direct")) == {(direct,)}
    assert rows(facts, "deploy.workload", "meshed") == [(None if direct else True,)]


NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: {{name: obs, labels: {{istio-injection: {0}}}}}\n"


@pytest.mark.parametrize(
    ("labels", "values", "direct"),
    [
        ("enabled", "", False),
        ("disabled", "", True),
        ("'{{ .Values.mesh }}'", "", None),
        ("enabled", "  podAnnotations: {sidecar.istio.io/inject: 'false'}\n", True),
        ("disabled", "  podAnnotations: {sidecar.istio.io/inject: '{{ .Values.x }}'}\n", None),
        ("disabled", "  podLabels: {sidecar.istio.io/inject: '${MESH}'}\n", None),
    ],
)
def test_a_mesh_may_be_that_of_the_namespace(labels: str, values: str, direct: bool | None) -> None:
    files = {
        "Chart.yaml": chart("0.130.0"),
        "values.yaml": VALUES.replace("  mode:", "  namespaceOverride: obs\n" + values + "  mode:"),
        "ns.yaml": NAMESPACE.format(labels),
    }
    facts = facts_of(files)
    found = {endpoint.fields["direct"].data for endpoint in facts.of("net.endpoint")}
    (one,) = found
    assert (None if isinstance(one, Unknown) else one) == direct
    (workload,) = facts.of("deploy.workload")
    meshed = workload.fields["meshed"].data
    assert isinstance(meshed, Unknown) if direct is None else meshed == (None if direct else True)
