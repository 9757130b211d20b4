from __future__ import annotations

import pytest

from linter.facts.entity import Entity
from tests.unit.systems.otelcol.support import CONTRIB, collector, facts_of, fields, only, shown

OTLP = "otlp:\n  protocols:\n    http:"


def serving(receivers: str, image: str = f"{CONTRIB}:0.150.0", service: str = "", rest: str = "") -> Entity:
    volumes = "volumes: ['./a.yaml:/etc/otelcol-contrib/config.yaml']"
    compose = f"services:\n  a:\n    image: {image}\n    {volumes}\n{service}"
    facts = facts_of({"compose.yaml": compose, "a.yaml": collector(receivers=receivers, rest=rest)})
    return only(facts, "otelcol.server")


@pytest.mark.parametrize(
    ("endpoint", "local"),
    [
        ("0.0.0.0:4318", False),
        (":4318", False),
        ("localhost:4318", True),
        ("127.0.0.1:4318", True),
        ("127.1.2.3:4318", True),
        ("'[::1]:4318'", True),
        ("'[::]:4318'", False),
        ("127.example.com:4318", False),
        ("'${env:MY_POD_IP}:4318'", "?"),
        ("$MY_POD_IP:4318", "?"),
        ("LOCALHOST:4318", True),
        ("unix:///run/otel.sock", True),
    ],
)
def test_who_reaches_a_written_endpoint(endpoint: str, local: object) -> None:
    assert shown(serving(f"{OTLP}\n      endpoint: {endpoint}"), "local_only") == local


@pytest.mark.parametrize(
    ("receiver", "version", "local"),
    [
        (OTLP, "0.103.1", False),
        (OTLP, "0.104.0", True),
        ("otlp:\n  protocols:\n    grpc:", "0.103.1", False),
        ("otlp:\n  protocols:\n    grpc:", "0.104.0", True),
        ("splunk_hec:", "0.103.1", False),
        ("splunk_hec:", "0.104.0", True),
        ("datadog:", "0.103.1", True),
        ("webhook_event:", "0.150.0", None),
    ],
)
def test_who_reaches_the_default_endpoint(receiver: str, version: str, local: object) -> None:
    assert shown(serving(receiver, f"{CONTRIB}:{version}"), "local_only") == local


def test_the_settings_decide_the_package() -> None:
    http, grpc = serving(OTLP), serving("otlp:\n  protocols:\n    grpc:")
    assert fields(http, "protocol", "package") == ("http", "go.opentelemetry.io/collector/config/confighttp")
    assert fields(grpc, "protocol", "package") == ("grpc", "go.opentelemetry.io/collector/config/configgrpc")


@pytest.mark.parametrize(
    ("service", "alone"),
    [
        ("", True),
        ("    network_mode: bridge\n", True),
        ("    network_mode: host\n", False),
        ("    network_mode: service:b\n", False),
        ("    extends: {file: other.yaml, service: a}\n", "?"),
    ],
)
def test_whether_a_compose_service_shares_its_network(service: str, alone: object) -> None:
    assert shown(serving(OTLP, service=service), "alone") == alone


def pod(spec: str = "", containers: str = "", meta: str = "") -> str:
    return (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  config.yaml: |\n"
        + "".join(f"    {line}\n" for line in collector(receivers=OTLP).splitlines())
        + "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  template:\n"
        + meta
        + "    spec:\n"
        + spec
        + f"      containers:\n        - name: c\n          image: {CONTRIB}:0.150.0\n"
        "          volumeMounts: [{name: v, mountPath: /etc/otelcol-contrib}]\n"
        + containers
        + "      volumes: [{name: v, configMap: {name: c}}]\n"
    )


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        (pod(), True),
        (pod(spec="      hostNetwork: true\n"), False),
        (pod(spec="      hostNetwork: false\n"), True),
        (pod(spec="      hostNetwork: {{ .Values.hostNetwork }}\n"), "?"),
        (pod(meta="    metadata: {annotations: {sidecar.istio.io/inject: 'true'}}\n"), False),
        (pod(containers="        - name: app\n          image: app:1\n"), False),
    ],
)
def test_whether_a_pod_holds_more_than_the_collector(text: str, alone: object) -> None:
    assert shown(only(facts_of({"a.yaml": text}), "otelcol.server"), "alone") == alone


def test_nothing_is_said_where_nothing_runs_it() -> None:
    assert shown(only(facts_of({"a.yaml": collector(receivers=OTLP)}), "otelcol.server"), "alone") is None


def test_the_authenticator_is_the_extension_that_is_named() -> None:
    receiver = f"{OTLP}\n      auth: {{authenticator: bearertokenauth/in}}"
    found = serving(receiver, rest="extensions:\n  bearertokenauth/in: {token: x}\n")
    assert str(found.fields["authenticator"].data).find("extensions/bearertokenauth/in") > 0
    assert shown(serving(OTLP), "authenticator") is None
