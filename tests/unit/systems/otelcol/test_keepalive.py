"""What is in effect: the tables of grpc-go's keepalive and of configgrpc's defaults."""

from __future__ import annotations

import pytest

from tests.unit.systems.otelcol.support import collector, composed, facts_of, fields, indented, only, shown, why

CLIENT = ("enabled", "time", "timeout", "permit_without_stream", "configured_time", "configured_timeout", "detection")
SERVER = ("min_time", "permit_without_stream", "time", "timeout", "max_connection_age", "max_connection_age_grace")
OFF = (False, "for ever", None, False, None, None, "15m24.6s")


def client_of(keepalive: str, rest: str = "") -> tuple[object, ...]:
    text = collector(f"otlp:\n  endpoint: a:4317\n{keepalive}".rstrip("\n") + rest)
    return fields(only(facts_of({"a.yaml": text}), "grpc.client"), *CLIENT)


@pytest.mark.parametrize(
    ("keepalive", "expected"),
    [
        ("", OFF),
        ("  keepalive:", OFF),
        ("  keepalive: null", OFF),
        ("  keepalive: {enabled: false, time: 30s}", (False, "for ever", None, False, "30s", None, "15m24.6s")),
        ("  keepalive: {}", (True, "10s", "20s", False, None, None, "30s")),
        ("  keepalive: {enabled: true}", (True, "10s", "20s", False, None, None, "30s")),
        ("  keepalive: {timeout: 3s}", (True, "10s", "3s", False, None, "3s", "13s")),
        ("  keepalive: {time: 30s}", (True, "30s", "20s", False, "30s", None, "50s")),
        ("  keepalive: {time: 0s, timeout: 0s}", (True, "10s", "20s", False, "0s", "0s", "30s")),
        ("  keepalive: {time: -1s, timeout: 1s}", (True, "10s", "1s", False, "-1s", "1s", "11s")),
        ("  keepalive: {time: 9999ms, timeout: 1s}", (True, "10s", "1s", False, "9.999s", "1s", "11s")),
        ("  keepalive: {time: 10s, timeout: 1s}", (True, "10s", "1s", False, "10s", "1s", "11s")),
        ("  keepalive: {time: 30, timeout: 1s}", (True, "10s", "1s", False, "30ns", "1s", "11s")),
        (
            "  keepalive: {time: 1m, timeout: 1s, permit_without_stream: true}",
            (True, "1m", "1s", True, "1m", "1s", "1m1s"),
        ),
        ("  keepalive:\n    time: ${env:T}\n    timeout: 1s", (True, "?", "1s", False, "?", "1s", "?")),
        ("  keepalive:\n    time: ${env:T:-20s}", (True, "?", "20s", False, "?", None, "?")),
        ("  keepalive: ${file:k.yaml}", ("?", "?", "?", "?", "?", "?", "?")),
        ("  keepalive:\n    enabled: ${env:ON}", ("?", "?", "?", "?", None, None, "?")),
        ("  keepalive: {time: 1d}", (True, "?", "20s", False, "?", None, "?")),
        ("  keepalive: {permit_without_stream: 'true'}", (True, "10s", "20s", "?", None, None, "30s")),
        ("  keepalive: {permit_without_stream: yes}", (True, "10s", "20s", "?", None, None, "30s")),
        ("  keepalive: [a]", ("?", "?", "?", "?", "?", "?", "?")),
    ],
)
def test_client(keepalive: str, expected: tuple[object, ...]) -> None:
    assert client_of(keepalive) == expected


@pytest.mark.parametrize(
    ("keepalive", "expected"),
    [
        ("", ("5m", False, "2h", "20s", "for ever", "for ever")),
        ("keepalive:", ("5m", False, "2h", "20s", "for ever", "for ever")),
        ("keepalive: {enforcement_policy: {}}", ("5m", False, "2h", "20s", "for ever", "for ever")),
        (
            "keepalive: {enforcement_policy: {permit_without_stream: true}}",
            ("5m", True, "2h", "20s", "for ever", "for ever"),
        ),
        ("keepalive: {enforcement_policy: {min_time: 0}}", ("5m", False, "2h", "20s", "for ever", "for ever")),
        ("keepalive: {enforcement_policy: {min_time: 300}}", ("300ns", False, "2h", "20s", "for ever", "for ever")),
        (
            "keepalive: {server_parameters: {time: 1ms, timeout: 0, max_connection_age: 0}}",
            ("5m", False, "1s", "20s", "for ever", "for ever"),
        ),
        (
            "keepalive: {server_parameters: {time: 1m, max_connection_age: 5m, max_connection_age_grace: 1m}}",
            ("5m", False, "1m", "20s", "5m", "1m"),
        ),
        (
            "keepalive: {enabled: false, enforcement_policy: {min_time: 1s, permit_without_stream: true}}",
            ("5m", False, "2h", "20s", "for ever", "for ever"),
        ),
        (
            "keepalive:\n  enforcement_policy:\n    min_time: ${env:M}\n    permit_without_stream: true",
            ("?", True, "2h", "20s", "for ever", "for ever"),
        ),
    ],
)
def test_server(keepalive: str, expected: tuple[object, ...]) -> None:
    grpc = indented(f"endpoint: 0.0.0.0:4317\n{keepalive}".rstrip("\n"), 6)
    text = collector(receivers=f"otlp:\n  protocols:\n    grpc:\n{grpc}".rstrip("\n"))
    assert fields(only(facts_of({"a.yaml": text}), "grpc.server"), *SERVER) == expected


def test_a_setting_that_is_not_written_still_has_a_place() -> None:
    client = only(facts_of({"a.yaml": collector("otlp:\n  endpoint: a:4317\n  keepalive: {}")}), "grpc.client")
    slot = client.fields["time"].slot
    assert slot is not None
    assert slot.route == ("exporters", "otlp", "keepalive", "time")
    assert slot.written == 3
    assert not slot.exists


def test_what_a_part_of_a_configuration_leaves_out_is_not_known() -> None:
    facts = facts_of({"a.yaml": "receivers:\n  otlp:\nexporters:\n  otlp:\n    keepalive: {time: 30s}\n"})
    client = only(facts, "grpc.client")
    assert fields(client, "enabled", "time", "timeout", "in_use") == (True, "30s", "?", "?")
    assert "one of several parts" in why(client, "timeout")


def test_a_shared_value_keeps_the_place_of_its_anchor_and_is_locked() -> None:
    text = collector(
        "otlp:\n  endpoint: a:4317\n  keepalive: &k {time: 30s}\notlp/b:\n  endpoint: b:4317\n  keepalive: *k"
    )
    client = only(facts_of({"a.yaml": text}), "grpc.client", id="otlp/b")
    time = client.fields["time"]
    assert (shown(client, "time"), time.origin) == ("30s", "merged")
    assert time.slot is not None
    assert text[time.slot.place.start : time.slot.place.end] == "30s"
    assert time.slot.locked


@pytest.mark.parametrize(
    ("exporter", "timeout", "streaming"),
    [
        ("otlp:\n  endpoint: a:4317", "5s", False),
        ("otlp_grpc:\n  endpoint: a:4317\n  timeout: 40s", "40s", False),
        ("otlp:\n  endpoint: a:4317\n  timeout: 0", "for ever", False),
        ("load_balancing:\n  protocol:\n    otlp: {timeout: 1s}", "1s", False),
        ("loadbalancing:\n  timeout: 9s", "5s", False),
        ("otelarrow:\n  endpoint: a:4317", "5s", True),
        ("stef:\n  endpoint: a:4320", "15s", True),
        ("opencensus:\n  endpoint: a:55678", None, True),
    ],
)
def test_how_long_one_rpc_may_take(exporter: str, timeout: str | None, streaming: bool) -> None:
    client = only(facts_of({"a.yaml": collector(exporter)}), "grpc.client")
    assert fields(client, "rpc_timeout", "streaming") == (timeout, streaming)


@pytest.mark.parametrize(
    ("version", "grpc", "expected"),
    [
        ("0.103.1", "grpc:", ("0.0.0.0:4317", 4317, False)),
        ("0.104.0", "grpc:", ("localhost:4317", 4317, True)),
        ("latest", "grpc:", ("?", 4317, "?")),
        ("0.104.0", "grpc: {endpoint: '0.0.0.0:55681'}", ("0.0.0.0:55681", 55681, False)),
        ("0.104.0", "grpc: {endpoint: '127.0.0.1:4317'}", ("127.0.0.1:4317", 4317, True)),
        ("0.104.0", "grpc: {endpoint: '[::]:4317'}", ("[::]:4317", 4317, False)),
        ("0.104.0", "grpc: {endpoint: '${env:IP}:4317'}", ("?", 4317, "?")),
        ("0.104.0", "grpc: {endpoint: '0.0.0.0:${env:PORT}'}", ("?", "?", "?")),
    ],
)
def test_where_a_server_listens(version: str, grpc: str, expected: tuple[object, ...]) -> None:
    text = collector(receivers=f"otlp:\n  protocols:\n    {grpc}")
    compose = composed(a=f"otel/opentelemetry-collector-contrib:{version}")
    server = only(facts_of({"a.yaml": text, "compose.yaml": compose}), "grpc.server")
    assert fields(server, "endpoint", "port", "local_only") == expected


@pytest.mark.parametrize(
    ("receiver", "there"),
    [
        ("otlp:\n  protocols:\n    http:", False),
        ("otlp:", False),
        ("otlp:\n  protocols:\n    grpc: {enabled: false}", False),
        ("otlp:\n  protocols: ${file:p.yaml}", True),
        ("otelarrow:", True),
        ("jaeger:\n  protocols:\n    thrift_http:", False),
        ("jaeger:\n  protocols:\n    grpc:", True),
        ("opencensus:", True),
        ("zipkin:", False),
    ],
)
def test_which_receivers_have_a_grpc_server(receiver: str, there: bool) -> None:
    assert bool(facts_of({"a.yaml": collector(receivers=receiver)}).of("grpc.server")) is there
