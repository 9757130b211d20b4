"""Durations, known keys and what load_balancing is told."""

from __future__ import annotations

import pytest

from linter.systems.otelcol.targets import Target, parse_endpoint
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed, facts_of, fields, only, shown

OTLP = "otlp:\n  endpoint: a:4317\n"
BALANCER = "loadbalancing:\n  timeout: 1\n  protocol: {otlp: {timeout: 1, keepalive: {time: 1}}}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30s", ("30s", False, None, True)),
        ("1m30s", ("1m30s", False, None, True)),
        ("30", ("30ns", True, "30s", True)),
        ("1.5", ("1ns", True, "1.5s", True)),
        ("0", ("0s", True, "0s", True)),
        ("0x10", ("16ns", True, "16s", True)),
        ("'30'", (None, False, None, False)),
        ("1d", (None, False, None, False)),
        ("10 s", (None, False, None, False)),
        ("true", (None, False, None, False)),
        (".inf", (None, False, None, False)),
        ("-.inf", (None, False, None, False)),
        (".nan", (None, False, None, False)),
        ("1" * 5000, (None, False, None, False)),
        ("-5s", ("-5s", False, None, True)),
        ("${env:T}", ("?", "?", None, "?")),
        ("$T", ("?", "?", None, "?")),
        ("'{{ .Values.t }}'", ("?", "?", None, "?")),
        ("$$5", (None, False, None, False)),
    ],
)
def test_durations(text: str, expected: tuple[object, ...]) -> None:
    found = only(facts_of({"a.yaml": collector(f"{OTLP}  timeout: {text}")}), "otelcol.duration", setting="timeout")
    assert fields(found, "duration", "number", "seconds", "valid") == expected


def test_an_empty_duration_is_not_written() -> None:
    assert facts_of({"a.yaml": collector(f"{OTLP}  timeout:")}).of("otelcol.duration") == ()


@pytest.mark.parametrize(
    ("exporter", "settings"),
    [
        (f"{OTLP}  keepalive: {{time: 1, timeout: 2}}\n  queue_size: 3", ["keepalive.time", "keepalive.timeout"]),
        (f"{OTLP}  retry_on_failure: {{initial_interval: 1, multiplier: 2}}", ["retry_on_failure.initial_interval"]),
        (f"{OTLP}  sending_queue: {{batch: {{flush_timeout: 1, min_size: 2}}}}", ["sending_queue.batch.flush_timeout"]),
        (
            f"{BALANCER}  resolver: {{dns: {{interval: 1, timeout: 1, port: 1}}, k8s: {{timeout: 1}}}}",
            [
                "timeout",
                "protocol.otlp.timeout",
                "protocol.otlp.keepalive.time",
                "resolver.dns.interval",
                "resolver.dns.timeout",
                "resolver.k8s.timeout",
            ],
        ),
        ("mycompany:\n  timeout: 1", []),
    ],
)
def test_which_settings_are_durations(exporter: str, settings: list[str]) -> None:
    found = facts_of({"a.yaml": collector(exporter)}).of("otelcol.duration")
    assert [shown(one, "setting") for one in found] == settings


def test_durations_of_receivers_and_processors() -> None:
    grpc = "keepalive: {server_parameters: {time: 1, max_connection_age: 1}, enforcement_policy: {min_time: 1}}"
    text = collector(
        receivers=f"otlp:\n  protocols:\n    grpc: {{{grpc}}}", rest="processors:\n  batch: {timeout: 1}\n"
    )
    found = [shown(one, "setting") for one in facts_of({"a.yaml": text}).of("otelcol.duration")]
    assert [str(name).rpartition(".")[2] for name in found] == ["time", "max_connection_age", "min_time", "timeout"]


KEEPALIVE = "otlp:\n  endpoint: a:4317\n  keepalive:\n    "


@pytest.mark.parametrize(
    ("exporter", "key", "version", "expected"),
    [
        (f"{KEEPALIVE}time: 10s", "time", "0.155.0", (True, None, None, False)),
        (f"{KEEPALIVE}Time: 10s", "Time", "0.155.0", (False, "time", None, False)),
        (f"{KEEPALIVE}time_out: 10s", "time_out", "0.155.0", (False, "timeout", None, False)),
        (f"{KEEPALIVE}time_out: 1s\n    timeout: 1s", "time_out", "0.155.0", (False, None, None, False)),
        (f"{KEEPALIVE}colour: red", "colour", "0.155.0", (False, None, None, False)),
        (f"{KEEPALIVE}enabled: true", "enabled", "0.140.0", (True, None, None, False)),
        (f"{KEEPALIVE}enabled: true", "enabled", "0.139.0", (False, None, None, False)),
        (f"{KEEPALIVE}enabled: true", "enabled", "latest", (True, None, None, False)),
        (
            f"{KEEPALIVE}client_parameters: {{time: 30s}}",
            "client_parameters",
            "0.155.0",
            (False, None, "keepalive", True),
        ),
        (
            f"{KEEPALIVE}client_parameters: {{colour: 1}}",
            "client_parameters",
            "0.155.0",
            (False, None, "keepalive", False),
        ),
        (
            f"{KEEPALIVE}time: 9s\n    client_parameters: {{time: 30s, timeout: 1s}}",
            "client_parameters",
            "0.155.0",
            (False, None, "keepalive", False),
        ),
        (
            f"{KEEPALIVE}min_time: 10s",
            "min_time",
            "0.155.0",
            (False, None, "the `keepalive` of the receiver that it connects to", False),
        ),
        ("loadbalancing:\n  routing_keys: a", "routing_keys", "0.120.0", (False, "routing_key", None, False)),
        ("loadbalancing:\n  routing_attributes: [a]", "routing_attributes", "0.121.0", (False, None, None, False)),
        (
            "loadbalancing:\n  resolver: {aws_cloud_map: {serviceName: a}}",
            "serviceName",
            "0.98.0",
            (True, None, None, False),
        ),
        (
            "loadbalancing:\n  resolver: {aws_cloud_map: {serviceName: a}}",
            "serviceName",
            "0.99.0",
            (False, None, None, False),
        ),
        (
            "loadbalancing:\n  protocol: {otlp: {anything: a}}\n  resolver:",
            "resolver",
            "0.99.0",
            (True, None, None, False),
        ),
    ],
)
def test_keys(exporter: str, key: str, version: str, expected: tuple[object, ...]) -> None:
    facts = facts_of({"a.yaml": collector(exporter), "compose.yaml": composed(a=f"{CONTRIB}:{version}")})
    assert fields(only(facts, "otelcol.key", key=key), "known", "suggestion", "belongs", "movable") == expected


@pytest.mark.parametrize(
    ("resolver", "expected"),
    [
        ("", (0, False, False, False, False, False)),
        ("dns: {hostname: a}", (1, False, True, False, False, True)),
        ("dns:", (0, False, False, False, False, False)),
        ("static: {}", (1, True, False, False, False, False)),
        ("static: {hostnames: [a]}\nk8s: {service: a}", (2, True, False, True, False, True)),
        ("aws_cloud_map: {namespace: a}", (1, False, False, False, True, True)),
        ("dns: ${file:d.yaml}", ("?", False, "?", False, False, "?")),
    ],
)
def test_resolvers(resolver: str, expected: tuple[object, ...]) -> None:
    lines = "".join(f"\n    {line}" for line in resolver.split("\n")) if resolver else " {}"
    found = only(facts_of({"a.yaml": collector(f"load_balancing:\n  resolver:{lines}")}), "otelcol.load_balancer")
    assert fields(found, "resolver_count", "static", "dns", "k8s", "aws_cloud_map", "dynamic") == expected


@pytest.mark.parametrize(
    ("signal", "key", "version", "expected"),
    [
        ("traces", "traceID", "0.73.0", (None, False)),
        ("traces", "metric", "0.73.0", ("traces", False)),
        ("traces", "attributes", "0.121.0", ("traces", False)),
        ("traces", "attributes", "0.122.0", (None, False)),
        ("metrics", "traceID", "0.155.0", ("metrics", False)),
        ("metrics", "streamID", "0.104.0", ("metrics", False)),
        ("metrics", "streamID", "0.105.0", (None, False)),
        ("metrics", "attributes", "0.146.0", ("metrics", False)),
        ("metrics", "attributes", "0.147.0", (None, False)),
        ("logs", "traceID", "0.153.0", (None, True)),
        ("logs", "metric", "0.153.0", (None, True)),
        ("logs", "traceID", "0.154.0", (None, False)),
        ("logs", "metric", "0.154.0", ("logs", False)),
        ("traces", "service", "latest", (None, False)),
        ("traces", "metric", "latest", ("traces", False)),
        ("traces", "attributes", "latest", ("?", False)),
        ("logs", "service", "latest", (None, "?")),
        ("logs", "metric", "latest", ("?", "?")),
        ("traces", "${env:K}", "0.155.0", ("?", "?")),
        ("traces", '""', "0.155.0", (None, False)),
        ("profiles", "any", "0.155.0", (None, False)),
    ],
)
def test_routing_keys(signal: str, key: str, version: str, expected: tuple[object, ...]) -> None:
    text = collector(f"loadbalancing:\n  routing_key: {key}", signal=signal)
    facts = facts_of({"a.yaml": text, "compose.yaml": composed(a=f"{CONTRIB}:{version}")})
    assert fields(only(facts, "otelcol.load_balancer"), "routing_key_refused", "routing_key_ignored") == expected


@pytest.mark.parametrize(
    ("exporter", "names", "expected"),
    [
        ("protocol: {otlp: {endpoint: ''}}", ("endpoint",), (None,)),
        ("protocol: {otlp: {endpoint: 'a:1'}}", ("endpoint",), ("a:1",)),
        ("protocol: {otlp: {sending_queue: {storage: s}}}", ("sub_queue", "queue_storage"), (True, "s")),
        (
            "protocol: {otlp: {sending_queue: {enabled: false, storage: s}}}",
            ("sub_queue", "queue_storage"),
            (False, None),
        ),
        ("sending_queue: {storage: s}", ("top_queue", "queue_storage"), (True, None)),
        ("sending_queue: {enabled: false}", ("top_queue", "top_retry"), (False, False)),
        ("retry_on_failure: {enabled: true}", ("top_queue", "top_retry"), (False, True)),
        ("resolver: {dns: {port: 4317}}", ("dns_port", "dns_port_plain_int", "dns_port_text"), ("4317", True, None)),
        (
            "resolver: {dns: {port: '4317'}}",
            ("dns_port", "dns_port_plain_int", "dns_port_text"),
            ("4317", False, "4317"),
        ),
        ("resolver: {k8s: {service: a.b}}", ("k8s_service_qualified", "return_hostnames"), (False, False)),
        (
            "resolver: {k8s: {service: a.b.svc, return_hostnames: true}}",
            ("k8s_service_qualified", "return_hostnames"),
            (True, True),
        ),
    ],
)
def test_settings_of_load_balancing(exporter: str, names: tuple[str, ...], expected: tuple[object, ...]) -> None:
    found = only(facts_of({"a.yaml": collector(f"loadbalancing:\n  {exporter}")}), "otelcol.load_balancer")
    assert fields(found, *names) == expected


@pytest.mark.parametrize(("version", "timeout"), [("0.146.1", "1s"), ("0.147.0", "1m"), ("latest", "?")])
def test_the_watch_of_the_k8s_resolver(version: str, timeout: str) -> None:
    text = collector("loadbalancing:\n  resolver: {k8s: {service: a}}")
    facts = facts_of({"a.yaml": text, "compose.yaml": composed(a=f"{CONTRIB}:{version}")})
    assert shown(only(facts, "otelcol.load_balancer"), "k8s_timeout") == timeout


@pytest.mark.parametrize(
    ("endpoint", "expected"),
    [
        ("a:1", Target("a", 1)),
        ("[::1]:4317", Target("::1", 4317)),
        ("http://A.b.:80/", Target("a.b", 80)),
        ("dns://1.1.1.1/a:2", Target("a", 2)),
        ("a", None),
        (":4317", None),
        ("a:b", None),
        ("a:123456", None),
        ("unix:///x", Target("", 0, socket="/x")),
        ("unix:/x", Target("", 0, socket="/x")),
        ("unix:x", Target("", 0, socket="x")),
        ("unix-abstract:x", None),
        ("passthrough:///a:1", Target("a", 1)),
        ("dns:a:1", Target("a", 1)),
        ("dns:4317", Target("dns", 4317)),
    ],
)
def test_endpoints(endpoint: str, expected: Target | None) -> None:
    found = parse_endpoint(endpoint)
    assert (found if isinstance(found, Target) else None) == expected


def test_a_host_without_a_port_takes_the_default() -> None:
    assert parse_endpoint("a", 4317) == Target("a", 4317)
