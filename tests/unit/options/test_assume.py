from __future__ import annotations

import pytest

from linter.faults import Faults
from linter.options import Flags, load
from tests.harness import run_files

CONFIG = """\
receivers: {otlp: {protocols: {grpc: {}}}}
exporters:
  loadbalancing: {protocol: {otlp: {keepalive: {time: 30s, timeout: 5s}}}, resolver: {static: {hostnames: [a]}}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [loadbalancing]}}}
"""


def indented(text: str, by: int) -> str:
    return "".join(" " * by + line + "\n" for line in text.splitlines())


RESOURCE = """\
apiVersion: opentelemetry.io/v1
kind: OpenTelemetryCollector
metadata: {name: x}
spec:
  image: otel/opentelemetry-collector-contrib:0.155.0
  config:"""
VALUES = "mode: deployment\nimage: {repository: otel/opentelemetry-collector-contrib, tag: 0.155.0}\nconfig:\n"
HEADS = {
    "plain": ("", 0),
    "config map": ("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  relay: |\n", 4),
    "resource with a text": (RESOURCE.replace("/v1", "/v1alpha1") + " |\n", 4),
    "resource": (RESOURCE.replace("/v1", "/v1beta1") + "\n", 4),
    "values": (VALUES, 2),
}
BLOCKS = "otelcol/loadbalancing-shutdown-blocks"


def fired(form: str, comment: str = "", *assume: str, above: bool = False) -> bool:
    head, margin = HEADS[form]
    text = comment + head + indented(CONFIG, margin) if above else head + indented(comment + CONFIG, margin)
    flags = Flags(no_config=True, assume=assume)
    return BLOCKS in {finding.policy for finding in run_files({"a.yaml": text}, flags=flags).result.findings}


@pytest.mark.parametrize("form", HEADS)
def test_a_comment_and_a_flag_hold_in_every_form(form: str) -> None:
    assert not fired(form)
    assert fired(form, "# deadpeer: otelcol=0.96.0\n")
    assert fired(form, "# deadpeer: otelcol=0.96.0\n", above=True)
    assert fired(form, "", "otelcol=0.96.0")
    assert not fired(form, "# deadpeer: otelcol=0.155.0\n", "otelcol=0.96.0")


@pytest.mark.parametrize("word", ["otelcol", "otelcol=", "otelcol=new", "otelcoll=0.96.0", "=1.0.0"])
def test_what_can_not_be_assumed_is_a_fault(word: str) -> None:
    with pytest.raises(Faults, match="assume"):
        load(Flags(no_config=True, assume=(word,)), ".")
