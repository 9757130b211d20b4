from __future__ import annotations

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
