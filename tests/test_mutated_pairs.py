"""Keepalive pairs hardly occur in public files, so they are made: healthy ones stay silent, and each mutation fires.

Both ends are public configurations, tied by every form of link; keepalive is written into both by edits, and the edits
are the test. The files lie outside the repository, beside the checkout; without them these tests are skipped.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

import pytest

from linter.finding import Finding
from tests.harness import run_files
from tests.pairs import (
    CLIENT,
    CORPUS,
    FORMS,
    RESOLVERS,
    SERVER,
    Change,
    End,
    Pair,
    changed,
    corpus,
    linked,
    rerouted,
)

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not beside this checkout")

_LOGGING = "kube-logging__telemetry-controller/docs/demos/persistence-and-retry-mechanisms"
_ODIGOS = "odigos-io__odigos/autoscaler/controllers/nodecollector/testdata/logs_included.yaml"
_DASH0 = "dash0hq__dash0-examples/opentelemetry-collector/tail-sampling/config-decision-cache.yaml"
_RECIPE = "GoogleCloudPlatform__opentelemetry-operator-sample/recipes/daemonset-and-deployment"
_RENDERED = (
    "open-telemetry__opentelemetry-helm-charts/charts/opentelemetry-kube-stack/examples/"
    "isolated-multicollector-deployment/rendered/collector.yaml"
)
_EXAMPLE = "open-telemetry__opentelemetry-collector/examples/k8s/otel-config.yaml"
_ALLOY = "grafana__alloy/internal/converter/internal/otelcolconvert/testdata/loadbalancing.yaml"
_BALANCER = "axoflow__opentelemetry-collector-contrib/exporter/loadbalancingexporter/example/otel-agent-config.yaml"

CLIENTS = (
    (f"{_LOGGING}/generated-otelcol-config.yaml", "otlp/db_output-db"),
    (_DASH0, "otlp/dash0"),
    (_ODIGOS, "otlp_grpc/out-cluster-collector-logs"),
)
SERVERS = (
    (_DASH0, "otlp", 4317),
    ("cloudnativedaysjp__dreamkast-infra/ecspresso/prod/dreamkast/files/otelcol-config.yaml", "otlp", 4317),
    (_ODIGOS, "otlp/in", 4317),
    ("signalfx__splunk-otel-collector/cmd/otelcol/config/collector/gateway_config.yaml", "otlp", 4317),
)
BALANCERS = ((_BALANCER, "loadbalancing"), (_ALLOY, "loadbalancing"), (_ODIGOS, "loadbalancing/traces"))

NATIVE = {
    "native-configmaps": ((_EXAMPLE,), "otlp_grpc"),
    "native-resources": (
        (f"{_RECIPE}/daemonset-collector-config.yaml", f"{_RECIPE}/deployment-collector-config.yaml"),
        "otlp",
    ),
    "native-rendered": ((_RENDERED,), "otlp"),
    "native-generated": (
        (f"{_LOGGING}/generated-otelcol-config.yaml", f"{_LOGGING}/receivers/receiver-db.yaml"),
        "otlp/db_output-db",
    ),
}
"""Files that link as they are: the client's, the server's, and the client's id."""

CATALOGUE = frozenset(
    f"otelcol/{name}"
    for name in (
        *("keepalive-time-below-floor", "keepalive-timeout-too-long", "keepalive-without-stream-refused"),
        *("keepalive-faster-than-server-allows", "keepalive-without-stream-one-sided", "keepalive-unset"),
        *("duration-without-unit", "duration-invalid", "server-parameters-mistaken", "keepalive-detection-budget"),
        *("keepalive-misplaced", "connection-age-grace-too-short", "unknown-key"),
    )
)
HEALTHY = (
    Change(CLIENT, "time", "31s"),
    Change(CLIENT, "timeout", "5s"),
    Change(CLIENT, "permit_without_stream", "true"),
    Change(SERVER, "min_time", "30s"),
    Change(SERVER, "permit_without_stream", "true"),
)


def _made() -> Iterator[tuple[str, str, int]]:
    """(name, form, number): two for each form of link, one for each balancer and resolver, and the native ones."""
    for number, form in enumerate(form for form in FORMS for _ in range(2)):
        yield f"{form}-{number % 2}", form, number
    for resolver in RESOLVERS:
        for number in range(len(BALANCERS)):
            yield f"{resolver}-{number}", resolver, number
    for name in NATIVE:
        yield name, name, 0


PAIRS = tuple(_made())


@cache
def healthy(form: str, number: int) -> Pair:
    """A pair with keepalive that both ends agree on."""
    return changed(_tied(form, number), *HEALTHY)


def _tied(form: str, number: int) -> Pair:
    if form in NATIVE:
        paths, client = NATIVE[form]
        files = {path.rpartition("/")[2]: corpus(path) for path in paths}
        ends = list(files)
        return Pair(files, End(ends[0], client), End(ends[-1], "otlp"))
    server, id_, port = SERVERS[number % len(SERVERS)]
    if form in RESOLVERS:
        make, resolver = RESOLVERS[form]
        client, own = BALANCERS[number]
        files, _ = make(corpus(client), corpus(server), port)
        return rerouted(
            Pair(files, End("client.yaml", own), End("server.yaml", id_)), resolver.replace("PORT", str(port))
        )
    # Two Collectors in one pod can't both listen on 4317, which the other clients' do.
    client, own = CLIENTS[0 if form == "sidecar" else number % len(CLIENTS)]
    files, address = FORMS[form](corpus(client), corpus(server), port)
    pair = Pair(files, End("client.yaml", own), End("server.yaml", id_), paired=not address)
    return changed(pair, Change(CLIENT, "endpoint", address)) if address else pair


@pytest.mark.parametrize(("form", "number"), [one[1:] for one in PAIRS], ids=[one[0] for one in PAIRS])
def test_a_healthy_pair_is_linked_and_silent(form: str, number: int) -> None:
    pair = healthy(form, number)
    assert linked(pair)
    assert [found for found in run_files(pair.files, pair.settings).result.findings if ours(pair, found)] == []


def ours(pair: Pair, found: Finding) -> bool:
    """Whether it is about the pair: what the files hold besides may lack keepalive as before."""
    own = (found.place.path, found.name) == (pair.client.path, f"exporter {pair.client.id}")
    return found.policy in CATALOGUE and (own or found.policy != "otelcol/keepalive-unset")


FASTER, REFUSED = "keepalive-faster-than-server-allows", "keepalive-without-stream-refused"
ONE_SIDED, LONG, FLOOR = (
    "keepalive-without-stream-one-sided",
    "keepalive-timeout-too-long",
    "keepalive-time-below-floor",
)
UNITLESS, INVALID = "duration-without-unit", "duration-invalid"
TIME, TIMEOUT, PERMIT = (CLIENT, "time"), (CLIENT, "timeout"), (CLIENT, "permit_without_stream")
MIN_TIME, ALLOWED = (SERVER, "min_time"), (SERVER, "permit_without_stream")

MUTATIONS: dict[str, tuple[dict[tuple[str, str], str | None], dict[str, tuple[str, tuple[str, str]]]]] = {
    "client time below grpc-go's floor": ({TIME: "7s"}, {FLOOR: ("warning", TIME), FASTER: ("error", TIME)}),
    "client time below min_time": ({TIME: "29s"}, {FASTER: ("error", TIME)}),
    "client time without a unit": ({TIME: "45"}, {UNITLESS: ("error", TIME), FASTER: ("error", TIME)}),
    "client time left out": ({TIME: None}, {FASTER: ("error", TIME)}),
    "client timeout too long": ({TIMEOUT: "21s"}, {LONG: ("warning", TIMEOUT)}),
    "client timeout left out": ({TIMEOUT: None}, {LONG: ("warning", TIMEOUT)}),
    "client timeout in days": ({TIMEOUT: "1d"}, {INVALID: ("error", TIMEOUT)}),
    "client does not ping idle connections": ({PERMIT: "false"}, {ONE_SIDED: ("warning", PERMIT)}),
    "client does not ping idle connections and pings too soon": (
        {PERMIT: "false", TIME: "29s"},
        {ONE_SIDED: ("warning", PERMIT), FASTER: ("warning", TIME)},
    ),
    "server min_time above the client's time": ({MIN_TIME: "32s"}, {FASTER: ("error", TIME)}),
    "server min_time left out": ({MIN_TIME: None}, {FASTER: ("error", TIME)}),
    "server min_time without a unit": ({MIN_TIME: "300"}, {UNITLESS: ("error", MIN_TIME)}),
    "server forbids pings without a stream": ({ALLOWED: "false"}, {REFUSED: ("error", PERMIT)}),
    "server says nothing of pings without a stream": ({ALLOWED: None}, {REFUSED: ("error", PERMIT)}),
    "server forbids them, and the client pings too soon": (
        {ALLOWED: "false", TIME: "29s"},
        {REFUSED: ("error", PERMIT), FASTER: ("warning", TIME)},
    ),
}
"""What is written instead (``None``: it is taken out), and what then fires: policy, severity, and where."""


def _cases() -> Iterator[tuple[str, str, int, str]]:
    """Every mutation of every pair in the long run, else a fifth: of each pair, and of each mutation."""
    every = 1 if os.environ.get("DEADPEER_FULL") == "1" else 5  # noqa: TID251
    for row, (title, form, pair) in enumerate(PAIRS):
        for column, name in enumerate(MUTATIONS):
            if (row + column) % every == 0:
                yield f"{title}-{name}", form, pair, name


CASES = tuple(_cases())


@pytest.mark.parametrize(("form", "number", "name"), [one[1:] for one in CASES], ids=[one[0] for one in CASES])
def test_a_mutated_pair_fires_at_its_place(form: str, number: int, name: str) -> None:
    changes, expected = MUTATIONS[name]
    pair = changed(healthy(form, number), *(Change(kind, field, to) for (kind, field), to in changes.items()))
    result = run_files(pair.files, pair.settings).result
    fired = [found for found in result.findings if ours(pair, found)]
    assert {found.policy.partition("/")[2]: found.severity.word for found in fired} == {
        policy: severity for policy, (severity, _) in expected.items()
    }
    assert len(fired) == len(expected)
    for found in fired:
        _, where = expected[found.policy.partition("/")[2]]
        assert_at(pair, found, where, changes)


WRITTEN = {(change.kind, change.field): change.to for change in HEALTHY}


def assert_at(pair: Pair, found: Finding, where: tuple[str, str], changes: dict[tuple[str, str], str | None]) -> None:
    """The finding stands at the value as it is written, or where it is not, at the section that would hold it."""
    kind, field = where
    end = pair.client if kind == CLIENT else pair.server
    assert found.place.path == end.path
    text = pair.files[end.path].removeprefix("\ufeff")
    written = {**WRITTEN, **changes}[where]
    token = text[found.place.start : found.place.end]
    before = text[: found.place.start].rstrip(" ")
    if written is None:
        section = "keepalive" if kind == CLIENT else "enforcement_policy"
        assert token == section
        return
    assert token == written
    assert before.endswith(f"{field}:")
    # The sibling that was written with it stands beside it: it is this section and no other of that name.
    beside = "timeout" if kind == CLIENT else "min_time"
    near = {**WRITTEN, **changes}[kind, beside]
    assert near is None or f"{beside}: {near}" in text[max(0, found.place.start - 200) : found.place.end + 200]
