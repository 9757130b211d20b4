from __future__ import annotations

import pytest

from tests.harness import run_files

CHART = """\
{{- if .Values.enabled }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "x.fullname" . }}
data:
  relay: |
    {{- $unused := .Values.something }}
    receivers:
      otlp:
        protocols:
          grpc:
            endpoint: 0.0.0.0:{{ .Values.port }}
    exporters:
      otlp:
        endpoint: {{ .Values.endpoint | quote }}
        keepalive:
          time: 5s
        {{- if .Values.tls }}
        tls:
          insecure: true
        {{- end }}
      {{- if .Values.more }}
      otlp/more:
        endpoint: more:4317
      {{- end }}
    service:
      pipelines:
        traces:
          receivers: [otlp]
          exporters: [otlp, otlp/more]
{{- end }}
"""


def test_what_a_template_certainly_says_is_judged_at_its_place() -> None:
    run = run_files({"templates/cm.yaml": CHART})

    found = {finding.policy: finding for finding in run.result.findings}
    assert set(found) == {"otelcol/keepalive-time-below-floor", "otelcol/keepalive-timeout-too-long"}
    place = found["otelcol/keepalive-time-below-floor"].place
    assert CHART[place.start : place.end] == "5s"
    assert not run.result.skipped


def test_a_template_is_not_edited() -> None:
    run = run_files({"templates/cm.yaml": CHART})

    assert run.fix("unsafe") == {"templates/cm.yaml": CHART}
    fixes = [fix for finding in run.result.findings for fix in finding.fixes]
    assert fixes
    assert all(fix.safety == "show" and "the file is a template" in fix.title for fix in fixes)


def test_what_a_conditional_may_define_is_not_undefined() -> None:
    known = CHART.replace("      {{- if .Values.more }}\n", "").replace("more:4317\n      {{- end }}\n", "more:4317\n")
    gone = known.replace("      otlp/more:\n        endpoint: more:4317\n", "")

    assert "otelcol/component-undefined" not in {each.policy for each in run_files({"a.yaml": CHART}).result.findings}
    assert "otelcol/component-undefined" in {each.policy for each in run_files({"a.yaml": gone}).result.findings}


def test_a_template_that_can_not_be_read_is_skipped_with_a_way_out() -> None:
    text = CHART.replace("    exporters:\n", '    {{ template "x" . }}\n    exporters:\n')
    run = run_files({"templates/cm.yaml": text})

    assert not run.result.findings
    assert [skip.why for skip in run.result.skipped] == [
        "a template; render it first: helm template … | deadpeer check -"
    ]


PLAIN = "receivers:\n  otlp:\nexporters:\n  otlp: {endpoint: 'a:{{ port }}', keepalive: {time: 7s, timeout: 3s}}\n"
PIPELINES = "service:\n  pipelines:\n    traces: {receivers: [otlp], exporters: [otlp]}\n"


@pytest.mark.parametrize(
    "name", ["c.yaml.j2", "c.yml.jinja2", "c.yaml.erb", "c.yaml.tmpl", "c.yaml.gotmpl", "c.yml.tpl"]
)
def test_a_template_in_a_folder_is_read_or_told_of(name: str) -> None:
    run = run_files({f"roles/{name}": PLAIN + PIPELINES})
    assert [each.policy for each in run.result.findings] == ["otelcol/keepalive-time-below-floor"]
    for action in ("{% for b in all %}", "<% all.each do |b| %>"):
        (skip,) = run_files({f"roles/{name}": PLAIN + action + "\n" + PIPELINES}).result.skipped
        assert skip.why == "a template; render it first and check what comes out: … | deadpeer check -"
    other = run_files({f"roles/{name}": "server:\n  receivers: {{ x }}\n{% if y %}\n"}).result
    assert not other.skipped
    assert not other.findings


DUBBO = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "x.fullname" . }}
data:
  application.yaml: |
    dubbo:
      application: {name: shop}
      protocol:
        heartbeat: 20000
        parameters:
          heartbeat.timeout: 30000
"""
MORE = "        {{- if .Values.more }}\n        port: 1\n        {{- end }}\n"
PROPERTIES = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "x.fullname" . }}
data:
  dubbo.properties: |
    dubbo.application.name=shop
    dubbo.protocol.heartbeat=20000
    dubbo.protocol.parameters.heartbeat.timeout=30000
"""


@pytest.mark.parametrize(("text", "more"), [(DUBBO, MORE), (PROPERTIES, MORE.replace("        ", "    "))])
def test_a_system_with_a_default_for_everything_reads_whole_templates_only(text: str, more: str) -> None:
    whole, cut = (run_files({"templates/cm.yaml": each}).result for each in (text, text + more))

    assert [each.policy for each in whole.findings] == ["dubbo/heartbeat-timeout-too-short"]
    assert not whole.skipped
    assert not cut.findings
    assert ["render it first" in skip.why for skip in cut.skipped] == [True]


BALANCER = """\
# deadpeer: otelcol=0.146.0
receivers:
  otlp:
    protocols:
      grpc:
        endpoint: {{ .Values.host }}:4317
exporters:
  loadbalancing:
    resolver:
      k8s:
        service: backend
    routing_key: traceID
service:
  pipelines:
    traces: {receivers: [otlp], exporters: [loadbalancing]}
"""


@pytest.mark.parametrize(
    ("before", "fires"), [("", True), ("    routing_key: traceID\n", True), ("        service: backend\n", False)]
)
def test_a_setting_that_a_template_may_hold_is_not_missing(before: str, fires: bool) -> None:
    indent = len(before) - len(before.lstrip())
    more = f"{before}{' ' * indent}{{{{- toYaml .Values.x | nindent {indent} }}}}\n"
    text = BALANCER.replace(before, more) if before else BALANCER
    found = run_files({"a.yaml": text}).result
    assert not found.skipped
    assert ("otelcol/loadbalancing-k8s-watch-timeout" in {each.policy for each in found.findings}) is fires
