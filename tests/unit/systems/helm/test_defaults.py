"""A chart's defaults below values: what becomes known, with which evidence, and what does not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from textwrap import indent

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Items, Unknown
from linter.resources import rows as table
from linter.systems.helm.defaults import additions, defaults, recorded
from linter.versions.version import parse
from tests.harness import run_files
from tests.unit.systems.helm.support import chart, facts_of
from tests.unit.systems.support import row, rows

GATEWAY = """\
gateway:
  mode: deployment
  fullnameOverride: gw
  image:
    repository: otel/opentelemetry-collector-contrib
  config:
    exporters:
      otlphttp:
        endpoint: https://backend.example.com
    service:
      pipelines:
        traces:
          exporters: [otlphttp]
"""
OTLP = """\
    receivers:
      otlp:
        protocols:
          grpc:
            max_recv_msg_size_mib: 16
"""
AGENT = """\
apiVersion: opentelemetry.io/v1beta1
kind: OpenTelemetryCollector
metadata: {name: agent}
spec:
  image: otel/opentelemetry-collector-contrib:0.105.0
  config:
    receivers:
      otlp: {protocols: {grpc: {endpoint: "0.0.0.0:4317"}}}
    exporters:
      otlp:
        endpoint: gw:4317
        keepalive: {time: 10s, timeout: 5s, permit_without_stream: true}
    service:
      pipelines:
        traces: {receivers: [otlp], exporters: [otlp]}
"""
REFUSED = "otelcol/keepalive-without-stream-refused"


def server(facts: FactBase, id_: str = "otlp") -> Entity | None:
    found = [
        one
        for one in facts.of("grpc.server")
        if one.fields["id"].data == id_ and one.place.path.endswith("values.yaml")
    ]
    assert len(found) < 2
    return found[0] if found else None


def below(files: dict[str, str]) -> object:
    """What the chart sets, as data; ``None`` for nothing."""
    (mount,) = facts_of(files).of("deploy.mount")
    text = mount.fields["below"].data
    return json.loads(text) if isinstance(text, str) else text


@pytest.mark.parametrize(
    ("line", "release", "there"),
    [
        ("receivers::otlp::protocols::grpc::endpoint", "0.46.0", "0.0.0.0:4317"),
        ("receivers::otlp::protocols::grpc::endpoint", "0.47.0", "${MY_POD_IP}:4317"),
        ("receivers::otlp::protocols::grpc::endpoint", "0.97.1", "${env:MY_POD_IP}:4317"),
        ("exporters::logging", "0.69.0", {}),
        ("exporters::logging", "0.69.2", None),
        ("exporters::logging", "0.84.0", {}),
        ("exporters::logging", "0.85.0", None),
        ("service::pipelines::logs::exporters", "0.69.0", ["logging"]),
        ("service::pipelines::logs::exporters", "0.69.1", ["debug"]),
        ("extensions::memory_ballast", "0.70.0", {}),
        ("extensions::memory_ballast", "0.71.0", None),
    ],
)
def test_recorded_releases(line: str, release: str, there: object) -> None:
    node = json.loads(defaults("opentelemetry-collector", "", release, "").text)
    for step in line.split("::"):
        node = node.get(step) if node is not None else None
    assert node == there


def test_the_form_of_the_data() -> None:
    seen: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for chart_, part, setting, value, first, *last in table("schemas", "helm", "defaults.tsv"):
        begun, end = parse("semver", first), parse("semver", last[0]) if last else None
        assert begun is not None
        assert end is None or begun <= end
        if part == "*":
            continue
        assert re.fullmatch(r"(receivers|processors|exporters|connectors|extensions)::.+|service::.+", setting)
        assert value == "?" or json.loads(value) is not None
        assert recorded(chart_, first)
        seen.setdefault((chart_, part, setting), []).append((first, last[0] if last else ""))
    for spans in seen.values():
        for (_, end_), (start, _) in pairwise(spans):
            assert end_
            before, after = parse("semver", end_), parse("semver", start)
            assert before is not None
            assert after is not None
            assert before <= after
    for name in ("opentelemetry-collector", "opentelemetry-kube-stack", "splunk-otel-collector"):
        assert all(
            re.fullmatch(r"(receivers|processors|exporters|connectors|extensions)/\S+", x) for x in additions(name)
        )


def test_a_receiver_that_only_the_chart_defines_is_a_server_with_the_chart_as_evidence() -> None:
    facts = facts_of({"Chart.yaml": chart("0.97.1"), "values.yaml": GATEWAY, "agent.yaml": AGENT})
    found = server(facts)
    assert found is not None
    given = "the default of chart opentelemetry-collector 0.97.1, unless another values file sets it"
    assert row(found, "given", "in_use", "port", "permit_without_stream", "component") == (
        given,
        True,
        4317,
        False,
        None,
    )
    assert str(found.fields["min_time"].data) == "5m"
    assert [note.text for note in found.fields["endpoint"].evidence] == [given]
    assert found.fields["endpoint"].place is None
    assert GATEWAY[found.place.start : found.place.end] == "config"
    (link,) = facts.of("grpc.link")
    assert row(link, "server", "assumed") == (found.ref, True)
    assert given in str(link.fields["apart"].data)


def test_what_rests_on_a_default_alone_is_reported_from_profile_recommended_on() -> None:
    files = {"Chart.yaml": chart("0.97.1"), "values.yaml": GATEWAY, "agent.yaml": AGENT}
    run = run_files(files)
    assert [one for one in run.result.findings if one.policy == REFUSED] == []
    written = {**files, "values.yaml": GATEWAY + OTLP}
    assert [one.policy for one in run_files(written).result.findings if one.policy == REFUSED] == [REFUSED]


def test_a_fix_below_a_default_writes_the_whole_chain() -> None:
    files = {"Chart.yaml": chart("0.97.1"), "values.yaml": GATEWAY, "agent.yaml": AGENT}
    run = run_files(files, "profile: recommended\n")
    (found,) = [one for one in run.result.findings if one.policy == REFUSED]
    shown = {(one.place.path, one.label): one.place for one in found.related}
    place = shown["values.yaml", "receiver otlp does not permit it"]
    assert GATEWAY[place.start : place.end] == "config"
    chain = (
        "    receivers:\n      otlp:\n        protocols:\n          grpc:\n            keepalive:\n"
        "              enforcement_policy:\n                permit_without_stream: true\n"
        "                min_time: 10s\n"
    )
    assert run.fix("safe", REFUSED) == {**files, "values.yaml": GATEWAY + chain}


def test_a_default_with_a_written_part_is_judged_as_written() -> None:
    facts = facts_of({"Chart.yaml": chart("0.97.1"), "values.yaml": GATEWAY + OTLP})
    found = server(facts)
    assert found is not None
    assert row(found, "given", "port", "permit_without_stream") == (None, 4317, False)
    slot = found.fields["endpoint"].slot
    assert slot is not None
    assert (slot.written, slot.exists) == (4, False)
    # and the components that the chart alone defines are no entities of their own
    assert rows(facts, "otelcol.component", "id") == [("otlp",), ("otlphttp",)]


def test_without_a_release_what_all_releases_agree_in_is_known() -> None:
    alone = {"values.yaml": GATEWAY.replace("gateway:", "opentelemetry-collector:")}
    facts = facts_of(alone)
    found = server(facts)
    assert found is not None
    assert row(found, "port", "permit_without_stream", "min_time") == (4317, False, found.fields["min_time"].data)
    given = str(found.fields["given"].data)
    assert (
        given
        == "the default of every release of chart opentelemetry-collector so far, unless another values file sets it"
    )
    assert isinstance(found.fields["local_only"].data, Unknown)
    tree = below(alone)
    assert isinstance(tree, dict)
    assert set(tree["receivers"]) == {"jaeger", "otlp", "prometheus", "zipkin"}
    assert "exporters" not in tree  # logging, then debug
    assert tree["service"]["pipelines"]["logs"]["receivers"] == ["otlp"]
    assert "{{?" in tree["service"]["pipelines"]["logs"]["exporters"]


def test_a_release_that_was_not_read_is_like_none() -> None:
    alone = below({"values.yaml": GATEWAY.replace("gateway:", "opentelemetry-collector:")})
    assert alone is not None
    assert below({"Chart.yaml": chart("9.9.9"), "values.yaml": GATEWAY}) == alone
    assert below({"Chart.yaml": chart("~0.97.1"), "values.yaml": GATEWAY}) == alone


def test_values_without_a_mode_may_be_of_a_release_before_it() -> None:
    """Then the OTLP receiver had no endpoint, and older ports."""
    bare = GATEWAY.replace("gateway:", "opentelemetry-collector:").replace("  mode: deployment\n", "")
    found = server(facts_of({"values.yaml": bare}))
    assert found is not None
    assert isinstance(found.fields["port"].data, Unknown)
    old = {"Chart.yaml": chart("0.13.0"), "values.yaml": GATEWAY}
    assert below(old) is None


@pytest.mark.parametrize("word", ["null", "~", ""])
def test_null_takes_a_default_away(word: str) -> None:
    values = GATEWAY + f"    receivers:\n      otlp: {word}\n"
    facts = facts_of({"Chart.yaml": chart("0.97.1"), "values.yaml": values})
    assert server(facts) is None
    assert rows(facts, "otelcol.component", "id") == [("otlphttp",)]
    assert server(facts, "jaeger") is not None
    assert (
        server(facts_of({"Chart.yaml": chart("0.97.1"), "values.yaml": GATEWAY + f"    receivers: {word}\n"})) is None
    )


def test_a_default_that_pipelines_leave_out_is_no_server() -> None:
    values = GATEWAY + OTLP.replace("otlp:", "otlp/own:").replace("max_recv_msg_size_mib: 16", "endpoint: 0.0.0.0:4317")
    values = values.replace(
        "          exporters: [otlphttp]\n",
        "          receivers: [otlp/own]\n          exporters: [otlphttp]\n        metrics: null\n        logs: null\n",
    )
    facts = facts_of({"Chart.yaml": chart("0.97.1"), "values.yaml": values, "agent.yaml": AGENT})
    assert server(facts) is None
    (link,) = facts.of("grpc.link")
    assert link.fields["assumed"].data is False
    assert str(link.fields["server"].data).count("otlp/own") == 1


def flux(more: str) -> str:
    body = "".join(f"    {line}\n" for line in GATEWAY.replace("  ", "", 1).splitlines()[1:])
    return (
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: otel, namespace: obs}\nspec:\n"
        f"  chart: {{spec: {{chart: opentelemetry-collector, version: 0.97.1}}}}\n{more}  values:\n"
    ) + body.replace("\n      ", "\n    ")


@pytest.mark.parametrize(("more", "known"), [("", True), ("  valuesFrom: [{kind: ConfigMap, name: base}]\n", False)])
def test_values_from_elsewhere_leave_the_defaults_open(more: str, known: bool) -> None:
    (mount,) = facts_of({"release.yaml": flux(more)}).of("deploy.mount")
    assert (mount.fields["below"].data is not None) is known


@pytest.mark.parametrize("setting", ["{existingName: mine}", "{create: false}"])
def test_a_configuration_from_elsewhere_has_no_defaults(setting: str) -> None:
    values = GATEWAY.replace("  config:\n", f"  configMap: {setting}\n  config:\n")
    assert below({"Chart.yaml": chart("0.97.1"), "values.yaml": values}) is None


def test_another_file_beside_the_values_leaves_the_defaults_open() -> None:
    facts = facts_of({"Chart.yaml": chart("0.97.1"), "values.yaml": GATEWAY, "values-prod.yaml": GATEWAY})
    assert all(mount.fields["below"].data is None for mount in facts.of("deploy.mount"))


def test_a_reference_in_a_default_is_named_as_it_is_written() -> None:
    facts = facts_of({"Chart.yaml": chart("0.111.0"), "values.yaml": GATEWAY})
    why = {one.fields["local_only"].data for kind in ("grpc.server", "otelcol.listener") for one in facts.of(kind)}
    assert why == {Unknown("`${env:MY_POD_IP}` is known only where the Collector runs")}


@pytest.mark.parametrize(
    ("path", "null", "known"),
    [
        ("values.yaml", True, True),
        ("prod.yaml", True, False),
        ("env/values.yaml", True, False),
        ("prod.yaml", False, True),
    ],
)
def test_null_takes_a_sub_charts_default_away_in_its_parents_own_values_only(
    path: str, null: bool, known: bool
) -> None:
    """As `helm template` of Helm 3.16 shows."""
    values = GATEWAY.replace("    exporters:\n", "    receivers: {jaeger: null}\n    exporters:\n") if null else GATEWAY
    (mount,) = facts_of({"deploy/Chart.yaml": chart("0.97.1"), f"deploy/{path}": values}).of("deploy.mount")
    assert (mount.fields["below"].data is not None) is known


FEW = """\
gateway:
  config:
    exporters:
      otlphttp:
        timeout: 5s
"""


@pytest.mark.parametrize(
    ("other", "known"),
    [
        (FEW, False),
        (FEW.replace("config", "alternateConfig").replace("exporters", "receivers"), False),
        ("gateway:\n  config:\n    service: {pipelines: {logs: null}}\n", False),
        (FEW.replace("gateway", "another"), True),
        (FEW.replace("    exporters", "    users: 1\n    exporters"), True),
        ("gateway: {replicaCount: 2}\n", True),
    ],
)
def test_a_file_that_configures_little_is_laid_over_the_values_beside_it(other: str, known: bool) -> None:
    facts = facts_of({"Chart.yaml": chart("0.97.1"), "values.yaml": GATEWAY, "values-prod.yaml": other})
    mount = next(one for one in facts.of("deploy.mount") if one.place.path == "values.yaml")
    assert (mount.fields["below"].data is not None) is known


def test_a_file_that_configures_little_is_nothing_by_itself() -> None:
    assert not run_files({"values-prod.yaml": FEW}).result.opened
    text = FEW.replace("gateway:\n", "gateway:\n  inner:\n    mode: deployment\n    config: {receivers: {otlp: }}\n")
    assert [one.fields["name"].data for one in facts_of({"values.yaml": text}).of("deploy.container")]


@pytest.mark.parametrize(
    ("other", "known"),
    [("deploy/env/prod/values.yaml", False), ("deploy/a/values.yaml", True), ("values.yaml", True)],
)
def test_what_a_file_above_or_below_defines_may_be_laid_over_a_default(other: str, known: bool) -> None:
    """As what environments share; one above the chart's folder is not."""
    files = {"deploy/Chart.yaml": chart("0.97.1"), "deploy/env/values.yaml": GATEWAY, other: GATEWAY + OTLP}
    servers = {
        one.place.path: one.fields["permit_without_stream"].data
        for one in facts_of(files).of("grpc.server")
        if one.fields["id"].data == "otlp"
    }
    assert isinstance(servers["deploy/env/values.yaml"], bool) is known
    turned = {"deploy/Chart.yaml": chart("0.97.1"), "deploy/env/values.yaml": GATEWAY + OTLP, other: GATEWAY}
    servers = {
        one.place.path: one.fields["permit_without_stream"].data
        for one in facts_of(turned).of("grpc.server")
        if one.fields["id"].data == "otlp"
    }
    assert servers["deploy/env/values.yaml"] is False
    if not known:
        assert isinstance(servers[other], Unknown)


def test_a_configuration_in_a_text_is_merged_with_nothing() -> None:
    head, _, body = GATEWAY.partition("  config:\n")
    values = f"{head}  config: |\n{body}"
    (mount,) = facts_of({"Chart.yaml": chart("0.97.1"), "values.yaml": values}).of("deploy.mount")
    assert mount.fields["below"].data is None


def test_a_chart_of_another_name_has_defaults_of_its_own() -> None:
    own = "\n".join(line[2:] for line in GATEWAY.splitlines()[1:]) + "\n"
    assert below({"values.yaml": own, "Chart.yaml": "name: fork\nversion: 0.97.1\n"}) is None
    assert below({"values.yaml": own, "Chart.yaml": "name: opentelemetry-collector\nversion: 0.97.1\n"}) is not None
    assert below({"values.yaml": own}) is not None
    assert below({"charts/a/ci/values.yaml": own, "charts/a/Chart.yaml": "name: fork\nversion: 0.97.1\n"}) is None
    assert below({"values.yaml": GATEWAY}) is None  # any chart may have such a key


def test_presets_add_and_take_nothing_away() -> None:
    values = GATEWAY.replace("  config:\n", "  presets: {hostMetrics: {enabled: true}}\n  config:\n")
    (mount,) = facts_of({"Chart.yaml": chart("0.97.1"), "values.yaml": values}).of("deploy.mount")
    assert mount.fields["below"].data is not None
    base = mount.fields["base"].data
    assert isinstance(base, Items)
    named = {item.data for item in base.values}
    assert "receivers/hostmetrics" in named
    assert "receivers/otlp" not in named


STACK = """collectors:
  daemon:
    config:
      exporters: {otlphttp: {endpoint: "https://backend.example.com"}}
  own:
    config:
      exporters: {otlphttp: {endpoint: "https://backend.example.com"}}
"""
SPLUNK = """splunk-otel-collector:
  clusterName: c
  splunkObservability: {realm: us0}
  agent:
    config:
      receivers: {otlp: {protocols: {grpc: {max_recv_msg_size_mib: 16}}}}
      exporters: {otlp/own: {endpoint: "backend:4317"}, signalfx: {ingest_url: x}}
      service: {pipelines: {traces/own: {receivers: [otlp], exporters: [otlp/own]}}}
"""


def test_a_stack_configures_its_daemon() -> None:
    stack = "name: own\nversion: 1.0.0\ndependencies: [{name: opentelemetry-kube-stack, version: 0.11.1}]\n"
    values = "opentelemetry-kube-stack:\n" + "".join(f"  {line}\n" for line in STACK.splitlines())
    facts = facts_of({"Chart.yaml": stack, "values.yaml": values})
    found = server(facts)
    assert found is not None
    assert row(found, "endpoint", "in_use") == ("0.0.0.0:4317", True)
    assert "opentelemetry-kube-stack 0.11.1" in str(found.fields["given"].data)
    assert [mount.fields["below"].data is None for mount in facts.of("deploy.mount")] == [False, True]


@pytest.mark.parametrize(
    ("own", "hosts"),
    [
        ("", {"edge-daemon-collector", "edge-daemon-collector-headless"}),
        ("    suffix: node\n", {"edge-node-collector", "edge-node-collector-headless"}),
        ("    suffix: ed\n", {"edge-collector", "edge-collector-headless"}),
        ("    fullnameOverride: gw\n", {"gw-collector", "gw-collector-headless"}),
        ("    enabled: false\n", set()),
        ("    mode: sidecar\n", set()),
        ("    suffix: '{{ .Values.x }}'\n", set()),
    ],
)
def test_the_operators_service_of_a_stack_leads_to_its_collector(own: str, hosts: set[str]) -> None:
    daemon = STACK.partition("  own:")[0].replace("  daemon:\n", f"  daemon:\n{own}")
    release = (
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: edge, namespace: obs}\nspec:\n"
        "  chart: {spec: {chart: opentelemetry-kube-stack, version: 0.11.1}}\n  values:\n    namespaceOverride: x\n"
    ) + indent(daemon, "    ")
    facts = facts_of({"release.yaml": release})
    found = rows(facts, "net.endpoint", "host", "scope", "port", "headless")
    assert {host for host, scope, *_ in found if scope == "x"} == hosts
    assert {str(host).endswith("-headless") == headless for host, scope, _, headless in found if scope} <= {True}
    client = AGENT.replace("gw:4317", "edge-daemon-collector.x.svc:4317")
    links = facts_of({"release.yaml": release, "agent.yaml": client}).of("grpc.link")
    assert [link.fields["assumed"].data for link in links] == ([True] if own == "" else [])


def test_of_splunks_templates_what_all_values_lead_to_is_known() -> None:
    facts = facts_of({"values.yaml": SPLUNK})
    found = server(facts)
    assert found is not None
    assert row(found, "endpoint", "given", "permit_without_stream") == ("0.0.0.0:4317", None, False)
    clients = {client.fields["id"].data: client for client in facts.of("grpc.client")}
    assert row(clients["otlp/own"], "enabled") == (False,)


def test_nothing_is_read_without_values() -> None:
    script = (
        "import sys\nfrom tests.unit.systems.helm.support import facts_of\n"
        "facts_of({'a.yaml': 'receivers: {otlp: }\\nexporters: {otlp: {endpoint: x}}\\nservice: {pipelines: {}}\\n',"
        " 'Chart.yaml': 'name: a\\ndependencies: [{name: opentelemetry-collector, version: 0.1.0}]\\n'})\n"
        "print([name for name in sys.modules if name.endswith(('helm.beneath', 'helm.defaults', 'otelcol.given'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
