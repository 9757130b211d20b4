"""Pairs through an ingress, a gateway or a virtual service to what an operator, a chart or a manifest serves."""

from __future__ import annotations

import textwrap

import pytest

from linter.facts.value import Ref, Unknown
from tests.unit.systems.helm.support import facts_of
from tests.unit.systems.otelcol.support import CONTRIB, collector

RESOURCE = (
    "apiVersion: opentelemetry.io/v1beta1\nkind: OpenTelemetryCollector\nmetadata: {name: gw, namespace: obs}\n"
    "spec:\n  ports: [{name: other, port: 80, targetPort: 4317}]\n  config:\n"
) + textwrap.indent(collector(), "    ")
VALUES = (
    "fullnameOverride: gw-collector\nnamespaceOverride: obs\nmode: deployment\n"
    "image: {repository: otel/opentelemetry-collector-contrib}\nconfig:\n"
) + textwrap.indent(collector(), "  ")
SERVICE = f"""\
apiVersion: v1
kind: Service
metadata: {{name: gw-collector, namespace: obs}}
spec: {{selector: {{app: gw}}, ports: [{{port: 4317}}]}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: gw, namespace: obs}}
spec:
  template:
    metadata: {{labels: {{app: gw}}}}
    spec:
      containers:
      - {{name: c, image: '{CONTRIB}:0.155.0', volumeMounts: [{{name: c, mountPath: /etc/otelcol-contrib}}]}}
      volumes: [{{name: c, configMap: {{name: gw}}}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {{name: gw, namespace: obs}}
data:
  config.yaml: |
""" + textwrap.indent(collector(), "    ")
SERVERS = {"operator": RESOURCE, "chart": VALUES, "manifest": SERVICE}
INGRESS = """\
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: r, namespace: obs}
spec:
  rules:
  - host: otlp.example.com
    http: {paths: [{path: /, backend: {service: {name: gw-collector, port: {number: 4317}}}}]}
"""
ROUTE = """\
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: r, namespace: edge}
spec:
  hostnames: [OTLP.example.com, '*.example.org']
  rules: [{backendRefs: [{name: gw-collector, namespace: obs, port: 4317}]}]
"""
VIRTUAL = """\
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: r, namespace: obs}
spec:
  hosts: [otlp.example.com, gw-collector]
  gateways: [edge/public]
  http: [{route: [{destination: {host: gw-collector.obs.svc.cluster.local, port: {number: 4317}}}]}]
"""
ROUTES = {
    "Ingress": (INGRESS, False),
    "GRPCRoute": (ROUTE, False),
    "HTTPRoute": (ROUTE.replace("GRPCRoute", "HTTPRoute"), False),
    "TLSRoute": (ROUTE.replace("GRPCRoute", "TLSRoute").replace("/v1", "/v1alpha2"), None),
    "VirtualService": (VIRTUAL, False),
}
CLIENT = collector("otlp:\n  endpoint: otlp.example.com:443")


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("route", ROUTES)
def test_a_pair_through_a_route_is_found_and_not_direct(server: str, route: str) -> None:
    text, direct = ROUTES[route]
    facts = facts_of({"k/values.yaml": SERVERS[server], "k/route.yaml": text, "k/client.yaml": CLIENT})
    (link,) = facts.of("grpc.link")
    assert isinstance(link.fields["server"].data, Ref)
    data = link.fields["direct"].data
    assert (None if isinstance(data, Unknown) else data) is direct


@pytest.mark.parametrize(
    "text",
    [
        INGRESS.replace("number: 4317", "number: 4318"),
        INGRESS.replace("number: 4317", "name: otlp"),
        INGRESS.replace("namespace: obs", "namespace: other"),
        ROUTE.replace("namespace: obs", "namespace: other"),
        VIRTUAL.replace("[edge/public]", "[mesh]"),
        VIRTUAL.replace("  gateways: [edge/public]\n", ""),
        VIRTUAL.replace("otlp.example.com", "'*'"),
        "apiVersion: networking.istio.io/v1\nkind: VirtualService\nmetadata: {name: r}\nspec: {hosts: a, http: b}\n",
    ],
)
def test_what_leads_elsewhere_is_no_pair(text: str) -> None:
    facts = facts_of({"k/cr.yaml": RESOURCE, "k/route.yaml": text, "k/client.yaml": CLIENT})
    assert not facts.of("grpc.link")


def test_the_port_of_the_route_is_that_of_the_service() -> None:
    route = INGRESS.replace("number: 4317", "number: 80")
    facts = facts_of({"k/cr.yaml": RESOURCE, "k/route.yaml": route, "k/client.yaml": CLIENT})
    assert len(facts.of("grpc.link")) == 1


def test_a_route_of_a_build_has_its_namespace() -> None:
    files = {
        "k/cr.yaml": RESOURCE,
        "k/route.yaml": INGRESS.replace(", namespace: obs", ""),
        "k/client.yaml": CLIENT,
    }
    assert not facts_of(files).of("grpc.link")
    built = files | {"k/kustomization.yaml": "namespace: obs\nresources: [route.yaml, cr.yaml]\n"}
    assert len(facts_of(built).of("grpc.link")) == 1
